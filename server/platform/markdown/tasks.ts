import { type Parsed, scanMarkdown } from './markdown.ts'

export interface TaskToggle {
  /** 1-based position among the items, for those who log it; the line decides. */
  readonly index: number
  readonly checked: boolean
  /** 1-based. */
  readonly lineNumber: number
  readonly lineSource: string
}

const taskLine = /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))+[ \t]+\[)([ xX])(\](?=[ \t]|$))/

/**
 * The text with that one box changed, every other byte as it was.
 *
 * @returns null when the line has changed since the caller read it, or is no item that can be toggled
 * @source TASK-002, TASK-008, TASK-009
 */
export function toggleTask(text: string, { checked, lineNumber, lineSource }: TaskToggle): string | null {
  const bounds = lineBounds(text, lineNumber)
  if (bounds === null) return null
  const line = text.slice(bounds.start, bounds.end)
  if (line !== lineSource.replace(/\r?\n$|\r$/, '')) return null
  const match = taskLine.exec(line)
  if (match === null) return null
  const [all, before = '', , after = ''] = match
  return (
    text.slice(0, bounds.start) +
    before +
    (checked ? 'x' : ' ') +
    after +
    line.slice(all.length) +
    text.slice(bounds.end)
  )
}

/**
 * The number of items that count, and of those that are done. A text is scanned for it, so pass the result of a scan
 * where there is one.
 *
 * @source TASK-006
 */
export function summarizeTasks(source: string | Pick<Parsed, 'taskItems'>): {
  readonly count: number
  readonly completedCount: number
} {
  if (typeof source === 'string' && !/\[[ xX]\]/.test(source)) return { count: 0, completedCount: 0 }
  const { taskItems } = typeof source === 'string' ? scanMarkdown(source, [], {}) : source
  const counted = taskItems.filter(item => item.applicable)
  return { count: counted.length, completedCount: counted.filter(item => item.checked).length }
}

function lineBounds(text: string, lineNumber: number): { readonly start: number; readonly end: number } | null {
  const breaks = /\r\n|\n|\r/g
  let start = 0
  for (let line = 1; line < lineNumber; line++) {
    const found = breaks.exec(text)
    if (found === null) return null
    start = breaks.lastIndex
  }
  breaks.lastIndex = start
  const found = breaks.exec(text)
  return { start, end: found === null ? text.length : found.index }
}
