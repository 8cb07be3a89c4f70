/** Git and code hosting sites cut off longer titles and wrap longer lines in their lists. @source EDITOR-014, EDITOR-015 */
const longestTitle = 50
const longestLine = 72

/** A hint about a title or line that is too long in a commit message; undefined when none is. The commit is still allowed. */
export function longLines(message: string): string | undefined {
  const [title = '', ...body] = message.trim().split('\n')
  if (title.length > longestTitle)
    return `The title is ${title.length} characters long. Keep it to ${longestTitle} or fewer.`
  const line = body.find(each => each.length > longestLine)
  return line === undefined
    ? undefined
    : `A line is ${line.length} characters long. Wrap lines at ${longestLine} characters.`
}
