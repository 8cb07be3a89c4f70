import { type Hunk, lineCode, readHunks } from '#contract/code/diffs/diff-lines.ts'
import type { StoredLinePoint } from '#server/discuss/notes/positions/position.ts'
import { type ChangedFile, type ChangedFiles, changedFiles } from '#server/platform/git/commits/changed-files.ts'
import { fileInfo } from '#server/platform/git/files/blob.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { lane } from '#server/platform/limits/lane.ts'
import { type Change, changesOf } from '../diffs/carry-line.ts'
import { maxFilePatchBytes, patchesOf } from '../diffs/patches.ts'

/** Two commits of a repository. */
interface CommitPair {
  readonly dir: string
  readonly from: Oid
  readonly to: Oid
}

/** The difference of one file between two commits. Without hunks, there is none. */
export interface FileDiff {
  readonly oldPath: string
  readonly newPath: string
  /** Null where the file is not there. */
  readonly oldId: Oid | null
  readonly newId: Oid | null
  readonly hunks: readonly Hunk[]
  readonly changes: readonly Change[]
  /** Binary, or too long to compare. */
  readonly isOpaque: boolean
}

/** A line of a diff, with the numbers of both sides. */
export interface DiffPlace {
  readonly kind: 'context' | 'added' | 'removed'
  readonly oldPos: number
  readonly newPos: number
}

/** Look up how files differ, all with one diff. A path that is no change is not in the answer. @param side  of the paths */
export async function fileDiffs(
  pair: CommitPair,
  side: 'old' | 'new',
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FileDiff>> {
  const { dir, from, to } = pair
  if (from === to || paths.size === 0) return new Map()
  const changed = await changedFiles(dir, from, to)
  const wanted = await beyondLimit(pair, side, paths, changed)
  if (wanted.length === 0) return new Map()
  const done = await comparisons.enter()
  try {
    return await readDiffs(pair, side, wanted)
  } finally {
    done()
  }
}

/** The lines of a patch take many times its bytes: a few at once are read. */
const comparisons = lane({ what: 'Comparisons of files', atOnce: 2, waiting: 200, waitMs: 60_000 })

async function readDiffs(
  pair: CommitPair,
  side: 'old' | 'new',
  wanted: readonly ChangedFile[],
): Promise<ReadonlyMap<string, FileDiff>> {
  const patches = await patchesOf({ ...pair, ignoreWhitespace: false }, wanted, maxFilePatchBytes)
  const found = new Map<string, FileDiff>()
  for (const [index, { oldPath, newPath, oldId, newId }] of wanted.entries()) {
    const patch = patches[index]
    const path = side === 'old' ? oldPath : newPath
    const known = found.get(path)
    // A file that became a link is two changes: the one with content on the other side too counts.
    if (known !== undefined && (side === 'old' ? known.newId : known.oldId) !== null) continue
    const hunks = readHunks(patch?.text ?? '')
    const isOpaque = patch === undefined || patch.isBinary || patch.isOver
    found.set(path, { oldPath, newPath, oldId, newId, hunks, changes: changesOf(hunks), isOpaque })
  }
  return found
}

/** The changes of some files; those that a very large diff does not list are looked up one by one. */
async function beyondLimit(
  { dir, from, to }: CommitPair,
  side: 'old' | 'new',
  paths: ReadonlySet<string>,
  { files, overflow }: ChangedFiles,
): Promise<readonly ChangedFile[]> {
  const wanted = files.filter(file =>
    side === 'old'
      ? paths.has(file.oldPath) && file.oldId !== null
      : paths.has(file.newPath) && (file.newId !== null || file.deletedFile),
  )
  if (!overflow) return wanted
  const listed = new Set(wanted.map(file => (side === 'old' ? file.oldPath : file.newPath)))
  const others = await Promise.all(
    [...paths]
      .filter(path => !listed.has(path))
      .map(async path => {
        const [old, now] = await Promise.all([fileInfo(dir, from, path), fileInfo(dir, to, path)])
        if ((old ?? now) === null || old?.id === now?.id) return []
        return [
          {
            oldPath: path,
            newPath: path,
            aMode: old?.mode ?? '0',
            bMode: now?.mode ?? '0',
            oldId: old?.id ?? null,
            newId: now?.id ?? null,
            newFile: old === null,
            renamedFile: false,
            deletedFile: now === null,
            binary: false,
            additions: 1,
            deletions: 1,
          },
        ]
      }),
  )
  return [...wanted, ...others.flat()]
}

/** The line of a diff that has a number on one side. */
export function placeAt({ changes }: Pick<FileDiff, 'changes'>, side: 'old' | 'new', line: number): DiffPlace {
  let offset = 0
  for (const { oldStart, newStart, removed, added } of changes) {
    const [start, count] = side === 'new' ? [newStart, added.length] : [oldStart, removed.length]
    if (line < start) break
    if (line < start + count)
      return side === 'new'
        ? { kind: 'added', oldPos: oldStart + removed.length, newPos: line }
        : { kind: 'removed', oldPos: line, newPos: newStart }
    offset = newStart + added.length - (oldStart + removed.length)
  }
  return side === 'new'
    ? { kind: 'context', oldPos: line - offset, newPos: line }
    : { kind: 'context', oldPos: line, newPos: line + offset }
}

/** A line of a diff as an end of several lines. */
export const pointAt = (hash: string, place: DiffPlace): StoredLinePoint => ({
  line_code: lineCode(hash, place),
  type: place.kind === 'added' ? 'new' : place.kind === 'removed' ? 'old' : null,
  old_line: place.kind === 'added' ? null : place.oldPos,
  new_line: place.kind === 'removed' ? null : place.newPos,
})

/** Most lines and characters that are kept of a change. */
const keptLines = 60
const keptLineLength = 500

/** The hunks around lines of the old side, in the unified format; empty if nothing changed there. */
export function hunksAround({ hunks }: FileDiff, first: number, last: number): string {
  const touched = hunks.filter(hunk => hunk.oldStart <= last && first < hunk.oldStart + Math.max(hunk.oldLines, 1))
  const lines: string[] = []
  for (const hunk of touched) {
    const start = Math.max(0, hunk.lines.findIndex(line => line.oldPos >= first) - 6)
    const shown = hunk.lines.slice(start, start + keptLines - lines.length)
    const [head] = shown
    if (head === undefined) break
    const olds = shown.filter(line => line.kind !== 'added').length
    const news = shown.filter(line => line.kind !== 'removed').length
    lines.push(
      `@@ -${olds === 0 ? head.oldPos - 1 : head.oldPos},${olds} +${news === 0 ? head.newPos - 1 : head.newPos},${news} @@`,
    )
    for (const { kind, text } of shown)
      lines.push(`${kind === 'added' ? '+' : kind === 'removed' ? '-' : ' '}${text.slice(0, keptLineLength)}`)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
