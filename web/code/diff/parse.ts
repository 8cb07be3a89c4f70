/** One row of a unified diff. */
export interface DiffRow {
  readonly kind: 'hunk' | 'context' | 'added' | 'removed'
  /** From 1; null where the line is not there. */
  readonly oldLine: number | null
  readonly newLine: number | null
  /** Without the sign. */
  readonly text: string
  /** A remark of git on the line: that no line break ends it. */
  readonly note?: string
}

/**
 * Rows of the hunks of one file.
 *
 * @param diff  from the first `@@` on, in the unified format of git-diff(1)
 */
export function parseDiff(diff: string): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let oldLine = 0
  let newLine = 0
  for (const line of (diff.endsWith('\n') ? diff.slice(0, -1) : diff).split('\n')) {
    const text = line.slice(1)
    switch (line[0]) {
      case '@': {
        const [, from = '0', to = '0'] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? []
        oldLine = Number(from)
        newLine = Number(to)
        rows.push({ kind: 'hunk', oldLine: null, newLine: null, text: line })
        break
      }
      case '+':
        rows.push({ kind: 'added', oldLine: null, newLine: newLine++, text })
        break
      case '-':
        rows.push({ kind: 'removed', oldLine: oldLine++, newLine: null, text })
        break
      case ' ':
        rows.push({ kind: 'context', oldLine: oldLine++, newLine: newLine++, text })
        break
      case '\\': {
        const last = rows.pop()
        if (last !== undefined) rows.push({ ...last, note: text.trim() })
        break
      }
      default:
        if (rows.length > 0 && line === '')
          rows.push({ kind: 'context', oldLine: oldLine++, newLine: newLine++, text: '' })
    }
  }
  return rows
}

/** The two sides of a diff as texts to highlight, with the line of its side that each row has there. */
export function sidesOf(rows: readonly DiffRow[]): {
  readonly before: string
  readonly after: string
  readonly lineOf: readonly (number | null)[]
} {
  const before: string[] = []
  const after: string[] = []
  const lineOf = rows.map(({ kind, text }) => {
    switch (kind) {
      case 'removed':
        return before.push(text) - 1
      case 'added':
        return after.push(text) - 1
      case 'context':
        before.push(text)
        return after.push(text) - 1
      default:
        return null
    }
  })
  return { before: before.join('\n'), after: after.join('\n'), lineOf }
}

/**
 * What changed inside of a line: where the two versions begin to differ, and where they are alike again.
 *
 * @returns null when nearly all of it changed, so that marks would say nothing
 */
export function changedPart(
  before: string,
  after: string,
): { readonly start: number; readonly beforeEnd: number; readonly afterEnd: number } | null {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let tail = 0
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const same = start + tail
  if (same === 0 || same < Math.max(before.length, after.length) * 0.3) return null
  if (before.slice(0, start).trim() === '' && tail === 0) return null
  return { start, beforeEnd: before.length - tail, afterEnd: after.length - tail }
}
