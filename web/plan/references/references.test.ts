import { expect, test } from 'vitest'
import { issueNamed } from './references.ts'

test.each([
  ['#7', 'weft/loom', 7],
  ['spool#7', 'weft/spool', 7],
  ['yarn/mill#7', 'yarn/mill', 7],
  ['http://weft.test/yarn/mill/-/issues/7', 'yarn/mill', 7],
  ['http://weft.test/yarn/mill/-/work_items/7', 'yarn/mill', 7],
  ['http://else.test/yarn/mill/-/issues/7', null, null],
  ['&7', null, null],
  ['GL-7', null, null],
])('LIST-020 %s names an issue of %s', (text, namespace, iid) => {
  const named = issueNamed(text, { namespace: 'weft/loom', origin: 'http://weft.test' })
  expect(named).toEqual(namespace === null ? null : { namespace, iid })
})
