const words: ReadonlySet<string> = new Set(['none', 'no label', 'any', 'any label'])

/** Filters take these words for all labels or for none. */
export const isLabelWord = (title: string): boolean => words.has(title.toLowerCase().replace(/^#/, ''))

/** A title as a filter takes it: one of these words stands in quotes where a label has it for its title. */
export const filterTitle = (title: string): string => (isLabelWord(title) ? `"${title}"` : title)

/** The title that a filter names. */
export function titleInFilter(asked: string): string {
  const inner = /^"(.*)"$/s.exec(asked)?.[1]
  return inner !== undefined && isLabelWord(inner) ? inner : asked
}
