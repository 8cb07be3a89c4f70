import type { Position, PositionInput } from '#contract/discuss/positions.ts'
import { type ImagePoint, percentsOf } from '../diff/images/image-point.ts'
import type { LinePlace } from '../diff/rows/slots.ts'
import { messages } from './messages.ts'
import type { ShownDiff } from './threads.ts'

/** The place of a new thread: lines of a file, a point of an image, or a whole file. @source IMGDIFF-012 */
export type FormPlace = { readonly fileHash: string } & (
  | { readonly on: 'lines'; readonly start: LinePlace; readonly end: LinePlace }
  | ({ readonly on: 'point' } & ImagePoint)
  | { readonly on: 'file' }
)

const letterOf = ({ oldLine, newLine }: LinePlace): string => (oldLine === null ? 'n' : newLine === null ? 'o' : 'c')
const wordOf = (line: LinePlace): string => `${letterOf(line)}${line.lineCode}`

/** A name for the place, from which it can be read again. */
export function nameOfPlace(place: FormPlace): string {
  switch (place.on) {
    case 'file':
      return place.fileHash
    case 'point':
      return `p${place.fileHash}_${place.x}_${place.y}_${place.width}_${place.height}`
    case 'lines': {
      const { start, end } = place
      return start.lineCode === end.lineCode ? wordOf(end) : `${wordOf(start)}-${wordOf(end)}`
    }
    default:
      return place satisfies never
  }
}

/** The place that has a name; null for what is none. */
export function readPlaceName(name: string): FormPlace | null {
  if (/^[0-9a-f]{40}$/.test(name)) return { fileHash: name, on: 'file' }
  const [, fileHash, ...numbers] = /^p([0-9a-f]{40})_(\d+)_(\d+)_(\d+)_(\d+)$/.exec(name) ?? []
  if (fileHash !== undefined) {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
    return { fileHash, on: 'point', x, y, width, height, ...percentsOf({ x, y, width, height }) }
  }
  const lines = name.split('-').map(readWord)
  const [start, end = start] = lines
  if (start == null || end == null || lines.length > 2) return null
  return { fileHash: end.lineCode.slice(0, 40), on: 'lines', start, end }
}

function readWord(word: string): LinePlace | null {
  const [, letter, lineCode = '', oldLine, newLine] = /^([noc])([0-9a-f]{40}_(\d+)_(\d+))$/.exec(word) ?? []
  if (letter === undefined) return null
  return {
    lineCode,
    oldLine: letter === 'n' ? null : Number(oldLine),
    newLine: letter === 'o' ? null : Number(newLine),
  }
}

/** The position of a thread that is written there. */
export function positionAt(
  place: FormPlace,
  { baseSha, startSha, headSha }: ShownDiff,
  { oldPath, newPath }: { readonly oldPath: string; readonly newPath: string },
): PositionInput {
  const file = { baseSha, startSha, headSha, oldPath, newPath }
  switch (place.on) {
    case 'file':
      return { ...file, positionType: 'file' }
    case 'point': {
      const { width, height, x, y } = place
      return { ...file, positionType: 'image', width, height, x, y }
    }
    case 'lines': {
      const { start, end } = place
      return {
        ...file,
        positionType: 'text',
        ...(end.oldLine === null ? {} : { oldLine: end.oldLine }),
        ...(end.newLine === null ? {} : { newLine: end.newLine }),
        ...(start.lineCode === end.lineCode ? {} : { lineRange: { start: pointAt(start), end: pointAt(end) } }),
      }
    }
    default:
      return place satisfies never
  }
}

/** The lines of the new file that a comment may suggest others for; null where one of them is gone. @source SUGG-002 */
export function suggestableLines(place: FormPlace): { readonly first: number; readonly last: number } | null {
  if (place.on !== 'lines' || place.start.newLine === null || place.end.newLine === null) return null
  return { first: place.start.newLine, last: place.end.newLine }
}

/** A suggestion that still says what the lines say now; a comment on several lines stands on their last one. */
export function suggestionBlock(lines: readonly string[]): string {
  const runs = lines.flatMap(line => line.match(/`{3,}/g) ?? [])
  const fence = '`'.repeat(Math.max(2, ...runs.map(run => run.length)) + 1)
  return [`${fence}suggestion:-${lines.length - 1}+0`, ...lines, fence].join('\n')
}

const pointAt = ({ lineCode, oldLine, newLine }: LinePlace) => ({
  lineCode,
  ...(oldLine === null ? { type: 'new' as const } : { oldLine }),
  ...(newLine === null ? { type: 'old' as const } : { newLine }),
})

/** The name of a line in a sentence: -3 before the change, +3 after it, 3 if it is on both sides. */
export const lineName = (oldLine: number | null, newLine: number | null): string =>
  oldLine === null ? `+${newLine}` : newLine === null ? `-${oldLine}` : String(newLine)

interface NumberedLine {
  readonly oldLine?: number | null | undefined
  readonly newLine?: number | null | undefined
}

/**
 * The names of two lines in a sentence: without signs if both are on both sides, else both with one.
 *
 * @source NOTE-024
 */
export function rangeWords(...lines: readonly [start: NumberedLine, end: NumberedLine]): string {
  const areOnBoth = lines.every(line => line.oldLine != null && line.newLine != null)
  const [start = '', end = ''] = lines.map(({ oldLine = null, newLine = null }) =>
    lineName(areOnBoth || newLine === null ? oldLine : null, newLine),
  )
  return messages.lines(start, end)
}

/** The lines of a comment on more than one, in words; null for any other. @source NOTE-024 */
export function rangeOf(position: Position | null | undefined): string | null {
  if (position?.positionType !== 'text' || position.lineRange === null) return null
  return rangeWords(position.lineRange.start, position.lineRange.end)
}

/** Whether a box without a text moves: to another point of its image, or to lines that begin or end where its own do. */
export function givesWay(from: FormPlace, to: FormPlace): boolean {
  if (from.fileHash !== to.fileHash) return false
  if (from.on === 'point') return to.on === 'point'
  if (from.on !== 'lines' || to.on !== 'lines') return false
  const ends = [to.start.lineCode, to.end.lineCode]
  return ends.includes(from.start.lineCode) || ends.includes(from.end.lineCode)
}
