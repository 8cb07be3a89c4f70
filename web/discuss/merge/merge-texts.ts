import { diff3MergeRegions } from 'node-diff3'

/** A piece of a merged text: what both agree on by now, or what both changed, each in their way. */
export type MergePiece =
  | { readonly kind: 'settled'; readonly text: string }
  | { readonly kind: 'overlap'; readonly mine: string; readonly theirs: string; readonly base: string }

/**
 * Put two texts together that were made of the same one. Lines are compared first, and where both changed the same lines
 * their words: only what really overlaps is left to choose.
 *
 * @returns the pieces in order; joined, with one side of each overlap, they are the merged text
 */
export function mergeTexts(base: string, mine: string, theirs: string): readonly MergePiece[] {
  // A last line without its break is the same line as one with it.
  const pieces = mergeBy(linesOf, `${base}\n`, `${mine}\n`, `${theirs}\n`)
  const last = pieces.at(-1)
  return joined(
    [...pieces.slice(0, -1), ...(last ? [withoutLastBreak(last)] : [])].flatMap(piece =>
      piece.kind === 'settled' ? [piece] : mergeWords(piece),
    ),
  )
}

function withoutLastBreak(piece: MergePiece): MergePiece {
  const cut = (text: string) => text.replace(/\n$/, '')
  return piece.kind === 'settled'
    ? { kind: 'settled', text: cut(piece.text) }
    : { kind: 'overlap', mine: cut(piece.mine), base: cut(piece.base), theirs: cut(piece.theirs) }
}

type Overlap = Extract<MergePiece, { kind: 'overlap' }>

// Longer stretches are not worth the time their words would take.
const wordsAtMostIn = 20_000

function mergeWords(overlap: Overlap): readonly MergePiece[] {
  if (overlap.mine.length + overlap.theirs.length > wordsAtMostIn) return [overlap]
  const pieces = mergeBy(wordsOf, overlap.base, overlap.mine, overlap.theirs)
  // Bits of words say nothing: where words overlap, the lines stand against each other whole.
  return pieces.some(piece => piece.kind === 'overlap') ? [overlap] : pieces
}

function mergeBy(split: (text: string) => string[], base: string, mine: string, theirs: string): readonly MergePiece[] {
  const regions = diff3MergeRegions<string>(split(mine), split(base), split(theirs))
  return regions.map(region => {
    if (region.stable) return { kind: 'settled', text: region.bufferContent.join('') }
    const [own, old, other] = [region.aContent, region.oContent, region.bContent].map(part => part.join(''))
    if (own === other) return { kind: 'settled', text: own ?? '' }
    return { kind: 'overlap', mine: own ?? '', base: old ?? '', theirs: other ?? '' }
  })
}

/** Each line with its break, so that joining gives every byte back. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

function joined(pieces: readonly MergePiece[]): readonly MergePiece[] {
  const result: MergePiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (piece.kind === 'settled' && last?.kind === 'settled')
      result[result.length - 1] = { kind: 'settled', text: last.text + piece.text }
    else if (piece.kind === 'overlap' || piece.text !== '') result.push(piece)
  }
  return result
}

/** The kept side of an overlap. */
export type Pick = 'mine' | 'theirs' | 'both'

/** The text with one side picked for each overlap, in their order. */
export function pickedText(pieces: readonly MergePiece[], picks: readonly Pick[]): string {
  let place = 0
  return pieces.reduce((before, piece) => {
    if (piece.kind === 'settled') return before + piece.text
    const pick = picks[place] ?? 'mine'
    place += 1
    return before + (pick === 'both' ? `${piece.mine}${seamIn(piece, before)}${piece.theirs}` : piece[pick])
  }, '')
}

/** The separator of the two sides: a line break, or an empty line if each side added a paragraph. */
function seamIn({ mine, theirs, base }: Overlap, before: string): string {
  if (mine === '' || theirs === '') return ''
  const isParagraph = base === '' && before.endsWith('\n\n') && !theirs.startsWith('\n')
  const wanted = isParagraph ? '\n\n' : '\n'
  return wanted.slice(/\n*$/.exec(mine)?.[0].length ?? 0)
}
