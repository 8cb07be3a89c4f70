/** Longer titles and lines are cut off or wrapped in the lists of git and of forges. @source EDITOR-014, EDITOR-015 */
const longestTitle = 50
const longestLine = 72

/** What is too long in the message of a commit; undefined when nothing is. It can be committed all the same. */
export function longLines(message: string): string | undefined {
  const [title = '', ...body] = message.trim().split('\n')
  if (title.length > longestTitle)
    return `The title has ${title.length} characters. ${longestTitle} or fewer are usual.`
  const line = body.find(each => each.length > longestLine)
  return line === undefined
    ? undefined
    : `A line has ${line.length} characters. Break lines at ${longestLine} characters.`
}
