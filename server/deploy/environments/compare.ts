import { sql } from 'kysely'
import { environmentsTopic } from '#contract/live-topics.ts'
import { mergedIn } from '#server/code/repository/changelog/merged-in.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import { type Context, transact } from '#server/context.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { logIds } from '#server/platform/git/commits/log.ts'
import './events.ts'

/** Commits of one deployment that are looked at: merge requests before them are left out. */
const mostCommits = 20_000

interface ComparedRow {
  readonly namespaceId: number
  readonly sha: string
  readonly previousSha: string | null
}

/** Record the merge requests that came with a deployment since the one before it, or went with it, as git has the commits between. */
export async function compareDeployment(ctx: Context, deploymentId: number): Promise<void> {
  const { rows } = await sql<ComparedRow>`select d.namespace_id, d.sha, (select before.sha from deployments before
      where before.environment_id = d.environment_id and before.status = 'success' and (before.finished_at, before.id) < (d.finished_at, d.id)
      order by before.finished_at desc, before.id desc limit 1) as previous_sha
    from deployments d where d.id = ${deploymentId} and d.status = 'success'`.execute(ctx.db)
  const [row] = rows
  const dir = row === undefined ? null : await repositoryOf(ctx, { id: row.namespaceId })
  if (row === undefined || dir === null) return
  const { namespaceId, sha, previousSha } = row
  const shas = previousSha === null ? [sha] : [sha, previousSha]
  // A commit that no ref keeps may be gone by now.
  if ((await readCommits(dir, shas)).some(commit => commit === null)) return
  const between = (from: string, notFrom: string | null) =>
    logIds(dir, { from: [from], ...(notFrom === null ? {} : { notFrom: [notFrom] }), limit: mostCommits })
  const [added, removed] = await Promise.all([
    between(sha, previousSha),
    previousSha === null ? [] : between(previousSha, sha),
  ])
  const idsOf = async (commits: readonly string[]) => (await mergedIn(ctx, namespaceId, commits)).map(({ id }) => id)
  const [came, went] = [await idsOf(added), await idsOf(removed)]
  const isRollback = added.length === 0 && removed.length > 0
  await transact(ctx, async inner => {
    await sql`delete from deployment_merge_requests where deployment_id = ${deploymentId}`.execute(inner.db)
    await sql`insert into deployment_merge_requests (deployment_id, merge_request_id, is_removed)
      select d.id, mr.id, not mr.id = any (${came}::bigint[])
      from deployments d cross join merge_requests mr
      where d.id = ${deploymentId} and mr.id = any (${[...came, ...went]}::bigint[])`.execute(inner.db)
    await sql`update deployments set is_rollback = ${isRollback}::boolean where id = ${deploymentId}`.execute(inner.db)
    const topics = [environmentsTopic(namespaceId)]
    await inner.events.record('deployment.compared', { deploymentId }, { namespaceId, topics })
  })
}
