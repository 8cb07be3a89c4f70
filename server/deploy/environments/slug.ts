import { createHash } from 'node:crypto'

const longestSlug = 24

/**
 * A name as a part of a host name: lower case, at most 24 characters, starting with a letter. A slug that says less than its
 * name ends with a piece of the name's hash, so that two names never share one by chance alone.
 */
export function slugOf(name: string): string {
  const spelled = name.toLowerCase().replace(/[^a-z0-9]/g, '-')
  const started = /^[a-z]/.test(spelled) ? spelled : `env-${spelled}`
  const short = started.slice(0, longestSlug).replace(/-+/g, '-').replace(/-$/, '')
  if (short === name) return short
  const hash = BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
    .toString(36)
    .slice(-6)
  return `${short.slice(0, longestSlug - 7).replace(/-$/, '')}-${hash}`
}
