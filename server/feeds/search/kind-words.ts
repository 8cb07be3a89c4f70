import { searchText } from '#contract/search-text.ts'

/** The words that people use for the kinds that searches know, in the form of `searchText`. */
const kindWords = {
  issue: 'issues?|incidents?|tasks?',
  merge_request: 'merge requests?|pull requests?|mrs?|prs?',
  epic: 'epics?',
  note: 'comments?|notes?',
  milestone: 'milestones?',
  label: 'labels?',
  project: 'projects?',
  group: 'groups?',
  user: 'users?|people|person|members?',
} as const

export type NamedKind = keyof typeof kindWords

/** The signs of references to the kinds that are found by their names. */
const signs: { readonly [Kind in NamedKind]?: string } = { label: '~', milestone: '%', user: '@' }

/**
 * The rest of a search that names a kind, by a word or as a reference does: "quieter" of "epic quieter", for epics, and
 * "bug" of "~bug", for labels.
 *
 * @returns null where the search does not name the kind, or names nothing else
 */
export function wordsBesideKind(search: string, kind: NamedKind): string | null {
  const sign = signs[kind]
  if (sign !== undefined && search.trimStart().startsWith(sign))
    return searchText(search).trim().slice(sign.length).replaceAll('"', '').trim() || null
  // Text between quotes is searched as it is written.
  if (search.includes('"')) return null
  const text = searchText(search).trim()
  const rest = text.replace(new RegExp(`(^| )(?:${kindWords[kind]})(?= |$)`), ' ').trim()
  return rest === text || rest === '' ? null : rest
}
