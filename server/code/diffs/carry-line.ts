import type { Hunk } from '#contract/code/diffs/diff-lines.ts'

/** A line of a version of a file, or the line before it, as `CarriedLine` says. */
export type CarriedLine =
  /** No line changed above it, or at it. */
  | { readonly state: 'untouched'; readonly line: number }
  /** The same line, with another number. */
  | { readonly state: 'moved'; readonly line: number }
  /** Another line took its place. */
  | { readonly state: 'edited'; readonly line: number }
  /** The line was deleted; `line` is the one before its former place, 0 at the top of the file. */
  | { readonly state: 'deleted'; readonly line: number }

/** Lines that were replaced, in the numbers of both versions. */
export interface Change {
  readonly oldStart: number
  readonly newStart: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** The limit of new lines with which a line is compared. */
const maxCandidates = 200

/** The changes of hunks, without the unchanged lines around them, in file order. */
export function changesOf(hunks: readonly Hunk[]): readonly Change[] {
  const changes: { oldStart: number; newStart: number; removed: string[]; added: string[] }[] = []
  for (const hunk of hunks) {
    let open = null
    for (const { kind, oldPos, newPos, text } of hunk.lines) {
      if (kind === 'context') {
        open = null
        continue
      }
      if (open === null) {
        open = { oldStart: oldPos, newStart: newPos, removed: [] as string[], added: [] as string[] }
        changes.push(open)
      }
      if (kind === 'removed') open.removed.push(text)
      else open.added.push(text)
    }
  }
  return changes
}

/**
 * Carry a line from one version of a file to the next.
 *
 * @param line  1-based, of the old version
 * @param changes  `changesOf(readHunks(patch))` of the diff from old version to new version
 * @throws RangeError  a line below 1
 * @source NOTE-040, DISC-005
 */
export function carryLine(line: number, changes: readonly Change[]): CarriedLine {
  if (line < 1) throw new RangeError('Lines are counted from 1')
  let offset = 0
  for (const change of changes) {
    const { oldStart, newStart, removed, added } = change
    if (line < oldStart) break
    if (line < oldStart + removed.length) {
      if (added.length === 0) return { state: 'deleted', line: newStart - 1 }
      return { state: 'edited', line: newStart + closest(removed, line - oldStart, added) }
    }
    offset = newStart + added.length - (oldStart + removed.length)
  }
  return offset === 0 ? { state: 'untouched', line } : { state: 'moved', line: line + offset }
}

/** The index of the added line that took the place of a removed one: the most similar, the nearest of equals. */
function closest(removed: readonly string[], index: number, added: readonly string[]): number {
  const expected = Math.min(index, added.length - 1)
  if (added.length > maxCandidates) return expected
  const pairs = pairsOf(removed[index] ?? '')
  let best = { at: expected, similarity: 0 }
  for (const [at, text] of added.entries()) {
    const similarity = similarityOf(pairs, pairsOf(text))
    const isNearer = Math.abs(at - expected) < Math.abs(best.at - expected)
    if (similarity > best.similarity + 0.001 || (similarity > best.similarity - 0.001 && isNearer))
      best = { at, similarity }
  }
  return best.similarity < 0.3 ? expected : best.at
}

/** The number of times that each pair of neighboring characters occurs in a line. */
function pairsOf(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>()
  const clean = text.trim().slice(0, 500)
  for (let at = 0; at < clean.length - 1; at++) {
    const pair = clean.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

/** The share of common pairs in all pairs, from 0 to 1. */
function similarityOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0
  let all = 0
  for (const count of one.values()) all += count
  for (const [pair, count] of other) {
    all += count
    shared += Math.min(count, one.get(pair) ?? 0)
  }
  return all === 0 ? 0 : (2 * shared) / all
}
