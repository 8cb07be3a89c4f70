import { linesOf } from '#server/discuss/suggestions/lines.ts'

/** A change of whole lines of a file. */
interface LineEdit {
  readonly fromLine: number
  readonly toLine: number
  /** The lines that must be there, with their line endings. */
  readonly fromContent: string
  readonly toContent: string
}

type EditedFile = { readonly outcome: 'edited'; readonly text: string } | { readonly outcome: 'changed' | 'overlap' }

/**
 * Change lines of a file. New lines get the line endings of those that they replace; a file without a newline at its end
 * stays so.
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
  // From the end, so that the numbers before stay right.
  for (const { fromLine, toLine, fromContent, toContent } of inOrder.toReversed()) {
    const ending = fromContent.includes('\r\n') ? '\r\n' : '\n'
    const added = linesOf(toContent.replace(/\r?\n/g, ending))
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
