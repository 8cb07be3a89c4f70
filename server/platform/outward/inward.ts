import { BlockList, isIP } from 'node:net'
import { groupsOf, ipv4Of } from '#server/platform/limits/network.ts'

/**
 * Networks that no request to an address given by a user may reach: this machine, its neighbors, and addresses that
 * lead there.
 */
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
/**
 * The networks of IPv6 that are assigned to sites of the Internet. All others are inside, reserved, or lead to an IPv4 address, such as
 * those of translators (`64:ff9b::/96`, `::ffff:0:0:0/96`) and the old embedding (`::/96`).
 *
 * @source IANA, "IPv6 Global Unicast Address Assignments"; RFC 6890
 */
const outwardIpv6 = new BlockList()
outwardIpv6.addSubnet('2000::', 3, 'ipv6')
for (const network of [
  // Protocols, among them Teredo, which carries an IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  // 6to4 carries an IPv4 address.
  '2002::/16',
  // The end of the test network 6bone, and documentation.
  '3ffe::/16',
  '3fff::/20',
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
  const groups = groupsOf(address)
  const plain = (groups === null ? null : ipv4Of(groups)) ?? address.replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return true
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (allowed?.check(plain, family)) return false
  if (inward.check(plain, family)) return true
  return family === 'ipv6' && (!outwardIpv6.check(plain, 'ipv6') || (groups !== null && isIsatap(groups)))
}

/** A tunnel within a network, whose addresses end in an IPv4 address. @source RFC 5214, section 6.1 */
const isIsatap = (groups: readonly number[]): boolean =>
  groups[5] === 0x5efe && (groups[4] === 0 || groups[4] === 0x0200)
