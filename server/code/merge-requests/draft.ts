const marks = /^\s*(\[draft\]|\(draft\)|draft:|draft$)\s*/i

export const isDraftTitle = (title: string): boolean => marks.test(title)

/**
 * The title of a merge request as a draft, or as one that is ready: the beginning of the title says so.
 *
 * @source product-rules.md 12; `is_draft_title` in the database reads the same beginnings
 */
export function titleAs(
  { title, draft }: { readonly title: string; readonly draft: boolean },
  isDraft: boolean,
): string {
  if (draft === isDraft) return title
  return isDraft ? `Draft: ${title}` : title.replace(marks, '')
}
