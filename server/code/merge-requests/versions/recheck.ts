import { sql } from 'kysely'
import { anonymous, createContext, type Services } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { refreshMergeRequest } from './refresh.ts'

/** Merge requests that one run checks, and for how long; the rest follow a minute later. */
const atOnce = 200
const turnMs = 20_000

/**
 * Check the open merge requests that are unchecked, as after an upgrade or a job that was given up. A timed job.
 *
 * @throws AggregateError  the errors of those that could not be checked, after all others were
 */
export async function recheckMergeRequests(db: Db, services: Services): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'recheck-merge-requests' })
  const until = performance.now() + turnMs
  // The rows come in no order: those that fail each time do not keep the others waiting.
  const { rows } = await sql<Parameters<typeof refreshMergeRequest>[1]>`
    select i.id, i.iid, i.type, i.state, i.namespace_id, n.ancestor_ids, mr.source_project_id, mr.source_branch, mr.target_branch
    from merge_requests mr join issuables i on i.id = mr.id join namespaces n on n.id = i.namespace_id
    where mr.is_open and mr.merging is null and mr.divergence is null order by random() limit ${atOnce}`.execute(db)
  const errors: unknown[] = []
  // They run one after another, because each starts git processes. A failure does not stop the others.
  for (const mergeRequest of rows) {
    if (performance.now() > until) break
    await refreshMergeRequest(ctx, mergeRequest).catch(error => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors)
}
