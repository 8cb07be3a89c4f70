import type { SuggestionBlock } from './blocks.ts'

/** The lines of a file, each with its line ending. */
export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** A block with the lines of the file that it is about. */
interface PlacedSuggestion extends SuggestionBlock {
  readonly fromLine: number
  readonly toLine: number
  readonly fromContent: string
}

/**
 * The lines that suggestions on a line are about.
 *
 * @param line  1-based
 * @returns none where the file has no such line
 */
export function placeBlocks(
  lines: readonly string[],
  line: number,
  blocks: readonly SuggestionBlock[],
): readonly PlacedSuggestion[] {
  if (line < 1 || line > lines.length) return []
  return blocks.map(block => {
    const fromLine = Math.max(1, line - block.linesAbove)
    const toLine = Math.min(lines.length, line + block.linesBelow)
    return { ...block, fromLine, toLine, fromContent: lines.slice(fromLine - 1, toLine).join('') }
  })
}

/** Lines of a small diff: first those that go, then those that come. @source rest.md 17.9 */
export function diffLinesOf({
  fromLine,
  fromContent,
  content,
}: Pick<PlacedSuggestion, 'fromLine' | 'fromContent' | 'content'>) {
  const line = (type: 'old' | 'new', text: string, index: number) => ({
    lineCode: null,
    type,
    oldLine: type === 'old' ? fromLine + index : null,
    newLine: type === 'new' ? fromLine + index : null,
    text: `${type === 'old' ? '-' : '+'}${text.replace(/\r?\n$/, '')}`,
    richText: null,
    canReceiveSuggestion: false,
  })
  return [
    ...linesOf(fromContent).map((text, index) => line('old', text, index)),
    ...linesOf(content).map((text, index) => line('new', text, index)),
  ]
}
