import { linesOf } from '#server/discuss/suggestions/lines.ts'

/** A change of whole lines of a file. */
interface LineEdit {
  readonly fromLine: number
  readonly toLine: number
  /** The lines that must be there, with their line endings. */
  readonly fromContent: string
  readonly toContent: string
}

const byteOrderMark = '\ufeff'

type EditedFile = { readonly outcome: 'edited'; readonly text: string } | { readonly outcome: 'changed' | 'overlap' }

/**
 * Change lines of a file. Each new line ends as the one that it replaces, or as the last of these; a byte order mark stays, and so does a
 * file without a newline at its end.
 *
 * @param edits  in the numbers of the text given
 * @source product-rules.md 9
 */
export function editFile(text: string, edits: readonly LineEdit[]): EditedFile {
  const lines = [...linesOf(text)]
  const inOrder = edits.toSorted((one, other) => one.fromLine - other.fromLine)
  for (const [index, edit] of inOrder.entries()) {
    if (edit.fromLine < 1 || lines.slice(edit.fromLine - 1, edit.toLine).join('') !== edit.fromContent)
      return { outcome: 'changed' }
    if (edit.fromLine <= (inOrder[index - 1]?.toLine ?? 0)) return { outcome: 'overlap' }
  }
  // The lines are replaced from the end, so that earlier numbers stay right.
  for (const { fromLine, toLine, fromContent, toContent } of inOrder.toReversed()) {
    const replaced = linesOf(fromContent)
    const endingOf = (index: number) => (replaced[Math.min(index, replaced.length - 1)] ?? '').match(/\r?\n$/)?.[0]
    const usual = fromContent.includes('\r\n') ? '\r\n' : '\n'
    const marked = fromContent.startsWith(byteOrderMark) && !toContent.startsWith(byteOrderMark) ? byteOrderMark : ''
    const added = linesOf(marked + toContent).map((line, index) => line.replace(/\r?\n$/, endingOf(index) ?? usual))
    const isUnended = toLine === lines.length && !fromContent.endsWith('\n')
    const last = added.at(-1)
    lines.splice(
      fromLine - 1,
      toLine - fromLine + 1,
      ...(isUnended && last !== undefined ? [...added.slice(0, -1), last.replace(/\r?\n$/, '')] : added),
    )
  }
  return { outcome: 'edited', text: lines.join('') }
}
