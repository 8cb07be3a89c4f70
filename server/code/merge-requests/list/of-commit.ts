import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { commitsContaining, mergeRequestsContaining } from '#server/platform/git/refs/merge-request-refs.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import { commitOf } from '../../repository/open.ts'
import type { MergeRequestFilter } from './filter.ts'
import { listMergeRequests } from './list.ts'

interface CommitMergeRequestsInput extends Paging {
  readonly sha: string
  readonly state?: MergeRequestFilter['state']
}

/** The merge requests that a commit came with, or that made it when they were merged. @throws NotFound  no such commit */
export async function mergeRequestsOfCommit(
  ctx: Context,
  project: Allowed<'project:read-code', ProjectRow>,
  { sha, state, ...paging }: CommitMergeRequestsInput,
): Promise<Paged<never>> {
  const { dir, commitId } = await commitOf(ctx, project, sha, 'Commit')
  const scope = await loadIfAllowed(ctx, 'project:read-merge-requests', projectByRef, { id: project.id })
  if (scope === null) {
    const { page, perPage } = pageOf(paging)
    return Paged.offset<never>(new RawJson('[]'), { page, perPage, total: 0 })
  }
  const iids = await mergeRequestsContaining(dir, commitId)
  const { rows } = await sql<{ id: number; baseSha: string | null; isMade: boolean }>`
    select mr.id, v.base_sha, ${commitId} in (mr.merge_commit_sha, mr.squash_commit_sha) is true as is_made
    from merge_requests mr join issuables i on i.id = mr.id
      left join lateral (select base_sha from merge_request_versions v where v.merge_request_id = mr.id order by v.number desc limit 1) v on true
    where mr.namespace_id = ${project.id} and (i.iid = any (${[...iids]}::bigint[]) or ${commitId} in (mr.merge_commit_sha, mr.squash_commit_sha))`.execute(
    ctx.db,
  )
  const bases = rows.flatMap(row => row.baseSha ?? [])
  const earlier = await commitsContaining(dir, commitId, bases)
  const ids = rows.filter(row => row.isMade || row.baseSha === null || !earlier.has(row.baseSha)).map(row => row.id)
  const among = sql`i.id = any (${ids}::bigint[])`
  return listMergeRequests(ctx, { kind: 'project', project: scope }, state === undefined ? {} : { state }, paging, [
    among,
  ])
}
