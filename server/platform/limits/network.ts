import { isIPv6 } from 'node:net'

/**
 * What limits count an address as: an IPv4 address by itself, an IPv6 address as the /64 network that its owner takes any address of.
 * An IPv4 address in IPv6 notation is the IPv4 address.
 */
export function networkOf(ip: string): string {
  const bare = ip.replace(/%.*$/, '')
  if (!isIPv6(bare)) return ip
  // The URL parser writes an address in one way: lower case, without zeros in front, IPv4 parts as hexadecimal digits.
  const host = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [before = '', after] = host.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  const isMapped = groups.slice(0, 5).every(group => group === '0') && groups[5] === 'ffff'
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`
  const bits = groups.slice(6).map(group => Number.parseInt(group, 16))
  return bits.flatMap(pair => [pair >> 8, pair & 0xff]).join('.')
}
