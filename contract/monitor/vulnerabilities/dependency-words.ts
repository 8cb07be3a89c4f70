/** How versions that are looked for compare with a given one. */
export const versionComparisons = ['<', '<=', '=', '>=', '>'] as const
export type VersionComparison = (typeof versionComparisons)[number]

/** The input of a list of dependencies for the words of its address. Words that name nothing count as left out. */
export function dependencyWords({ compare, affected, version, ...words }: Readonly<Record<string, unknown>>) {
  const known = versionComparisons.find(each => each === compare)
  const isSearched = typeof words.package === 'string' && words.package.trim() !== ''
  return {
    ...words,
    ...(affected === 'true' && { affected: true }),
    ...(isSearched && typeof version === 'string' && version !== '' && { version, compare: known ?? '<' }),
  }
}
