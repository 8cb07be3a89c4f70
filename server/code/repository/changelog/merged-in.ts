import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Oid } from '#server/platform/git/objects.ts'

/** A merge request that was merged, with the commits by which it is found in a history. */
export interface Merged {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly mergeCommitSha: string | null
  readonly squashCommitSha: string | null
  readonly headSha: string
  readonly baseSha: string | null
  readonly startSha: string
}

/** The merge requests of a project that were merged by one of some commits, in the order in which they were merged. */
export async function mergedIn(ctx: Context, projectId: number, commits: readonly Oid[]): Promise<readonly Merged[]> {
  const { rows } = await sql<Merged>`
    select mr.id, i.iid, i.title, mr.merge_commit_sha, mr.squash_commit_sha, v.head_sha, v.base_sha, v.start_sha
    from merge_requests mr join issuables i on i.id = mr.id
      join lateral (select v.head_sha, v.base_sha, v.start_sha from merge_request_versions v where v.merge_request_id = mr.id
        order by v.number desc limit 1) v on true
    where mr.namespace_id = ${projectId} and mr.merged_at is not null
      and (mr.merge_commit_sha = any (${commits}::text[]) or mr.squash_commit_sha = any (${commits}::text[]) or v.head_sha = any (${commits}::text[]))
    order by mr.merged_at, mr.id`.execute(ctx.db)
  return rows
}
