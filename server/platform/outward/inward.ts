import { BlockList, isIP } from 'node:net'

/** Networks that no request may reach that a person gave the address of: this machine, its neighbours, and what leads there. */
const inward = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [address = '', bits] = network.split('/')
  inward.addSubnet(address, Number(bits), 'ipv4')
}
for (const network of [
  // Unspecified, loopback, and IPv4 in its old embedding.
  '::/96',
  // IPv4 behind a translator.
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  // Tunnels that carry an IPv4 address.
  '2001::/32',
  '2002::/16',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]) {
  const [address = '', bits] = network.split('/')
  inward.addSubnet(address, Number(bits), 'ipv6')
}

/**
 * Whether an address leads inside, unless the operator allows it.
 *
 * @param address  of IPv4 or IPv6; anything else counts as inside
 */
export function leadsInward(address: string, allowed: BlockList | undefined): boolean {
  const plain = mappedIpv4(address) ?? address
  const version = isIP(plain)
  if (version === 0) return true
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (allowed?.check(plain, family)) return false
  return inward.check(plain, family)
}

/** The IPv4 address that an IPv6 address of `::ffff:0:0/96` stands for, in any spelling; else null. */
function mappedIpv4(address: string): string | null {
  if (isIP(address) !== 6) return null
  // The parser of URLs writes each address in one way only.
  const written = URL.parse(`http://[${address.split('%')[0]}]`)?.hostname ?? ''
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(written) ?? []
  if (high === undefined || low === undefined) return null
  const [one, other] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [one >> 8, one & 255, other >> 8, other & 255].join('.')
}
