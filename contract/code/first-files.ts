/** Lines and headers of files that fill a window. */
const firstLines = 30
const headerLines = 3

/** Of the files that changed, those that are seen first: the server draws them, and the browser adds the others. */
export function firstFiles<File extends { readonly additions: number; readonly deletions: number }>(
  files: readonly File[],
): readonly File[] {
  let lines = 0
  const last = files.findIndex(({ additions, deletions }) => {
    lines += headerLines + additions + deletions
    return lines >= firstLines
  })
  return last < 0 ? files : files.slice(0, last + 1)
}
