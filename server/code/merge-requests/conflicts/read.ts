import { createHash } from 'node:crypto'
import type { Conflicts } from '#contract/code/merge-requests/merge-request-conflicts.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { objectInfo } from '#server/platform/git/cat-file.ts'
import { isBinary, readBlob } from '#server/platform/git/files/blob.ts'
import { findEntry } from '#server/platform/git/files/tree.ts'
import { fileModes, type Oid } from '#server/platform/git/objects.ts'
import { mergeConflicts, type StageEntry } from '#server/platform/git/writing/merge-tree.ts'
import { type DraftEntry, TreeDraft } from '#server/platform/git/writing/tree-draft.ts'
import type { MergeRequestRow } from '../find.ts'
import { headsOf } from '../versions/repositories.ts'
import { messages } from './messages.ts'
import { hasMarkersOf, isUtf8, type Part, partsOf, type Side, type Sides, withBranchNames } from './parts.ts'
import { type ConflictedPath, conflictedPathsOf } from './paths.ts'

type ShownFile = Conflicts['files'][number]

/** More files than this are for a merge on one's own machine. */
const maxFiles = 100
const maxFileBytes = 500_000
/** The bytes of all files whose lines are shown. */
const maxShownBytes = 3_000_000

/** A file in conflict, as a merge of the target branch into the source branch leaves it. */
export interface ConflictedFile {
  readonly entry: ConflictedPath
  readonly mode: string
  readonly reason: ShownFile['reason']
  /** The content with markers; null where only one of the sides can be chosen. */
  readonly content: Buffer | null
  /** Null if the conflicts cannot be separated. */
  readonly parts: readonly Part[] | null
  /** Sides that have no line feed at the end of the file, where the conflict reaches it. */
  readonly openEnds: ReadonlySet<Side>
  readonly head: SideOfFile
  readonly origin: SideOfFile
}

/** The entry of a side at a path. */
interface SideOfFile {
  readonly kind: ShownFile['head']
  /** The target of a link, or the beginning of the commit id of a submodule. */
  readonly detail: string | null
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
  const { tree, entries: all, messages: told } = await mergeConflicts(dir, source, target)
  const entries = conflictedPathsOf(all, told, [source, target])
  if (entries.length === 0) throw new Conflict(messages.noConflicts)
  if (entries.length > maxFiles) throw new Conflict(messages.tooManyFiles(maxFiles))
  // Read with replacement characters, such a path would name another file, and the one in conflict would keep its markers.
  if (entries.some(({ path }) => path.includes('\ufffd'))) throw new Conflict(messages.notUtf8)
  const merged = new TreeDraft(dir, tree)
  let leftBytes = maxShownBytes
  const files: ConflictedFile[] = []
  // The files are read one after another: the bytes that a file shows are subtracted from the limit of the next one.
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
  entry: ConflictedPath,
  merged: DraftEntry | null,
  { source, target, maxBytes }: Limits,
): Promise<ConflictedFile> {
  const isFolder = merged?.mode === fileModes.folder
  const [head, origin] = await Promise.all([entry.ours, entry.theirs].map(side => sideOf(dir, side, isFolder)))
  const mode = (isFolder ? undefined : merged?.mode) ?? entry.ours?.mode ?? entry.theirs?.mode ?? fileModes.file
  // Both sides exist, as both were mapped.
  const known = { entry, mode, head: head as SideOfFile, origin: origin as SideOfFile, openEnds: new Set<Side>() }
  const reason = reasonOf(entry, isFolder)
  const only = (reason: ShownFile['reason']): ConflictedFile => ({ ...known, reason, content: null, parts: null })
  // Where both branches renamed a file, git merges its lines all the same.
  if ((reason !== null && reason !== 'rename-rename') || merged === null) return only(reason ?? 'renamed')
  const info = await objectInfo(dir, merged.id)
  const blob = info?.type === 'blob' && info.sizeBytes <= maxBytes ? await readBlob(dir, merged.id, { maxBytes }) : null
  if (blob === null) return only(reason ?? 'large')
  const { content } = blob
  if (isBinary(content)) return only(reason ?? 'binary')
  const parts = partsOf(content, source, target)
  // Without a marker, git could not merge it as text, or it has nothing to merge in its lines.
  if (parts === null && !hasMarkersOf(content, source, target)) return only(reason ?? 'binary')
  const openEnds = await openEndsOf(dir, entry, parts)
  return { ...known, reason: parts === null ? 'unclear' : reason, content, parts, openEnds }
}

function reasonOf({ base, ours, theirs, types }: ConflictedPath, isFolder: boolean): ShownFile['reason'] {
  if (isFolder) return 'folder'
  if (ours !== undefined && theirs !== undefined) {
    const isLink = [ours, theirs].map(({ mode }) => mode === fileModes.link)
    const isSubmodule = [ours, theirs].map(({ mode }) => mode === fileModes.submodule)
    if (isLink[0] !== isLink[1] || isSubmodule[0] !== isSubmodule[1]) return 'types'
    if (isSubmodule[0]) return 'submodule'
    if (isLink[0]) return 'link'
    return ours.id === theirs.id ? 'mode' : null
  }
  if (types.has('CONFLICT (rename/rename)')) return 'rename-rename'
  if (types.has('CONFLICT (rename/delete)')) return 'rename-delete'
  if (types.has('CONFLICT (directory rename suggested)')) return 'location'
  return base === undefined ? 'renamed' : 'deleted'
}

/** The target of a link is cut to this length. */
const maxDetailChars = 200

async function sideOf(dir: string, side: StageEntry | undefined, isFolder: boolean): Promise<SideOfFile> {
  if (side === undefined) return { kind: isFolder ? 'folder' : 'nothing', detail: null }
  switch (side.mode) {
    case fileModes.submodule:
      return { kind: 'submodule', detail: side.id.slice(0, 8) }
    case fileModes.link: {
      const blob = await readBlob(dir, side.id, { maxBytes: 4_096 })
      return { kind: 'link', detail: blob?.content.toString('utf8').slice(0, maxDetailChars) ?? null }
    }
    case fileModes.executable:
      return { kind: 'executable', detail: null }
    default:
      return { kind: 'file', detail: null }
  }
}

/** The sides without a newline at the end of the file. Git adds one within a conflict, so the files of the sides are read. */
async function openEndsOf(
  dir: string,
  { ours, theirs }: ConflictedPath,
  parts: readonly Part[] | null,
): Promise<ReadonlySet<Side>> {
  const last = parts?.at(-1)
  const open = new Set<Side>()
  if (last?.kind !== 'same' || last.lines.length !== 1 || last.lines[0] !== '') return open
  for (const [side, entry] of [['head', ours] as const, ['origin', theirs] as const]) {
    const blob = entry === undefined ? null : await readBlob(dir, entry.id, { maxBytes: maxFileBytes })
    if (blob !== null && blob.content.length > 0 && blob.content.at(-1) !== lineFeed) open.add(side)
  }
  return open
}

const lineFeed = 0x0a

/**
 * The entry that a side has at a path in conflict; null where it has none. If git has merged renamed files and left markers in
 * the entry, the file is taken from the branch instead.
 */
export async function entryOfSide(
  dir: string,
  { path, ours, theirs }: ConflictedPath,
  side: Side,
  { source, target }: Pick<FoundConflicts, 'source' | 'target'>,
): Promise<DraftEntry | null> {
  const stage = side === 'head' ? ours : theirs
  if (stage === undefined) return null
  const blob = stage.mode.startsWith('100') ? await readBlob(dir, stage.id, { maxBytes: maxFileBytes }) : null
  const isMerged = blob !== null && hasMarkersOf(blob.content, source, target)
  return (isMerged ? await findEntry(dir, side === 'head' ? source : target, path) : null) ?? stage
}

/** The ids of the conflicts of a file, in their order. A conflict that does not change keeps its id when others do. */
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

const maxPaths = 1_000

/** The paths in conflict; none where the branches merge cleanly, or one of them no longer exists. */
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

/** The commits of both sides with their branches. */
export const sidesOf = (
  { sourceBranch, targetBranch }: Pick<MergeRequestRow, 'sourceBranch' | 'targetBranch'>,
  { source, target }: Pick<FoundConflicts, 'source' | 'target'>,
): Sides => [
  [source, sourceBranch],
  [target, targetBranch],
]
