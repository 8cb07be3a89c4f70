import { readHunks } from '#contract/code/diffs/diff-lines.ts'
import { changesOf } from './carry-line.ts'

/** Lines of one side of a file, both counted, that were moved rather than removed or added. */
interface MovedRange {
  readonly file: string
  readonly side: 'old' | 'new'
  readonly first: number
  readonly last: number
}

/** A block is moved if it has this many lines, or `leastLetters` letters and digits. */
const leastLines = 3
const leastLetters = 20
/** A line that is there more often says nothing about where a block came from. */
const mostPlaces = 50

interface LinePosition {
  readonly file: string
  readonly line: number
  readonly key: string
}

/**
 * Find blocks of lines that are removed in one place of a diff and added in another, whatever their indentation.
 *
 * @param patches  of text files, by the id of the change
 * @returns the ranges of both sides
 */
export function movedLines(patches: ReadonlyMap<string, string>): readonly MovedRange[] {
  const removed: (readonly LinePosition[])[] = []
  const added: (readonly LinePosition[])[] = []
  for (const [file, patch] of patches) {
    for (const change of changesOf(readHunks(patch))) {
      const places = (lines: readonly string[], start: number) =>
        lines.map((text, index) => ({ file, line: start + index, key: text.trim() }))
      removed.push(places(change.removed, change.oldStart))
      added.push(places(change.added, change.newStart))
    }
  }
  const origins = new Map<string, { readonly run: readonly LinePosition[]; readonly at: number }[]>()
  for (const run of removed) {
    for (const [at, { key }] of run.entries()) {
      if (key === '') continue
      const known = origins.get(key)
      if (known === undefined) origins.set(key, [{ run, at }])
      else if (known.length < mostPlaces) known.push({ run, at })
    }
  }
  const ranges: MovedRange[] = []
  for (const run of added) {
    let at = 0
    while (at < run.length) {
      const best = longestBlock(run, at, origins.get(run[at]?.key ?? '') ?? [])
      if (best === null) at++
      else {
        ranges.push(rangeOf('new', run, at, best.length), rangeOf('old', best.run, best.at, best.length))
        at += best.length
      }
    }
  }
  return ranges
}

function longestBlock(
  run: readonly LinePosition[],
  start: number,
  origins: readonly { readonly run: readonly LinePosition[]; readonly at: number }[],
) {
  let best: { readonly run: readonly LinePosition[]; readonly at: number; readonly length: number } | null = null
  for (const origin of origins) {
    let length = 0
    while (
      start + length < run.length &&
      origin.at + length < origin.run.length &&
      run[start + length]?.key === origin.run[origin.at + length]?.key
    )
      length++
    while (length > 0 && run[start + length - 1]?.key === '') length--
    if (length > (best?.length ?? 0)) best = { ...origin, length }
  }
  if (best === null) return null
  const letters = run
    .slice(start, start + best.length)
    .reduce((sum, { key }) => sum + key.replace(/[^\p{L}\p{N}]/gu, '').length, 0)
  return best.length >= leastLines || letters >= leastLetters ? best : null
}

function rangeOf(side: 'old' | 'new', run: readonly LinePosition[], at: number, length: number): MovedRange {
  const { file = '', line = 0 } = run[at] ?? {}
  return { file, side, first: line, last: line + length - 1 }
}
