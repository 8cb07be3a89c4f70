import type { EnvironmentTier } from '#contract/deploy/environments/environment-words.ts'

const tierWords: readonly (readonly [EnvironmentTier, RegExp])[] = [
  ['development', /(dev|review|trunk)/i],
  ['testing', /(test|tst|int|ac(ce|)pt|qa|qc|control|quality)/i],
  ['staging', /(st(a|)g|mod(e|)l|pre|demo|non)/i],
  ['production', /(pr(o|)d|live)/i],
]

/** The tier that follows from a name: the first that has a word for it. @source GitLab's docs, deployment tiers */
export const tierOf = (name: string): EnvironmentTier => tierWords.find(([, words]) => words.test(name))?.[0] ?? 'other'
