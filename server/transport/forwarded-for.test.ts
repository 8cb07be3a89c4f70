import { expect, test } from 'vitest'
import { site } from '#test/world/site.ts'

type ForwardedCase = readonly [remote: string, forwardedFor: string | undefined, seen: string]

test.each<[setting: string, rows: readonly ForwardedCase[]]>([
  [
    '10.0.0.7,10.1.0.0/16,fd00::/8',
    [
      ['10.0.0.7', '192.0.2.1', '192.0.2.1'],
      ['::ffff:10.0.0.7', '192.0.2.1', '192.0.2.1'],
      ['fd00::1', '2001:db8::1', '2001:db8::1'],
      ['10.0.0.7', undefined, '10.0.0.7'],
      ['10.0.0.7', '', '10.0.0.7'],
      // Each proxy of a chain adds the address that it sees.
      ['10.0.0.7', '203.0.113.9, 192.0.2.1, 10.1.2.3', '192.0.2.1'],
      // Clients behind other addresses may claim any address.
      ['192.0.2.5', '192.0.2.1', '192.0.2.5'],
      ['127.0.0.1', '192.0.2.1', '127.0.0.1'],
      ['10.0.0.7', '127.0.0.1, 192.0.2.5', '192.0.2.5'],
      // Some balancers add the port.
      ['10.0.0.7', '192.0.2.1:51234', '192.0.2.1'],
      ['10.0.0.7', '[2001:db8::1]:51234', '2001:db8::1'],
      ['10.0.0.7', '[2001:db8::1]', '2001:db8::1'],
      ['10.0.0.7', 'unknown, 192.0.2.1', '192.0.2.1'],
      ['10.0.0.7', 'unknown', '10.0.0.7'],
      ['10.0.0.7', "192.0.2.9, '; drop table users, 10.1.0.1", '10.1.0.1'],
    ],
  ],
  [
    '',
    [
      ['127.0.0.1', '192.0.2.1', '192.0.2.1'],
      ['::1', '192.0.2.1', '192.0.2.1'],
      ['10.0.0.7', '192.0.2.1', '10.0.0.7'],
    ],
  ],
  ['none', [['127.0.0.1', '192.0.2.1', '127.0.0.1']]],
])('TRUSTED_PROXIES=%s says whose X-Forwarded-For names the client', async (setting, rows) => {
  const { app } = await site({ settings: { TRUSTED_PROXIES: setting } })
  app.get('/-/seen', request => request.ip)
  const seen: ForwardedCase[] = []
  for (const [remoteAddress, forwardedFor] of rows) {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
    seen.push([remoteAddress, forwardedFor, (await app.inject({ url: '/-/seen', remoteAddress, headers })).body])
  }
  expect(seen).toEqual(rows)
})
