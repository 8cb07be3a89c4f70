import { type BlockList, isIP } from 'node:net'
import type { Settings } from '#server/settings.ts'

/** Whether an address is in a list of addresses and networks. An IPv4 address in IPv6 notation is the IPv4 address. */
export function isListed(list: BlockList, address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  const version = isIP(bare)
  return version !== 0 && list.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Whether a connection from this address comes from a proxy or balancer of the operator (`TRUSTED_PROXIES`): it carries the requests of
 * many people, so no limit of an address applies to it, and its `X-Forwarded-For` is believed.
 *
 * @param address  of the other end of the socket; undefined once it is closed
 */
export const isTrustedProxy = (
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
  address: string | undefined,
): boolean => address !== undefined && isListed(trustedProxies, address)
