import { createHash } from 'node:crypto'
import type { Conflicts } from '#contract/code/merge-requests/merge-request-conflicts.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { objectInfo } from '#server/platform/git/cat-file.ts'
import { isBinary, readBlob } from '#server/platform/git/files/blob.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { type ConflictEntry, mergeConflicts } from '#server/platform/git/writing/merge-tree.ts'
import { TreeDraft } from '#server/platform/git/writing/tree-draft.ts'
import type { MergeRequestRow } from '../find.ts'
import { headsOf } from '../versions/repositories.ts'
import { messages } from './messages.ts'
import { ownMarkers, type Part, partsOf, type Sides, withBranchNames } from './parts.ts'

type ShownFile = Conflicts['files'][number]
type ShownSection = ShownFile['sections'][number]

/** More files than this are for a merge on one's own machine. */
const maxFiles = 100
const maxFileBytes = 500_000
/** Of all files whose lines are shown. */
const maxShownBytes = 3_000_000
const contextLines = 5

/** A file in conflict, as a merge of the target into the source leaves it. */
export interface ConflictedFile {
  readonly entry: ConflictEntry
  readonly mode: string
  readonly reason: ShownFile['reason']
  /** With markers; null where only one of the sides can be chosen. */
  readonly content: Buffer | null
  /** Null where the conflicts cannot be told apart. */
  readonly parts: readonly Part[] | null
}

export interface FoundConflicts {
  readonly source: Oid
  readonly target: Oid
  readonly tree: Oid
  readonly files: readonly ConflictedFile[]
}

/** @throws Conflict  with why nothing can be resolved here: no conflict, no branch, too many files */
export async function conflictsOf(ctx: Context, mergeRequest: MergeRequestRow): Promise<FoundConflicts> {
  if (mergeRequest.state !== 'opened') throw new Conflict(messages.notOpen)
  const heads = await headsOf(ctx, mergeRequest)
  if (heads === null || heads.source === null || heads.target === null) throw new Conflict(messages.noBranch)
  return conflictsBetween(heads.dir, heads.source, heads.target)
}

export async function conflictsBetween(dir: string, source: Oid, target: Oid): Promise<FoundConflicts> {
  const { tree, entries: all } = await mergeConflicts(dir, source, target)
  // What neither side has is gone already.
  const entries = all.filter(entry => entry.ours !== undefined || entry.theirs !== undefined)
  if (entries.length === 0) throw new Conflict(messages.noConflicts)
  if (entries.length > maxFiles) throw new Conflict(messages.tooManyFiles(maxFiles))
  // Read with replacement characters, such a path would name another file, and the one in conflict would keep its markers.
  if (entries.some(({ path }) => path.includes('\ufffd'))) throw new Conflict(messages.notUtf8)
  const merged = new TreeDraft(dir, tree)
  let leftBytes = maxShownBytes
  const files: ConflictedFile[] = []
  // One after another: what one shows is left less for the next.
  for (const entry of entries) {
    const at = await merged.find(entry.path)
    const file = await conflictedFile(dir, entry, at, { source, target, maxBytes: Math.min(maxFileBytes, leftBytes) })
    leftBytes -= file.content?.length ?? 0
    files.push(file)
  }
  return { source, target, tree, files }
}

interface Limits {
  readonly source: Oid
  readonly target: Oid
  readonly maxBytes: number
}

async function conflictedFile(
  dir: string,
  entry: ConflictEntry,
  merged: { readonly mode: string; readonly id: Oid } | null,
  { source, target, maxBytes }: Limits,
): Promise<ConflictedFile> {
  const mode = merged?.mode ?? entry.ours?.mode ?? entry.theirs?.mode ?? '100644'
  const only = (reason: ShownFile['reason']): ConflictedFile => ({ entry, mode, reason, content: null, parts: null })
  const sides = [entry.ours, entry.theirs]
  if (sides.some(side => side !== undefined && !side.mode.startsWith('100'))) return only('link')
  if (merged === null || entry.ours === undefined || entry.theirs === undefined)
    return only(entry.base === undefined ? 'renamed' : 'deleted')
  const info = await objectInfo(dir, merged.id)
  if (info === null || info.type !== 'blob' || info.sizeBytes > maxBytes) return only('large')
  const blob = await readBlob(dir, merged.id, { maxBytes })
  if (blob === null) return only('large')
  const ours = isBinary(blob.content) ? null : blob.content
  if (ours === null) return only('binary')
  const parts = partsOf(ours, source, target)
  // Without a marker, git could not merge it as text, or the two differ in more than their lines.
  if (parts === null && !ours.includes(`<<<<<<< ${source}`)) return only('binary')
  return { entry, mode, reason: parts === null ? 'unclear' : null, content: ours, parts }
}

/** The ids of the conflicts of a file, in their order. A conflict that stays the same, when another one comes, keeps its id. */
export function sectionIds(path: string, parts: readonly Part[]): readonly string[] {
  const seen = new Map<string, number>()
  return parts.flatMap(part => {
    if (part.kind === 'same') return []
    const text = [path, part.head.join('\n'), part.origin.join('\n')].join('\0')
    const hash = createHash('sha1').update(text).digest('hex')
    const count = seen.get(hash) ?? 0
    seen.set(hash, count + 1)
    return [`${hash}_${count}`]
  })
}

export const presentConflicts = (mergeRequest: MergeRequestRow, found: FoundConflicts): Conflicts => ({
  sourceBranch: mergeRequest.sourceBranch,
  targetBranch: mergeRequest.targetBranch,
  commitSha: found.source,
  targetSha: found.target,
  commitMessage: `Merge branch '${mergeRequest.targetBranch}' into '${mergeRequest.sourceBranch}'`,
  files: found.files.map(file => presentFile(file, sidesOf(mergeRequest, found))),
})

function presentFile(file: ConflictedFile, sides: Sides): ShownFile {
  const { entry, reason, parts, content } = file
  return {
    oldPath: entry.path,
    newPath: entry.path,
    type: parts !== null ? 'text' : content !== null ? 'text-editor' : 'side',
    reason,
    head: entry.ours === undefined ? 'nothing' : 'file',
    origin: entry.theirs === undefined ? 'nothing' : 'file',
    canEdit: isUtf8(content),
    ownMarkers: content === null ? 0 : ownMarkers(content.toString('utf8'), sides),
    sections: parts === null ? [] : presentSections(entry.path, parts),
  }
}

const isUtf8 = (content: Buffer | null): boolean =>
  content !== null && Buffer.from(content.toString('utf8')).equals(content)

function presentSections(path: string, parts: readonly Part[]): readonly ShownSection[] & ShownSection[] {
  const ids = sectionIds(path, parts)
  let [head, origin, conflicts] = [0, 0, 0]
  return parts.flatMap((part, index): ShownSection[] => {
    if (part.kind === 'conflict') {
      const lines = [
        ...part.head.map(text => ({ type: 'head' as const, oldLine: ++head, newLine: null, text: shown(text) })),
        ...part.origin.map(text => ({ type: 'origin' as const, oldLine: null, newLine: ++origin, text: shown(text) })),
      ]
      return [{ id: ids[conflicts++] ?? '', conflict: true, lines, hiddenLines: 0 }]
    }
    const isLast = index === parts.length - 1
    // The end of the last line is no line.
    const all = isLast && part.lines.at(-1) === '' ? part.lines.slice(0, -1) : part.lines
    const lines = all.map(text => ({ type: null, oldLine: ++head, newLine: ++origin, text: shown(text) }))
    const before = index === 0 ? [] : lines.slice(0, contextLines)
    const after = isLast ? [] : lines.slice(Math.max(before.length, lines.length - contextLines))
    if (before.length + after.length === 0) return []
    const hiddenLines = index === 0 || isLast ? 0 : lines.length - before.length - after.length
    return [{ id: `context_${index}`, conflict: false, lines: [...before, ...after], hiddenLines }]
  })
}

const shown = (line: string): string => Buffer.from(line.replace(/\r$/, ''), 'latin1').toString('utf8')

const maxPaths = 1_000

/** The paths in conflict; none where the branches merge cleanly, or one of them is gone. */
export async function conflictedPaths(ctx: Context, mergeRequest: MergeRequestRow): Promise<string[]> {
  const heads = mergeRequest.state === 'opened' ? await headsOf(ctx, mergeRequest) : null
  if (heads === null || heads.source === null || heads.target === null) return []
  const { entries } = await mergeConflicts(heads.dir, heads.source, heads.target)
  return entries.slice(0, maxPaths).map(({ path }) => path)
}

/** @throws NotFound  no such file is in conflict, or it cannot be edited as text */
export async function contentToEdit(ctx: Context, mergeRequest: MergeRequestRow, path: string): Promise<string> {
  const found = await conflictsOf(ctx, mergeRequest)
  const file = found.files.find(each => each.entry.path === path)
  if (file === undefined || file.content === null || !isUtf8(file.content)) throw new NotFound('File')
  return withBranchNames(file.content.toString('utf8'), sidesOf(mergeRequest, found))
}

const sidesOf = (
  { sourceBranch, targetBranch }: Pick<MergeRequestRow, 'sourceBranch' | 'targetBranch'>,
  { source, target }: Pick<FoundConflicts, 'source' | 'target'>,
): Sides => [
  [source, sourceBranch],
  [target, targetBranch],
]
