import { type RawBuilder, sql } from 'kysely'
import { searchTerms, searchText, typoPattern } from '#contract/search-text.ts'
import { containing } from './like.ts'

/** SQL condition: a text contains every word and phrase of a search, whatever its case and accents. True of an empty search. */
export function matchesSearch(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const found = searchTerms(search).map(term => sql`search_text(${text}) like ${containing(term)}`)
  return found.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(found, sql` and `)})`
}

/** The same for a typed phrase, in a text for instance: its words in their order. */
export const matchesPhrase = (text: RawBuilder<unknown>, phrase: string): RawBuilder<boolean> =>
  sql<boolean>`search_text(${text}) like ${containing(searchText(phrase).trim())}`

/** The same of a normalized text, where words may also have one typo (`typoPattern`). For a few thousand texts at most. */
export function nearlyMatches(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const found = searchTerms(search).map(term => {
    const pattern = typoPattern(term)
    const exact = sql`${text} like ${containing(term)}`
    return pattern === null ? exact : sql`(${exact} or ${text} ~ ${pattern})`
  })
  return found.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(found, sql` and `)})`
}

/** A normalized text (`search_text`), and the additional letters of its index (`search_letters`). */
interface IndexedText {
  readonly text: RawBuilder<unknown>
  readonly letters: RawBuilder<unknown>
}

/**
 * The same of a text with indexes, each condition in a form that one of them answers: words of one or two letters have to begin a word there.
 *
 * @returns false of an empty search, and of one without letters, for which every text would have to be read
 */
export function matchesIndexed({ text, letters }: IndexedText, search: string): RawBuilder<boolean> {
  const terms = searchTerms(search)
  if (terms.length === 0 || !terms.every(term => lettersOf(term) !== null)) return sql<boolean>`false`
  const conditions = terms.flatMap(term => {
    const wanted = lettersOf(term) ?? ''
    return [...(wanted === '' ? [] : [sql`${letters} @@ ${wanted}::tsquery`]), ...containsTerm(text, term)]
  })
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** SQL condition that a part of a normalized text contains each term, where an index has narrowed the whole text before. */
export function containsTerms(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const found = searchTerms(search).flatMap(term => containsTerm(text, term, true))
  return found.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(found, sql` and `)})`
}

function containsTerm(text: RawBuilder<unknown>, term: string, isPart = false): readonly RawBuilder<unknown>[] {
  if (!isOneShortWord(term)) return [sql`${text} like ${containing(term)}`]
  // The letters alone tell the same.
  if (!isPart && /^[a-z0-9]+$/.test(term)) return []
  return [sql`${text} ~ ${`(^|[^a-z0-9])${term.replace(/[^a-z0-9 ]/g, '\\$&')}`}`]
}

/** `c` or `c++`: the index has nothing to find it by where it does not begin a word. */
const isOneShortWord = (term: string): boolean => /^[a-z0-9]{1,2}[^a-z0-9]*$/.test(term) && !/\P{ASCII}/u.test(term)

/**
 * The letters that `search_letters` has for every text with a term, as a `tsquery`.
 *
 * @returns empty where trigrams find the term; null where no index does
 */
function lettersOf(term: string): string | null {
  const pairs = [...term.matchAll(/\P{ASCII}+/gu)].flatMap(([run]) => {
    const letters = [...run]
    return letters.length === 1 ? letters : letters.slice(1).map((letter, place) => `${letters[place] ?? ''}${letter}`)
  })
  if (pairs.length > 0) return pairs.map(letters => `'${letters}'`).join(' & ')
  if (/[a-z0-9]{3}/.test(term)) return ''
  const words = [...term.matchAll(/[a-z0-9]+/g)]
  // A word with a sign before it begins there.
  const begun = words.filter(({ index }) => index > 0)
  const known = (begun.length > 0 ? begun : words).map(({ 0: word, index }) =>
    word.length === 1 && index + 1 === term.length ? `'${word}':*` : `'${word}'`,
  )
  return known.length === 0 ? null : known.join(' & ')
}
