/** Lines and headers of files that fill a window. */
const firstLines = 30
const headerLines = 3

/**
 * The changed files that are seen first: the server draws them, and the browser adds the others.
 *
 * @param linesOf  how many lines of a file changed
 */
export function firstFiles<File>(files: readonly File[], linesOf: (file: File) => number): readonly File[] {
  let lines = 0
  const last = files.findIndex(file => {
    lines += headerLines + linesOf(file)
    return lines >= firstLines
  })
  return last < 0 ? files : files.slice(0, last + 1)
}
