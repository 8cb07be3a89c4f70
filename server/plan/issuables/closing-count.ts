import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Actor } from '#server/context.ts'
import { batch } from '#server/graphql/batch.ts'

/**
 * The number of merge requests that a reader may know of and that close an issue when they are merged.
 *
 * @param issue  alias of `issuables`
 */
export const closingCount = (viewer: Actor, issue: string): RawBuilder<number> =>
  sql<number>`(select count(*) from merge_request_closes_issues cc join issuables cm on cm.id = cc.merge_request_id
    where cc.issue_id = ${sql.ref(`${issue}.id`)} and ${visibleIssuables(viewer, 'cm', { series: 'merge_request' })})`

/** The same for GraphQL: the counts of all issues of one step are one statement. */
export const closingCountOf = batch<number, number>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number; count: number }>`
    select i.id, ${closingCount(ctx.actor, 'i')} as count from issuables i where i.id = any (${[...ids]}::bigint[])`.execute(
    ctx.db,
  )
  const counts = new Map(rows.map(row => [row.id, row.count]))
  return id => counts.get(id) ?? 0
})
