import type { Oid } from '#server/platform/git/objects.ts'
import type { ConflictEntry, MergeMessage } from '#server/platform/git/writing/merge-tree.ts'

/**
 * A path in conflict. Where a file and a folder, or entries of two types, have the same path, git moves one of them to a path of its
 * own: both belong to the conflict of the first path.
 */
export interface ConflictedPath extends ConflictEntry {
  /** The paths in the merged tree; several where git has moved a side. */
  readonly places: readonly string[]
  /** The types of git's messages about it: `CONFLICT (rename/rename)`. */
  readonly types: ReadonlySet<string>
  /** The other paths that these messages name. */
  readonly related: readonly string[]
}

/** The paths on which two commits conflict, sorted. Paths that neither side has any more are left out. */
export function conflictedPathsOf(
  entries: readonly ConflictEntry[],
  messages: readonly MergeMessage[],
  sides: readonly [Oid, Oid],
): readonly ConflictedPath[] {
  const found = new Map<string, ConflictedPath>()
  for (const entry of entries) {
    if (entry.ours === undefined && entry.theirs === undefined) continue
    const path = wasMoved(entry.path, messages) ? ownPath(entry.path, sides) : entry.path
    const about = messages.filter(({ paths }) => paths.includes(entry.path))
    const before = found.get(path)
    const others = about.flatMap(({ paths }) => paths.map(each => ownPath(each, sides)))
    found.set(path, {
      ...before,
      ...entry,
      path,
      places: [...(before?.places ?? []), entry.path],
      types: new Set([...(before?.types ?? []), ...about.map(({ type }) => type)]),
      related: [...new Set([...(before?.related ?? []), ...others])].filter(each => each !== path),
    })
  }
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

const wasMoved = (path: string, messages: readonly MergeMessage[]): boolean =>
  messages.some(
    ({ type, paths }) =>
      (type === 'CONFLICT (file/directory)' || type === 'CONFLICT (distinct modes)') && paths.includes(path),
  )

/** Git appends the commit of the side, and a number where that is taken too: `a~1f2e…_0`. */
const ownPath = (path: string, sides: readonly [Oid, Oid]): string =>
  path.replace(new RegExp(`~(?:${sides.join('|')})(?:_\\d+)?$`), '')
