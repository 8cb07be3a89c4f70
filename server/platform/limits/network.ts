import { isIPv6 } from 'node:net'

/**
 * The key by which limits count an address: an IPv4 address by itself, an IPv6 address as the /64 network, any address
 * of which its owner can take. An IPv4 address in IPv6 notation is the IPv4 address.
 */
export function networkOf(ip: string): string {
  const groups = groupsOf(ip)
  if (groups === null) return ip
  return ipv4Of(groups) ?? `${groups.slice(0, 4).map(hex).join(':')}::/64`
}

/** The one way in which an address is compared: an IPv4 address in IPv6 notation is the IPv4 address. */
export function plainAddress(ip: string): string {
  const groups = groupsOf(ip)
  return groups === null ? ip : (ipv4Of(groups) ?? groups.map(hex).join(':'))
}

/** The eight groups of an IPv6 address, in any spelling; null for every other text. */
export function groupsOf(ip: string): readonly number[] | null {
  const bare = ip.replace(/%.*$/, '')
  if (!isIPv6(bare)) return null
  // The URL parser writes an address in one way: IPv4 parts as hexadecimal digits.
  const host = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [before = '', after] = host.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map(group => Number.parseInt(group, 16))
}

/** The IPv4 address in an address of `::ffff:0:0/96`; null for every other one. */
export function ipv4Of(groups: readonly number[]): string | null {
  if (groups.slice(0, 5).some(group => group !== 0) || groups[5] !== 0xffff) return null
  return groups
    .slice(6)
    .flatMap(pair => [pair >> 8, pair & 0xff])
    .join('.')
}

const hex = (group: number): string => group.toString(16)
