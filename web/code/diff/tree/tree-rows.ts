import type { DiffFileHead } from '#contract/code/diffs/diffs.ts'

/** A row of the file tree. Folders with nothing but one folder share its row. */
export type TreeRow =
  | { readonly kind: 'folder'; readonly path: string; readonly name: string; readonly depth: number }
  | { readonly kind: 'file'; readonly file: DiffFileHead; readonly name: string; readonly depth: number }

const pathOf = (file: DiffFileHead): string => (file.deletedFile ? file.oldPath : file.newPath)

/**
 * The rows of the file tree, in the order of the files.
 *
 * @param search  part of a path; empty: all files
 * @param closed  paths of folders whose content is hidden; a search opens all
 */
export function treeRows(
  files: readonly DiffFileHead[],
  search: string,
  closed: ReadonlySet<string>,
): readonly TreeRow[] {
  const words = search.trim().toLowerCase()
  const found = words === '' ? files : files.filter(file => pathOf(file).toLowerCase().includes(words))
  return rowsBelow(found, '', 0, words === '' ? closed : new Set())
}

/** @param prefix  path of the folder with a slash at its end; empty for the root */
function rowsBelow(
  files: readonly DiffFileHead[],
  prefix: string,
  depth: number,
  closed: ReadonlySet<string>,
): readonly TreeRow[] {
  const rows: TreeRow[] = []
  let at = 0
  while (at < files.length) {
    const file = files[at]
    if (file === undefined) break
    const rest = pathOf(file).slice(prefix.length)
    const slash = rest.indexOf('/')
    if (slash < 0) {
      rows.push({ kind: 'file', file, name: rest, depth })
      at++
      continue
    }
    // Paths are in order, so that the files of a folder are neighbors.
    const start = prefix + rest.slice(0, slash + 1)
    let end = at + 1
    while (end < files.length && pathOf(files[end] as DiffFileHead).startsWith(start)) end++
    const own = files.slice(at, end)
    const folder = sharedFolder(own, start)
    rows.push({ kind: 'folder', path: folder, name: folder.slice(prefix.length, -1), depth })
    if (!closed.has(folder)) for (const row of rowsBelow(own, folder, depth + 1, closed)) rows.push(row)
    at = end
  }
  return rows
}

/** The deepest folder that holds all of the files. */
function sharedFolder(files: readonly DiffFileHead[], start: string): string {
  const [first, last] = [files[0], files.at(-1)]
  if (first === undefined || last === undefined) return start
  let folder = start
  for (;;) {
    const slash = pathOf(first).indexOf('/', folder.length)
    if (slash < 0) return folder
    const next = pathOf(first).slice(0, slash + 1)
    if (!files.every(file => pathOf(file).startsWith(next))) return folder
    folder = next
  }
}
