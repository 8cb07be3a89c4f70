import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { leadsInward } from './inward.ts'

test.each([
  '127.0.0.1',
  '127.255.0.9',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '0:0:0:0:ffff:0:7f00:1',
  '::ffff:0:8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::7f00:1',
  '64:ff9b:1:a00:0:100::',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:80ff:fffe',
  '2001:20::1',
  '2001:db8::1',
  '3fff::1',
  '2606:4700::5efe:10.0.0.1',
  '2606:4700::200:5efe:7f00:1',
  '100::1',
  '5f00::1',
  '4000::1',
  'fec0::1',
  'fe80::1',
  'fe80::1%eth0',
  'fd12::1',
  'ff02::1',
  'no address',
])('%s leads inward', address => {
  expect(leadsInward(address, undefined)).toBe(true)
})

test.each(['1.1.1.1', '172.32.0.1', '8.8.8.8', '2606:4700::1111', '2a01:4f8::1', '::ffff:8.8.8.8'])(
  '%s leads outward',
  address => {
    expect(leadsInward(address, undefined)).toBe(false)
  },
)

test('allowed addresses are reached, in either spelling', () => {
  const allowed = new BlockList()
  allowed.addSubnet('10.0.0.0', 8, 'ipv4')
  expect([leadsInward('10.9.9.9', allowed), leadsInward('::ffff:10.9.9.9', allowed)]).toEqual([false, false])
  expect(leadsInward('192.168.0.1', allowed)).toBe(true)
})
