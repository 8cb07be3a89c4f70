import { scanMarkdownSafely } from './markdown.ts'
import { findHits, matcherOf, type ReferenceMatch, type ReferenceSyntax, readCandidate } from './references.ts'

/** A plain reference with its place in the source of a text. */
export interface PlacedReference {
  readonly match: ReferenceMatch
  readonly start: number
  readonly end: number
  /** The same reference as it is typed elsewhere, with the path of its project or group. */
  readonly qualified: (path: string) => string
}

interface PlacedOptions {
  readonly siteUrl: string
  /** Parse as one line of plain text, such as a title. */
  readonly line: boolean
}

/**
 * The plain references of a text with their places in its source, in order. Text that looks like one in code, in a link
 * or in an address is none: to tell them apart, every candidate gets a number of its own, and the scan says which of
 * these it sees.
 */
export async function placedReferences(
  text: string,
  syntaxes: readonly ReferenceSyntax[],
  options: PlacedOptions,
): Promise<readonly PlacedReference[]> {
  const hits = findHits(text, syntaxes.map(matcherOf))
  const candidates = hits.flatMap(({ matcher, match }) => {
    const common = { original: match[0], plain: '', url: '', suffix: '', atLineStart: false } as const
    const read = readCandidate({ ...common, form: 'text', syntax: matcher, match }, syntaxes, '')
    const syntax = syntaxes[matcher]
    return read === null || syntax === undefined ? [] : [{ read, syntax, start: match.index }]
  })
  if (candidates.length === 0) return []
  const first = unusedNumber(text)
  let numbered = ''
  let at = 0
  for (const [index, { read, start }] of candidates.entries()) {
    const place = start + read.original.lastIndexOf(read.target)
    numbered += text.slice(at, place) + numberedTarget(read, first + index)
    at = place + read.target.length
  }
  numbered += text.slice(at)
  const seen = new Set<string>()
  for (const { form, target } of (await scanMarkdownSafely(numbered, syntaxes, options)).references)
    if (form === 'text') seen.add(target)
  return candidates
    .filter(({ read }, index) => seen.has(numberedTarget(read, first + index)))
    .map(({ read, syntax, start }) => ({
      match: read,
      start,
      end: start + read.original.length,
      qualified: path => syntax.qualify?.(read, path) ?? `${path}${read.original.slice(read.path?.length ?? 0)}`,
    }))
}

/** The first of many numbers of fifteen digits that a text does not hold. */
function unusedNumber(text: string): number {
  let number = 7e14
  while (text.includes(String(number).slice(0, 8))) number += 1e7
  return number
}

/** A number in place of a target, in the same form. A range of commits has two ends. */
const numberedTarget = ({ target }: ReferenceMatch, number: number): string =>
  /^[0-9a-f]+\.{2,3}[0-9a-f]+$/.test(target) ? `${number}..${number}` : String(number)
