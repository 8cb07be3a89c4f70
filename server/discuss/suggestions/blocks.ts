/** A change that a block of a comment proposes. */
export interface SuggestionBlock {
  readonly linesAbove: number
  readonly linesBelow: number
  /** The new lines, each with a line ending; if empty, the lines are deleted. */
  readonly content: string
}

/** @source product-rules.md 9 */
const maxLines = 100
const maxBlocks = 50

const opening = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\n]*)$/
const info = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?[ \t]*$/

/**
 * The suggestions of a Markdown text, in its order: fenced blocks of the top level with the word `suggestion:-A+B`.
 *
 * @source product-rules.md 9
 */
export function suggestionBlocks(text: string): readonly SuggestionBlock[] {
  const found: SuggestionBlock[] = []
  let open: { readonly fence: string; readonly words: string; readonly lines: string[] } | null = null
  for (const line of [...text.split(/\r?\n/)]) {
    if (open === null) {
      const [, fence, words = ''] = opening.exec(line) ?? []
      if (fence !== undefined && !(fence.startsWith('`') && words.includes('`')))
        open = { fence, words: words.trim(), lines: [] }
    } else if (closes(open.fence, line)) {
      found.push(...blockOf(open))
      open = null
    } else open.lines.push(line)
  }
  // A fence that nothing closes goes on to the end of the text.
  if (open !== null) found.push(...blockOf(open))
  return found.slice(0, maxBlocks)
}

/** Whether a text has suggestions. */
export const suggests = (text: string): boolean => text.includes('suggestion') && suggestionBlocks(text).length > 0

function closes(fence: string, line: string): boolean {
  const [, closing] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
  return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length
}

function blockOf({ words, lines }: { readonly words: string; readonly lines: readonly string[] }): SuggestionBlock[] {
  const match = info.exec(words)
  if (match === null) return []
  const amount = (digits: string | undefined) => Math.min(Number(digits ?? 0), maxLines)
  return [
    {
      linesAbove: amount(match[1]),
      linesBelow: amount(match[2]),
      content: lines.map(line => `${line}\n`).join(''),
    },
  ]
}
