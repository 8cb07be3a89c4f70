import type { PositionInput } from '#contract/discuss/positions.ts'
import type { LinePlace } from '../diff/slots.ts'
import type { ShownDiff } from './threads.ts'

/** Where a new thread is written: on lines of a file, or on all of it. */
export interface FormPlace {
  readonly fileHash: string
  readonly lines: { readonly start: LinePlace; readonly end: LinePlace } | null
}

const letterOf = ({ oldLine, newLine }: LinePlace): string => (oldLine === null ? 'n' : newLine === null ? 'o' : 'c')
const wordOf = (line: LinePlace): string => `${letterOf(line)}${line.lineCode}`

/** A name for the place, from which it can be read again. */
export function nameOfPlace({ fileHash, lines }: FormPlace): string {
  if (lines === null) return fileHash
  const { start, end } = lines
  return start.lineCode === end.lineCode ? wordOf(end) : `${wordOf(start)}-${wordOf(end)}`
}

/** The place that has a name; null for what is none. */
export function readPlaceName(name: string): FormPlace | null {
  if (/^[0-9a-f]{40}$/.test(name)) return { fileHash: name, lines: null }
  const lines = name.split('-').map(readWord)
  const [start, end = start] = lines
  if (start == null || end == null || lines.length > 2) return null
  return { fileHash: end.lineCode.slice(0, 40), lines: { start, end } }
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
  { lines }: FormPlace,
  { baseSha, startSha, headSha }: ShownDiff,
  { oldPath, newPath }: { readonly oldPath: string; readonly newPath: string },
): PositionInput {
  const file = { baseSha, startSha, headSha, oldPath, newPath }
  if (lines === null) return { ...file, positionType: 'file' }
  const { start, end } = lines
  return {
    ...file,
    positionType: 'text',
    ...(end.oldLine === null ? {} : { oldLine: end.oldLine }),
    ...(end.newLine === null ? {} : { newLine: end.newLine }),
    ...(start.lineCode === end.lineCode ? {} : { lineRange: { start: pointAt(start), end: pointAt(end) } }),
  }
}

const pointAt = ({ lineCode, oldLine, newLine }: LinePlace) => ({
  lineCode,
  ...(oldLine === null ? { type: 'new' as const } : { oldLine }),
  ...(newLine === null ? { type: 'old' as const } : { newLine }),
})

/** How a line is named in a sentence: -3 before the change, +3 after it, 3 where it is on both sides. */
export const lineName = (oldLine: number | null, newLine: number | null): string =>
  oldLine === null ? `+${newLine}` : newLine === null ? `-${oldLine}` : String(newLine)
