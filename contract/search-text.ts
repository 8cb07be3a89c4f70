/**
 * A text in the form in which searches compare it: in lower case, without accents, on one line. The database has the same rule in the
 * function `search_text`.
 */
export function searchText(given: string): string {
  const plain = given
    .normalize('NFKD')
    .replace(unseen, '')
    .toLowerCase()
    .replace(replaced, letter => replacements.get(letter) ?? letter)
    .normalize('NFC')
  return plain.replace(/[ \t\n\v\f\r]+/g, ' ')
}

// Accents, and characters without width: soft hyphens, joiners, variation selectors.
const unseen = /(?:[\u0300-\u036f]|\u00ad|[\u200b-\u200f]|[\u2060-\u2064]|[\ufe00-\ufe0f]|\ufeff)+/g

const replacements = new Map(
  (
    [
      ['ø', 'o'],
      ['đ', 'd'],
      ['ł', 'l'],
      ['ħ', 'h'],
      ['ŧ', 't'],
      ['ı', 'i'],
      ['ð', 'd'],
      ['ς', 'σ'],
      ['ß', 'ss'],
      ['æ', 'ae'],
      ['œ', 'oe'],
      ['þ', 'th'],
      ['‘’‚‛', "'"],
      ['“”„‟«»', '"'],
      ['‹›', "'"],
      ['‐‑‒–—―−', '-'],
      ['\u0085\u1680\u2028\u2029', ' '],
    ] as const
  ).flatMap(([letters, replacement]) => [...letters].map(letter => [letter, replacement] as const)),
)
const replaced = new RegExp(`[${[...replacements.keys()].join('')}]`, 'g')

const maxTerms = 10
const maxTermLength = 200

/**
 * The terms of a search, each in the form of `searchText`: its words in any order, and quoted phrases verbatim.
 * Punctuation around a word is left out; a word without a letter or digit counts only if nothing else was typed.
 */
export function searchTerms(given: string): readonly string[] {
  const text = searchText(given)
  const parts = [...text.matchAll(/"([^"]*[^" ][^"]*)"|[^\s"]+/g)].map(([word, phrase]) =>
    phrase === undefined ? word.replace(/^[([{<']+|[)\]}>('`,;:!?.]+$/g, '') || word : phrase.trim(),
  )
  const named = parts.filter(part => /[\p{L}\p{N}]|\P{ASCII}/u.test(part))
  const terms = named.length > 0 ? named : [text.trim()].filter(part => part !== '')
  return [...new Set(terms.map(term => [...term].slice(0, maxTermLength).join('').trim()))].slice(0, maxTerms)
}

/** Shorter words are too much like others. */
const minTypoLength = 4
/** In shorter words only a missing letter and swapped letters count: with any other typo they are too much like others. */
const minWrongLength = 5

/**
 * A regular expression, in the syntax that PostgreSQL and browsers share, for words that begin like a term with one letter wrong, missing,
 * too much, or swapped with the next one. The first letter has to be right.
 *
 * @returns null for a term that is too short, or no word of ASCII letters
 */
export function typoPattern(term: string): string | null {
  if (term.length < minTypoLength || term.length > maxTypoLength || !/^[a-z]+$/.test(term)) return null
  const tails = [...term.slice(1)].flatMap((letter, place) => {
    const [before, after] = [term.slice(1, place + 1), term.slice(place + 2)]
    const swapped = after === '' ? [] : [`${before}${after[0]}${letter}${after.slice(1)}`]
    const missing = `${before}[a-z]${letter}${after}`
    return [...(term.length < minWrongLength ? [] : [`${before}[a-z]?${after}`]), missing, ...swapped]
  })
  return `(^|[^a-z0-9])${term[0]}(${tails.join('|')})`
}

const maxTypoLength = 20
