import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { NoteableRow } from '#server/discuss/noteables/noteable.ts'
import type { StoredPosition } from '#server/discuss/notes/positions/position.ts'
import type { CheckedPosition } from '#server/discuss/notes/positions/position-check.ts'
import { Invalid } from '#server/errors.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { emptyTree, type Oid } from '#server/platform/git/objects.ts'
import { checkAt } from '../diff-notes/check.ts'
import { fileDiffs, placeAt } from '../diff-notes/file-diff.ts'
import { repositoryOf } from '../repository/open.ts'
import { messages } from './messages.ts'

interface CommitRange {
  readonly dir: string
  /** The first parent, or the empty tree. */
  readonly base: Oid
  readonly head: Oid
}

/** The changes of a commit that has a row; null when the repository has lost it. */
async function changesOf(ctx: Context, { id, namespaceId }: NoteableRow): Promise<CommitRange | null> {
  const { rows } = await sql<{ sha: Oid }>`select sha from discussed_commits where id = ${id}`.execute(ctx.db)
  const dir = await repositoryOf(ctx, { id: namespaceId })
  const head = rows[0]?.sha
  if (dir === null || head === undefined) return null
  const [commit] = await readCommits(dir, [head])
  return commit == null ? null : { dir, base: commit.parentIds[0] ?? emptyTree, head }
}

/** @throws Invalid  the position is not in the changes of the commit */
export async function checkInCommit(
  ctx: Context,
  noteable: NoteableRow,
  position: StoredPosition,
  commitId: string | null,
): Promise<CheckedPosition> {
  const changes = await changesOf(ctx, noteable)
  const isOther = commitId !== null && commitId !== changes?.head
  if (changes === null || isOther || position.head_sha !== changes.head || position.base_sha !== changes.base)
    throw new Invalid({ position: [messages.notInChanges] })
  const checked = await checkAt(changes.dir, { ...position, start_sha: changes.base })
  return { ...checked, commit_id: changes.head }
}

/** The position of a line, as older clients name it; null where the changes have none. */
export async function positionOfLine(
  ctx: Context,
  noteable: NoteableRow,
  { path, line, side }: { readonly path: string; readonly line: number; readonly side: 'old' | 'new' },
): Promise<StoredPosition | null> {
  const changes = await changesOf(ctx, noteable)
  if (changes === null) return null
  const { dir, base, head } = changes
  const diff = (await fileDiffs({ dir, from: base, to: head }, side, new Set([path]))).get(path)
  if (diff === undefined) return null
  const place = placeAt(diff, side, line)
  const position: StoredPosition = {
    base_sha: base,
    start_sha: base,
    head_sha: head,
    old_path: diff.oldPath,
    new_path: diff.newPath,
    position_type: 'text',
    old_line: place.kind === 'added' ? null : place.oldPos,
    new_line: place.kind === 'removed' ? null : place.newPos,
    line_range: null,
  }
  const isThere = await checkAt(dir, position).then(
    () => true,
    error => {
      if (error instanceof Invalid) return false
      throw error
    },
  )
  return isThere ? position : null
}
