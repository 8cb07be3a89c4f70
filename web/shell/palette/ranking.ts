import { searchTerms, searchText, typoPattern } from '#contract/search-text.ts'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'

/** Something to choose that is known before anything is typed. */
export interface Choice extends Option {
  /** Other words for it, in lower case. */
  readonly synonyms?: string
}

/**
 * The match of a choice with the typed text: 0 by the beginnings of words of its name, 1 by parts of them, 2 by other
 * words, 3 with a typo.
 */
export type Likeness = 0 | 1 | 2 | 3

interface Ranked {
  readonly choice: Choice
  readonly likeness: Likeness
}

/** The choices that contain every word, in any order, the best first. */
export function ranked(choices: readonly Choice[], query: string): readonly Ranked[] {
  const terms = searchTerms(query)
  if (terms.length === 0) return choices.map(choice => ({ choice, likeness: 0 }))
  const found = choices.flatMap(choice => {
    const likeness = likenessOf(choice, terms)
    return likeness === null ? [] : [{ choice, likeness }]
  })
  return found.sort((one, other) => one.likeness - other.likeness)
}

function likenessOf(
  { text, detail = '', group = '', synonyms = '' }: Choice,
  terms: readonly string[],
): Likeness | null {
  const name = searchText(text)
  const own = `${name} ${searchText(detail)} ${synonyms}`
  // The words above a group narrow the results; alone they match nothing. Users write "my" where pages say "your".
  const around = `${searchText(group)}${/\byour\b/.test(`${own} ${searchText(group)}`) ? ' my mine' : ''}`
  const isNamed = (term: string) => beginsWord(name, term) || isIn(name, term)
  const isSaid = (term: string) => beginsWord(own, term) || isIn(own, term)
  const isAround = (term: string) => beginsWord(around, term)
  if (terms.every(term => beginsWord(name, term))) return 0
  if (terms.every(isNamed)) return 1
  const isAny = (term: string) => isSaid(term) || isAround(term)
  if (terms.some(isSaid) && terms.every(isAny)) return 2
  const isNear = (term: string) => isSaid(term) || hasTypo(own, term)
  return terms.some(isNear) && terms.every(term => isNear(term) || isAround(term)) ? 3 : null
}

const beginsWord = (text: string, term: string): boolean =>
  text.startsWith(term) || text.includes(` ${term}`) || text.includes(`/${term}`) || text.includes(`-${term}`)

/** Shorter ones are inside of too many words. */
const minInside = 3

const isIn = (text: string, term: string): boolean => term.length >= minInside && text.includes(term)

function hasTypo(text: string, term: string): boolean {
  const pattern = typoPattern(term)
  return pattern !== null && new RegExp(pattern).test(text)
}

const mostFiles = 5

/** The paths that contain every word, those first whose names begin with the first one, then those whose names contain it; shorter ones first. */
export function rankedPaths(paths: readonly string[], query: string): readonly string[] {
  const terms = searchTerms(query)
  const [first] = terms
  if (first === undefined) return []
  const found = paths.flatMap(path => {
    const text = searchText(path)
    if (!terms.every(term => text.includes(term))) return []
    const name = text.slice(text.lastIndexOf('/') + 1)
    return [{ path, rank: name.startsWith(first) ? 0 : name.includes(first) ? 1 : 2 }]
  })
  return found
    .sort((one, other) => one.rank - other.rank || one.path.length - other.path.length)
    .slice(0, mostFiles)
    .map(({ path }) => path)
}
