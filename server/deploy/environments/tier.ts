import { createHash } from 'node:crypto'
import type { EnvironmentTier } from '#contract/deploy/environments/environment-words.ts'

const tierWords: readonly (readonly [EnvironmentTier, RegExp])[] = [
  ['development', /(dev|review|trunk)/i],
  ['testing', /(test|tst|int|ac(ce|)pt|qa|qc|control|quality)/i],
  ['staging', /(st(a|)g|mod(e|)l|pre|demo|non)/i],
  ['production', /(pr(o|)d|live)/i],
]

/** The tier that follows from a name: the first that has a word for it. @source GitLab's docs, deployment tiers */
export const tierOf = (name: string): EnvironmentTier => tierWords.find(([, words]) => words.test(name))?.[0] ?? 'other'

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
