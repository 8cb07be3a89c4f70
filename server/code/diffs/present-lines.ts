import { type DiffLine, lineCode, readHunks } from '#contract/code/diffs/diff-lines.ts'
import type { LinePair, PresentedLine } from '#contract/code/merge-requests/merge-request-diffs.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'

/**
 * The lines of a file as clients of the API read them, with a match line before each hunk.
 *
 * @param fileHash  of the file: first part of the line codes
 * @param patch  from the first `@@` on
 */
export function presentLines(fileHash: string, patch: string): readonly PresentedLine[] {
  return readHunks(patch).flatMap(hunk => {
    const text = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@ ${hunk.heading}`.trimEnd()
    const isAtTop = hunk.oldStart <= 1 && hunk.newStart <= 1
    const match: PresentedLine = {
      ...blank,
      type: 'match',
      text,
      richText: escapeHtml(text),
      metaData: { oldPos: hunk.oldStart, newPos: hunk.newStart },
    }
    return [...(isAtTop ? [] : [match]), ...hunk.lines.flatMap(line => presentLine(fileHash, line))]
  })
}

/** The number of lines that `presentLines` makes of a patch, counted without making them. */
export function countPresented(patch: string): number {
  let count = patch === '' || patch.endsWith('\n') ? 0 : 1
  for (let at = patch.indexOf('\n'); at >= 0; at = patch.indexOf('\n', at + 1)) count += 1
  // A hunk at the top has no match line.
  const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(patch) ?? []
  return Number(oldStart) <= 1 && Number(newStart) <= 1 ? count - 1 : count
}

const blank = { lineCode: null, oldLine: null, newLine: null, metaData: null, canReceiveSuggestion: false } as const

function presentLine(fileHash: string, line: DiffLine): readonly PresentedLine[] {
  const { kind, oldPos, newPos, text, isUnended } = line
  const sign = kind === 'added' ? '+' : kind === 'removed' ? '-' : ' '
  const own: PresentedLine = {
    lineCode: lineCode(fileHash, line),
    type: kind === 'added' ? 'new' : kind === 'removed' ? 'old' : null,
    oldLine: kind === 'added' ? null : oldPos,
    newLine: kind === 'removed' ? null : newPos,
    text: sign + text,
    richText: sign + escapeHtml(text),
    metaData: null,
    canReceiveSuggestion: kind !== 'removed',
  }
  if (!isUnended) return [own]
  const remark = ' No newline at end of file'
  const type = kind === 'removed' ? ('old-nonewline' as const) : ('new-nonewline' as const)
  return [own, { ...blank, type, text: remark, richText: remark }]
}

/** The same lines in two columns: the removed lines of a change beside the added ones, all others on both sides. */
export function pairLines(lines: readonly PresentedLine[]): readonly LinePair[] {
  const pairs: { left: PresentedLine | null; right: PresentedLine | null }[] = []
  /** The first pair of the change without a right side. */
  let open = 0
  for (const line of lines) {
    if (line.type === 'old' || line.type === 'old-nonewline') pairs.push({ left: line, right: null })
    else if (line.type === 'new' || line.type === 'new-nonewline') {
      const pair = pairs[open]
      if (pair === undefined) pairs.push({ left: null, right: line })
      else pair.right = line
      open += 1
    } else {
      pairs.push({ left: line, right: line })
      open = pairs.length
    }
  }
  return pairs
}
