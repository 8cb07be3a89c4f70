import { sql } from 'kysely'
import { type Context, userIdOf } from '#server/context.ts'
import { countChangedFiles } from '#server/platform/git/commits/count-changed-files.ts'
import { countCommits } from '#server/platform/git/commits/log.ts'
import { mergeBase } from '#server/platform/git/commits/merge-base.ts'
import { emptyTree, type Oid } from '#server/platform/git/objects.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import { uncheckedPairs } from './mergeability.ts'

/** The version of a merge request at one head of its source branch, to be stored. */
export interface VersionDraft {
  readonly baseSha: Oid | null
  readonly startSha: Oid
  readonly headSha: Oid
  readonly commitCount: number
  readonly fileCount: number
}

/**
 * The commit or tree from which the changes of a version are computed: histories that share no commit are compared from
 * nothing, so that the files of the target branch are not shown as deleted.
 */
export const beginningOf = ({ baseSha }: Pick<VersionDraft, 'baseSha'>): Oid => baseSha ?? emptyTree

/** Counting stops here. */
const maxCommits = 100_000

/** Compare the head of a source branch with its target, for a version. */
export async function draftVersion(dir: string, target: Oid, source: Oid): Promise<VersionDraft> {
  const baseSha = await mergeBase(dir, [target, source])
  const [commitCount, fileCount] = await Promise.all([
    countCommits(dir, { from: [source], notFrom: [target], max: maxCommits }),
    countChangedFiles(dir, baseSha, source),
  ])
  return { baseSha, startSha: target, headSha: source, commitCount, fileCount }
}

/**
 * Keep the commits of a version alive, whatever becomes of the branches, and let clients fetch its head as
 * `refs/merge-requests/<iid>/head`.
 */
export async function keepVersion(
  dir: string,
  iid: number,
  { baseSha, startSha, headSha }: VersionDraft,
): Promise<void> {
  const kept = [...new Set([headSha, startSha, ...(baseSha === null ? [] : [baseSha])])]
  await updateRefs(dir, [
    { ref: `refs/merge-requests/${iid}/head`, after: headSha },
    ...kept.map(id => ({ ref: `refs/keep-around/${id}`, after: id })),
  ])
}

type Versioned = { readonly id: number; readonly namespaceId: number }

/** Insert the row of a version. @returns its id */
export async function insertVersion(ctx: Context, mergeRequest: Versioned, draft: VersionDraft): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into merge_request_versions (namespace_id, merge_request_id, number, base_sha, start_sha, head_sha, commit_count, file_count, pushed_by_id, created_at)
    select ${mergeRequest.namespaceId}, ${mergeRequest.id}, coalesce(max(number), 0) + 1, ${draft.baseSha}, ${draft.startSha}, ${draft.headSha},
      ${draft.commitCount}, ${draft.fileCount}, ${userIdOf(ctx)}::bigint, ${ctx.now}::timestamptz
    from merge_request_versions where merge_request_id = ${mergeRequest.id}
    returning id`.execute(ctx.db)
  const made = rows[0]
  if (made === undefined) throw new Error('a version was inserted without a row')
  return made.id
}

/** Store a version as the latest one. Auto-merge is cancelled, as it was set for an earlier version. */
export async function storeVersion(
  ctx: Context,
  mergeRequest: Versioned,
  draft: VersionDraft,
): Promise<{ readonly id: number; readonly endsAutoMerge: boolean }> {
  const id = await insertVersion(ctx, mergeRequest, draft)
  const { rows } = await sql<{ endsAutoMerge: boolean }>`
    with former as (select id, auto_merge is not null as ends_auto_merge from merge_requests where id = ${mergeRequest.id})
    update merge_requests mr set head_sha = ${draft.headSha}, ${uncheckedPairs}, merge_error = null, auto_merge = null, auto_merge_user_id = null
    from former where mr.id = former.id returning former.ends_auto_merge`.execute(ctx.db)
  return { id, endsAutoMerge: rows[0]?.endsAutoMerge === true }
}

/** A stored version. */
export interface VersionRow extends VersionDraft {
  readonly id: number
  readonly number: number
  readonly createdAt: string
}

/** The latest version of a merge request, or the one with an id; null where there is none. */
export async function versionOf(ctx: Context, mergeRequestId: number, versionId?: number): Promise<VersionRow | null> {
  const which = versionId === undefined ? sql`true` : sql`id = ${versionId}`
  const { rows } = await sql<VersionRow>`
    select id, number, base_sha, start_sha, head_sha, commit_count, file_count, created_at from merge_request_versions
    where merge_request_id = ${mergeRequestId} and ${which} order by number desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}
