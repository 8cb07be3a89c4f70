/** A stretch of text that both versions have, or only the older (`removed`) or the newer (`added`) one. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

// A comparison that finds too little in common is given up for "all of it changed": texts may be long and hostile, and
// nobody reads a thousand small changes.
const maxEdits = 400
const maxSteps = 200_000
const leastInCommon = 0.25
const maxCompared = 50_000

/**
 * What changed from one text to another, by words within the lines that changed.
 *
 * @returns pieces in order; those that are no `added` join to `from`, those that are no `removed` to `to`
 */
export function wordDiff(from: string, to: string): readonly Piece[] {
  if (from === to) return joined([{ kind: 'same', text: from }])
  const budget = { steps: maxSteps }
  const byLine = compare(linesOf(from), linesOf(to), budget)
  return joined(changesOf(byLine).flatMap(change => ('same' in change ? [change.same] : within(change, budget))))
}

type Change = { readonly same: Piece } | { readonly removed: string; readonly added: string }

interface Budget {
  steps: number
}

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

/** Pieces with what changed side by side taken together; blanks between two changes belong to them. */
function changesOf(pieces: readonly Piece[]): readonly Change[] {
  const changes: Change[] = []
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

/** Myers' shortest edit script, token by token. */
function compare(from: readonly string[], to: readonly string[], budget: Budget): readonly Piece[] {
  let head = 0
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1
  let tail = 0
  while (tail < from.length - head && tail < to.length - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1
  const text = (tokens: readonly string[], start: number, end: number) => tokens.slice(start, end).join('')
  const old = from.slice(head, from.length - tail)
  const young = to.slice(head, to.length - tail)
  return [
    { kind: 'same', text: text(from, 0, head) },
    ...(shortest(old, young, budget) ?? [
      { kind: 'removed' as const, text: old.join('') },
      { kind: 'added' as const, text: young.join('') },
    ]),
    { kind: 'same', text: text(from, from.length - tail, from.length) },
  ]
}

/** Null when that takes more edits or steps than is sensible. */
function shortest(from: readonly string[], to: readonly string[], budget: Budget): readonly Piece[] | null {
  const most = Math.min(from.length + to.length, maxEdits)
  const size = 2 * most + 3
  let reached = new Int32Array(size)
  const trace: Int32Array[] = []
  const at = (edits: Int32Array, diagonal: number) => edits[diagonal + most + 1] ?? 0
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reached)
    const next = reached.slice()
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown =
        diagonal === -edits || (diagonal !== edits && at(reached, diagonal - 1) < at(reached, diagonal + 1))
      let x = isDown ? at(reached, diagonal + 1) : at(reached, diagonal - 1) + 1
      let y = x - diagonal
      while (x < from.length && y < to.length && from[x] === to[y]) {
        x += 1
        y += 1
        budget.steps -= 1
      }
      budget.steps -= 1
      next[diagonal + most + 1] = x
      if (x >= from.length && y >= to.length) return walkBack(from, to, trace, most)
    }
    if (budget.steps < 0) return null
    reached = next
  }
  return null
}

function walkBack(
  from: readonly string[],
  to: readonly string[],
  trace: readonly Int32Array[],
  most: number,
): readonly Piece[] {
  const pieces: Piece[] = []
  let x = from.length
  let y = to.length
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits]
    const at = (diagonal: number) => reached?.[diagonal + most + 1] ?? 0
    const diagonal = x - y
    const isDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
    const before = isDown ? diagonal + 1 : diagonal - 1
    const startX = edits === 0 ? 0 : at(before)
    const startY = edits === 0 ? 0 : startX - before
    while (x > startX && y > startY) {
      x -= 1
      y -= 1
      pieces.push({ kind: 'same', text: from[x] ?? '' })
    }
    if (edits === 0) break
    if (isDown) pieces.push({ kind: 'added', text: to[startY] ?? '' })
    else pieces.push({ kind: 'removed', text: from[startX] ?? '' })
    x = startX
    y = startY
  }
  return joined(pieces.reverse())
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
