import type { BoxFields } from '#contract/feeds/unsent-texts.ts'

/** A file that was created (`from` is null), renamed, or deleted (`to` is null), and not committed. */
export type FileMove = NonNullable<BoxFields['fileMoves']>[number]

/** A file of the branch. */
export interface BranchFile {
  readonly path: string
  readonly id: string
}

type Moves = readonly FileMove[]

export const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

export const created = (moves: Moves, path: string): Moves => [...moves, { from: null, to: path, blobId: null }]

/**
 * Give a file, or all files of a folder, another path.
 *
 * @param files  those of the branch at that path
 */
export function renamed(moves: Moves, files: readonly BranchFile[], path: string, newPath: string): Moves {
  const at = (old: string) => newPath + old.slice(path.length)
  return changedAt(moves, files, path, move => ({ ...move, to: at(move.to) }))
}

/** Rename a folder as a whole, or delete it (`newPath` is null). Nothing in it has a move of its own. */
export const folderMoved = (moves: Moves, folder: BranchFile, newPath: string | null): Moves => [
  ...moves,
  { from: folder.path, to: newPath, blobId: folder.id, isFolder: true },
]

/** The folder of a path that was renamed or deleted as a whole; null for none. */
export const folderMoveOf = (moves: Moves, path: string): FileMove | null =>
  moves.find(move => move.isFolder === true && move.from !== null && isIn(path, move.from)) ?? null

/** The folder that was renamed as a whole and has a path below its new one; null for none. Such paths exist only after the commit. */
export const movedFolderAt = (moves: Moves, path: string): FileMove | null =>
  moves.find(move => move.isFolder === true && move.to !== null && isIn(path, move.to)) ?? null

/** The path that the branch has for a path below a folder that was renamed as a whole; the same path elsewhere. */
export function pathOnBranch(moves: Moves, path: string): string {
  const folder = movedFolderAt(moves, path)
  return folder === null ? path : folder.from + path.slice(folder.to?.length)
}

/** The path that the commit will leave a path of the branch, of whose folders one may have been renamed as a whole. */
export function pathAfter(moves: Moves, path: string): string {
  const folder = folderMoveOf(moves, path)
  return folder?.to == null ? path : folder.to + path.slice(folder.from?.length)
}

/** Delete a file, or all files of a folder. */
export const removed = (moves: Moves, files: readonly BranchFile[], path: string): Moves =>
  changedAt(moves, files, path, move => ({ ...move, to: null }))

function changedAt(
  moves: Moves,
  files: readonly BranchFile[],
  path: string,
  change: (move: FileMove & { readonly to: string }) => FileMove,
): Moves {
  const moved = new Set(moves.map(move => move.from))
  const fresh = files
    .filter(file => !moved.has(file.path))
    .map(({ path, id }) => ({ from: path, to: path, blobId: id }))
  return [...moves, ...fresh]
    .map(move => (move.to !== null && isIn(move.to, path) ? change({ ...move, to: move.to }) : move))
    .filter(move => move.from !== move.to)
}

/** Discard a move. @returns null if another file now has its former path */
export function withoutMove(moves: Moves, gone: FileMove): Moves | null {
  const { from } = gone
  if (from !== null && moves.some(move => move !== gone && move.to !== null && overlaps(move.to, from))) return null
  return moves.filter(move => move !== gone)
}

/**
 * Take one change of the moves back, and leave those that came later.
 *
 * @param before  the moves that it was made on
 * @param after  the moves that it left
 * @returns null if another file now has the former path
 */
export function withoutChange(now: Moves, before: Moves, after: Moves): Moves | null {
  const rest = now.filter(move => has(before, move) || !has(after, move))
  const back = before.filter(
    move => !has(after, move) && !rest.some(other => move.from !== null && other.from === move.from),
  )
  const isFree = (path: string) => !rest.some(other => other.to !== null && overlaps(other.to, path))
  const freed = after.flatMap(move => (has(before, move) ? [] : (move.from ?? [])))
  return [...freed, ...back.flatMap(move => move.to ?? [])].every(isFree) ? [...rest, ...back] : null
}

// Moves are compared by value: the stored ones may have been read again.
const has = (moves: Moves, { from, to }: FileMove): boolean => moves.some(move => move.from === from && move.to === to)

/** Whether a path is taken by a file that was created or renamed. */
export const isTaken = (moves: Moves, path: string): boolean =>
  moves.some(move => move.to !== null && overlaps(move.to, path))

/** Whether two files cannot both exist, because one path is a folder of the other or both are the same. */
const overlaps = (one: string, other: string): boolean => isIn(one, other) || isIn(other, one)

/** The moves in words, one per line, for lists of unsent drafts. */
export const wordsOf = (moves: Moves): string =>
  moves
    .map(({ from, to }) =>
      from === null ? `Create ${to}` : to === null ? `Delete ${from}` : `Rename ${from} to ${to}`,
    )
    .join('\n')

/**
 * Order the moves so that each target path is free when its turn comes. In a cycle of renames, the first file gets a temporary name.
 */
export function inOrder(moves: Moves): Moves {
  const ordered: FileMove[] = moves.filter(move => move.to === null)
  let waiting = moves.filter(move => move.to !== null)
  for (let ring = 1; waiting.length > 0; ) {
    const blocks = (move: FileMove) =>
      waiting.some(other => other !== move && other.from !== null && move.to !== null && overlaps(other.from, move.to))
    const free = waiting.filter(move => !blocks(move))
    const [first] = waiting
    if (free.length > 0) {
      ordered.push(...free)
      waiting = waiting.filter(move => !free.includes(move))
    } else if (first !== undefined) {
      const aside = `${first.from}.moved-${ring++}`
      ordered.push({ ...first, to: aside })
      waiting = [...waiting.slice(1), { ...first, from: aside, blobId: null }]
    }
  }
  return ordered
}

interface MovedEntry {
  /** Whether the folder was renamed as a whole, or is in one that was. */
  readonly isMoved?: boolean
  readonly name: string
  readonly path: string
  readonly type: 'tree' | 'blob' | 'commit'
  readonly mode: string
}

/**
 * The entries of a folder after the moves.
 *
 * @param entries  what it holds on the branch
 * @param files  all files below it there; null while they are not known
 */
export function entriesAfter<E extends MovedEntry>(
  entries: readonly E[],
  folder: string,
  moves: Moves,
  files: readonly BranchFile[] | null,
): readonly (E | MovedEntry)[] {
  const left = new Set(moves.map(move => move.from))
  const prefix = folder === '' ? '' : `${folder}/`
  const shown = new Map<string, E | MovedEntry>()
  for (const entry of entries) {
    const isGone =
      entry.type === 'tree'
        ? left.has(entry.path) || files?.every(file => !isIn(file.path, entry.path) || left.has(file.path))
        : left.has(entry.path)
    if (!isGone) shown.set(entry.path, entry)
  }
  for (const { to, isFolder } of moves) {
    if (to === null || !to.startsWith(prefix)) continue
    const [name = '', ...rest] = to.slice(prefix.length).split('/')
    const path = prefix + name
    if (rest.length === 0 && isFolder) shown.set(path, { name, path, type: 'tree', mode: '040000', isMoved: true })
    else if (rest.length === 0) shown.set(path, { name, path, type: 'blob', mode: '100644' })
    else if (!shown.has(path)) shown.set(path, { name, path, type: 'tree', mode: '040000' })
  }
  return [...shown.values()].toSorted(
    (one, other) => Number(other.type === 'tree') - Number(one.type === 'tree') || (one.name < other.name ? -1 : 1),
  )
}
