import { expect, test } from 'vitest'
import { matcherOf } from './match.ts'

const addresses = [
  '/$namespace',
  '/',
  '/explore',
  '/help/$topic',
  '/groups/$namespace',
  '/groups/new',
  '/groups/$namespace/-/issues',
  '/$namespace/-/issues',
  '/$namespace/-/issues/$iid',
  '/$namespace/-/issues/new',
  '/$namespace/-/tree',
  '/$namespace/-/tree/$',
  '/-/user_settings/profile',
  '/-/site.json',
]
const match = matcherOf(addresses.map(address => ({ address })))

test.each<[path: string, address: string, params: Readonly<Record<string, string>>]>([
  ['/', '/', {}],
  ['/explore', '/explore', {}],
  ['/weft', '/$namespace', { namespace: 'weft' }],
  ['/weft/tools/loom/', '/$namespace', { namespace: 'weft/tools/loom' }],
  ['/groups/new', '/groups/new', {}],
  ['/groups/weft/tools', '/groups/$namespace', { namespace: 'weft/tools' }],
  ['/groups/weft/tools/-/issues', '/groups/$namespace/-/issues', { namespace: 'weft/tools' }],
  ['/weft/loom/-/issues/7', '/$namespace/-/issues/$iid', { namespace: 'weft/loom', iid: '7' }],
  ['/Weft/Loom/-/Issues/NEW', '/$namespace/-/issues/new', { namespace: 'Weft/Loom' }],
  ['/weft/loom/-/tree/', '/$namespace/-/tree', { namespace: 'weft/loom' }],
  [
    '/weft/loom/-/tree/main/-/a%20b%25.md',
    '/$namespace/-/tree/$',
    { namespace: 'weft/loom', _splat: 'main/-/a b%.md' },
  ],
  ['/weft/loom/-/tree/100%', '/$namespace/-/tree/$', { namespace: 'weft/loom', _splat: '100%' }],
  ['/help/user:pass', '/help/$topic', { topic: 'user:pass' }],
  ['/-/user_settings/profile', '/-/user_settings/profile', {}],
])('%s is %s', (path, address, params) => {
  expect(match(path)).toEqual({ page: { address }, params })
})

test.each([
  '/admin',
  '/help',
  '/help/a/b',
  '/users/sign_in',
  '/-/issues',
  '/-/site-json',
  '/weft/loom/-',
  '/weft/loom/-/nothing',
  '/weft/loom/-/issues/seven',
])('%s has no page', path => {
  expect(match(path)).toBeNull()
})
