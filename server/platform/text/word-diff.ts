import { diffArrays } from 'diff'

/** A stretch of text that both versions have, or only the older (`removed`) or the newer (`added`) one. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

// A comparison that finds too little in common is given up for "all of it changed": texts may be long and hostile, and
// a thousand small changes are not readable.
const maxEdits = 400
/** The steps of all comparisons of a diff together; a comparison costs about the square of its edits. */
const maxSteps = 400_000
const leastInCommon = 0.25
const maxCompared = 50_000

/**
 * The changes from one text to another, by words within the lines that changed.
 *
 * @returns pieces in order; those that are no `added` join to `from`, those that are no `removed` to `to`
 */
export function wordDiff(from: string, to: string): readonly Piece[] {
  if (from === to) return joined([{ kind: 'same', text: from }])
  const budget = { steps: maxSteps }
  const byLine = compare(linesOf(from), linesOf(to), budget)
  return joined(changesOf(byLine).flatMap(change => ('same' in change ? [change.same] : within(change, budget))))
}

interface Budget {
  steps: number
}

type WordChange = { readonly same: Piece } | { readonly removed: string; readonly added: string }

/** A change of lines, by words when enough of them stayed. */
function within(change: { readonly removed: string; readonly added: string }, budget: Budget): readonly Piece[] {
  const whole: readonly Piece[] = [
    { kind: 'removed', text: change.removed },
    { kind: 'added', text: change.added },
  ]
  if (change.removed === '' || change.added === '') return whole
  if (change.removed.length + change.added.length > maxCompared) return whole
  const pieces = compare(wordsOf(change.removed), wordsOf(change.added), budget)
  const common = pieces.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0)
  if (common < leastInCommon * Math.min(change.removed.trim().length, change.added.trim().length)) return whole
  return changesOf(pieces).flatMap(each =>
    'same' in each
      ? [each.same]
      : [
          { kind: 'removed' as const, text: each.removed },
          { kind: 'added' as const, text: each.added },
        ],
  )
}

/** Pieces with adjacent changes joined; blanks between two changes belong to them. */
function changesOf(pieces: readonly Piece[]): readonly WordChange[] {
  const changes: WordChange[] = []
  let open: { removed: string; added: string } | null = null
  pieces.forEach((piece, index) => {
    if (piece.kind !== 'same') {
      open ??= { removed: '', added: '' }
      open[piece.kind] += piece.text
      return
    }
    const isBetween = open !== null && /^[^\S\n]+$/.test(piece.text) && index < pieces.length - 1
    if (isBetween && open !== null) {
      open.removed += piece.text
      open.added += piece.text
      return
    }
    if (open !== null) changes.push(open)
    open = null
    changes.push({ same: piece })
  })
  if (open !== null) changes.push(open)
  return changes
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const wordsOf = (text: string): readonly string[] => text.match(/\n|[^\S\n]+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** The shortest edit script, token by token; all of it changed where that takes more than is sensible. */
function compare(from: readonly string[], to: readonly string[], budget: Budget): readonly Piece[] {
  const maxEditLength = Math.min(maxEdits, Math.floor(Math.sqrt(Math.max(0, budget.steps))))
  const parts = diffArrays([...from], [...to], { maxEditLength })
  const edits = parts?.reduce((sum, part) => sum + (part.added || part.removed ? part.count : 0), 0) ?? maxEditLength
  budget.steps -= edits * edits + from.length + to.length
  if (parts === undefined)
    return [
      { kind: 'removed', text: from.join('') },
      { kind: 'added', text: to.join('') },
    ]
  return parts.map(({ value, removed, added }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    text: value.join(''),
  }))
}

/** Neighbours of a kind as one, nothing empty. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (piece.text === '') continue
    if (last?.kind === piece.kind) result[result.length - 1] = { ...last, text: last.text + piece.text }
    else result.push(piece)
  }
  return result
}
