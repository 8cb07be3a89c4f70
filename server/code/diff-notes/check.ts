import { sql } from 'kysely'
import { type DiffLine, lineCode } from '#contract/code/diffs/diff-lines.ts'
import type { Context } from '#server/context.ts'
import type { NoteableRow } from '#server/discuss/noteables/noteable.ts'
import { checkPoint, type StoredLinePoint, type StoredPosition } from '#server/discuss/notes/positions/position.ts'
import type { CheckedPosition, StoredDiffLine } from '#server/discuss/notes/positions/position-check.ts'
import { Invalid } from '#server/errors.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { isInRange } from '#server/platform/git/commits/merge-base.ts'
import { fileInfo } from '#server/platform/git/files/blob.ts'
import { isImageName } from '#server/platform/git/files/file-kind.ts'
import { emptyTree, isOid, type Oid } from '#server/platform/git/objects.ts'
import { carriedFrom } from '#server/platform/git/writing/carry-change.ts'
import { contextLines } from '../diffs/context.ts'
import { fileHash } from '../diffs/diff-source.ts'
import { repositoryOf } from '../repository/open.ts'
import { carryPositions } from './carry.ts'
import { type DiffPlace, type FileDiff, fileDiffs, placeAt, pointAt } from './file-diff.ts'

/** Lines of the diff that stay with a thread. @source product-rules.md 9 */
const excerptLines = 16
const excerptLineLength = 1_000

type TextPosition = Extract<StoredPosition, { position_type: 'text' }>

/**
 * Find a position in the diff of its version.
 *
 * @param given  the position as it was sent
 * @param commitId  a commit of the newest version in whose own changes it has to be; null if the position names it
 * @throws Invalid  the diff is none of the merge request, or has no such file, line or point
 * @source product-rules.md 9
 */
export async function checkInDiff(
  ctx: Context,
  { id, namespaceId }: NoteableRow,
  given: StoredPosition,
  commitId: string | null,
): Promise<CheckedPosition> {
  const dir = await repositoryOf(ctx, { id: namespaceId })
  const found = dir === null ? null : await versionWith(ctx, dir, id, given)
  // If the branches share no commit, clients get no base, and name the target instead.
  const isFromNothing = found?.baseSha === emptyTree && given.base_sha === found.startSha
  const position = isFromNothing ? { ...given, base_sha: emptyTree } : given
  const mayBeOfCommit = commitId === null ? found?.isWhole === false : position.head_sha === commitId
  const isOfCommit = found !== null && dir !== null && mayBeOfCommit && (await isCommitOf(dir, found, position))
  if (commitId !== null && !isOfCommit) throw new Invalid({ commit_id: ['has no such position in its changes'] })
  if (found === null || dir === null || !(found.isKnown || isOfCommit))
    throw new Invalid({ position: ['is not part of a version of this merge request'] })
  const newest = { baseSha: found.baseSha, startSha: found.startSha, headSha: found.headSha }
  const checked = { ...(await checkAt(dir, position)), commit_id: isOfCommit ? position.head_sha : null }
  const isNewest = position.head_sha === newest.headSha && position.base_sha === newest.baseSha
  const [carried = null] = isNewest ? [] : await carryPositions(dir, newest, [checked])
  return { ...checked, carried }
}

interface Version {
  readonly baseSha: Oid
  readonly startSha: Oid
  readonly headSha: Oid
}

/** Whether a position is in the changes of one commit of a version. */
async function isCommitOf(dir: string, { startSha, headSha }: Version, position: StoredPosition): Promise<boolean> {
  const { base_sha, start_sha, head_sha } = position
  if (base_sha !== start_sha || !isOid(head_sha)) return false
  const [commit] = await readCommits(dir, [head_sha])
  return commit != null && commit.parentIds[0] === base_sha && isInRange(dir, head_sha, { startSha, headSha })
}

interface FoundVersion extends Version {
  /** The position is in the diff of versions. */
  readonly isKnown: boolean
  /** That diff is all that one version changes. */
  readonly isWhole: boolean
}

/** The newest version, and whether the commits of a position are of versions, or of one that was carried to the base of another. */
async function versionWith(
  ctx: Context,
  dir: string,
  id: number,
  position: StoredPosition,
): Promise<FoundVersion | null> {
  const [base, start] = await Promise.all([carriedFrom(dir, position.base_sha), carriedFrom(dir, position.start_sha)])
  const { rows } = await sql<FoundVersion>`
    select coalesce(base_sha, ${emptyTree}) as base_sha, start_sha, head_sha,
      bool_or(head_sha = ${position.head_sha}) over all_of and bool_or(${base} in (coalesce(base_sha, ${emptyTree}), start_sha, head_sha)) over all_of
        and bool_or(${start} in (base_sha, start_sha, head_sha)) over all_of as is_known,
      bool_or(head_sha = ${position.head_sha} and coalesce(base_sha, ${emptyTree}) = ${position.base_sha}) over all_of as is_whole
    from merge_request_versions where merge_request_id = ${id} window all_of as () order by number desc limit 1`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** The check of a position whose commits may be read. @throws Invalid  no such file, line or point */
export async function checkAt(dir: string, position: StoredPosition): Promise<CheckedPosition> {
  const diff = await diffOf(dir, position)
  const paths = { old_path: diff.oldPath, new_path: diff.newPath }
  const path = diff.newId === null ? diff.oldPath : diff.newPath
  const hash = fileHash(path)
  const file = { file_hash: hash, line_code: null, excerpt: [], carried: null, commit_id: null }
  switch (position.position_type) {
    case 'file':
      return { ...position, ...paths, ...file }
    case 'image':
      if (!isImageName(path)) throw new Invalid({ position: ['is in a file that is not an image'] })
      checkPoint(position)
      return { ...position, ...paths, ...file }
    case 'text': {
      if (diff.isOpaque) throw new Invalid({ position: ['is in a file without lines'] })
      const place = lineOf(diff, position)
      const excerpt = await excerptOf(dir, diff, position, place)
      return {
        ...position,
        ...paths,
        ...file,
        line_range: position.line_range === null ? null : rangeOf(diff, hash, position.line_range),
        line_code: lineCode(hash, place),
        excerpt: excerpt.map(line => presentLine(hash, line)),
      }
    }
    default:
      return position satisfies never
  }
}

async function diffOf(dir: string, { base_sha, head_sha, old_path, new_path }: StoredPosition): Promise<FileDiff> {
  const pair = { dir, from: base_sha, to: head_sha }
  const diff = (await fileDiffs(pair, 'new', new Set([new_path]))).get(new_path)
  if (diff !== undefined) {
    // A new file has one path; clients repeat it.
    if (diff.oldPath === old_path || old_path === new_path) return diff
  } else if (old_path === new_path) {
    const info = await fileInfo(dir, head_sha, new_path)
    if (info !== null)
      return {
        oldPath: old_path,
        newPath: new_path,
        oldId: info.id,
        newId: info.id,
        hunks: [],
        changes: [],
        isOpaque: false,
      }
  }
  throw new Invalid({ position: ['is in a file that is not in the diff'] })
}

const noLine = () => new Invalid({ line_code: ["can't be blank", 'must be a valid line code'] })

/** @throws Invalid  no line of the diff has these numbers */
function lineOf(diff: FileDiff, { old_line, new_line }: Pick<TextPosition, 'old_line' | 'new_line'>): DiffPlace {
  const place = new_line === null ? placeAt(diff, 'old', old_line ?? 0) : placeAt(diff, 'new', new_line)
  const kind = new_line === null ? 'removed' : old_line === null ? 'added' : 'context'
  if (place.kind !== kind || (kind === 'context' && place.oldPos !== old_line)) throw noLine()
  return place
}

/** Both ends of a range in the diff. @throws Invalid  one of them is not in it, or they are the wrong way round */
function rangeOf(diff: FileDiff, hash: string, range: NonNullable<TextPosition['line_range']>) {
  const [start, end] = [pointOf(diff, hash, range.start), pointOf(diff, hash, range.end)]
  const at = ({ oldPos, newPos }: DiffPlace) => oldPos + newPos
  if (at(start.place) > at(end.place)) throw new Invalid({ line_range: ['ends before it starts'] })
  return { start: start.point, end: end.point }
}

function pointOf(diff: FileDiff, hash: string, { line_code }: StoredLinePoint) {
  const [ownHash, old, now] = line_code.split('_')
  const [oldPos, newPos] = [Number(old), Number(now)]
  // The other number of a line of one side may be 0.
  const fits = (place: DiffPlace) =>
    (place.newPos === newPos || (newPos === 0 && place.kind === 'removed')) &&
    (place.oldPos === oldPos || (oldPos === 0 && place.kind === 'added'))
  const place = [placeAt(diff, 'new', newPos), placeAt(diff, 'old', oldPos)].find(fits)
  if (ownHash !== hash || place === undefined) throw noLine()
  return { place, point: pointAt(hash, place) }
}

/** The lines of the diff up to the commented one. @throws Invalid  the file is shorter */
async function excerptOf(
  dir: string,
  { hunks, newPath }: FileDiff,
  { head_sha }: StoredPosition,
  place: DiffPlace,
): Promise<readonly DiffLine[]> {
  const is = (line: DiffLine) =>
    line.kind === place.kind && line.oldPos === place.oldPos && line.newPos === place.newPos
  for (const { lines } of hunks) {
    const at = lines.findIndex(is)
    if (at >= 0) return lines.slice(Math.max(0, at + 1 - excerptLines), at + 1)
  }
  if (place.oldPos < 1 || place.newPos < 1) throw noLine()
  const first = Math.max(1, place.newPos - excerptLines + 1)
  const { lines, lineCount } = await contextLines(dir, head_sha, { path: newPath, first, last: place.newPos })
  if (lineCount < place.newPos) throw noLine()
  const offset = place.oldPos - place.newPos
  return lines
    .map((text, index) => ({ kind: 'context' as const, oldPos: first + index + offset, newPos: first + index, text }))
    .filter(line => line.oldPos > 0)
}

export function presentLine(hash: string, { kind, oldPos, newPos, text }: DiffLine): StoredDiffLine {
  const shown = text.slice(0, excerptLineLength)
  const sign = kind === 'added' ? '+' : kind === 'removed' ? '-' : ' '
  const point = pointAt(hash, { kind, oldPos, newPos })
  const escaped = shown
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return { ...point, text: `${sign}${shown}`, rich_text: `${sign}${escaped}` }
}
