import { wrapSpans } from '#web/ui/text/html-spans.ts'

/** Characters of a line, from the first up to the second, without it. */
export type Span = readonly [from: number, to: number]

/** Longer lines get no marks, and more words are not compared one by one. */
const maxCharacters = 2_000
const maxWords = 160

/**
 * The words that changed between two versions of a line.
 *
 * @returns null when too little is left of it for marks to say something
 */
export function changedWords(
  before: string,
  after: string,
): { readonly before: readonly Span[]; readonly after: readonly Span[] } | null {
  if (before === after || before.length > maxCharacters || after.length > maxCharacters) return null
  const [one, other] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let tail = 0
  const most = Math.min(one.length, other.length) - start
  while (tail < most && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++
  const [left, right] = [one.slice(start, one.length - tail), other.slice(start, other.length - tail)]
  const kept = left.length > maxWords || right.length > maxWords ? [] : longestCommon(left, right)
  const letters = (words: readonly string[]) => words.join('').replace(/\s+/g, '').length
  const same =
    letters(one.slice(0, start)) + letters(one.slice(one.length - tail)) + letters(kept.map(([at]) => left[at] ?? ''))
  if (same < Math.max(letters(one), letters(other)) * 0.3) return null
  const skip = one.slice(0, start).join('').length
  return {
    before: spansOf(left, new Set(kept.map(([at]) => at)), skip),
    after: spansOf(right, new Set(kept.map(([, at]) => at)), skip),
  }
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

/** The places of a longest common subsequence on both sides. */
function longestCommon(left: readonly string[], right: readonly string[]): readonly (readonly [number, number])[] {
  const width = right.length + 1
  const lengths = new Uint16Array((left.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: (readonly [number, number])[] = []
  let row = 0
  let column = 0
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) pairs.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return pairs
}

/** The spans between kept words; a lone space or sign between two changed words does not split them. */
function spansOf(words: readonly string[], kept: ReadonlySet<number>, skip: number): readonly Span[] {
  const spans: [number, number][] = []
  let at = skip
  for (const [index, word] of words.entries()) {
    const end = at + word.length
    if (!kept.has(index)) {
      const last = spans.at(-1)
      if (last !== undefined && at - last[1] <= 1) last[1] = end
      else spans.push([at, end])
    }
    at = end
  }
  return spans
}

/** Put marks around characters of highlighted code. */
export const marked = (html: string, spans: readonly Span[]): string =>
  wrapSpans(
    html,
    spans.map(([from, to]) => ({ from, to, open: '<mark>', close: '</mark>' })),
  )
