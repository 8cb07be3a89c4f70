import { searchText } from '#contract/search-text.ts'

export interface MarkedPart {
  readonly text: string
  readonly isMarked: boolean
}

/** A text cut where a search has found its terms, whatever the case and accents in it. */
export function markedParts(text: string, terms: readonly string[]): readonly MarkedPart[] {
  // The origin of each letter of the normalized text: one letter may become two or none.
  const letters = [...text]
  const normalized = letters.map(letter => (/\s/.test(letter) ? ' ' : searchText(letter)))
  const plain = normalized.join('')
  const origins = normalized.flatMap((part, index) =>
    [...part].flatMap(each => Array.from({ length: each.length }, () => index)),
  )
  const marked = new Set<number>()
  for (const term of terms)
    for (let at = plain.indexOf(term); at >= 0 && term !== ''; at = plain.indexOf(term, at + term.length))
      for (let each = at; each < at + term.length; each += 1) marked.add(origins[each] ?? 0)
  const parts: { text: string; isMarked: boolean }[] = []
  for (const [index, letter] of letters.entries()) {
    const last = parts.at(-1)
    if (last?.isMarked === marked.has(index)) last.text += letter
    else parts.push({ text: letter, isMarked: marked.has(index) })
  }
  return parts
}
