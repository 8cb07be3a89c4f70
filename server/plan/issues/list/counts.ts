import { type RawBuilder, sql } from 'kysely'
import { isAdmin, type NamespaceFacts } from '#server/access/facts.ts'
import { hasRole } from '#server/access/levels.ts'
import type { SqlActor } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { type IssueFilter, isPlain } from './filter.ts'
import { narrowSearch } from './narrow-search.ts'
import { type IssueScope, issuesWhere } from './where.ts'

type State = 'opened' | 'closed' | 'all'

/** A project's issues of a state as far as the actor may know of them, from the kept counters. */
export const keptCount = (
  ctx: Context,
  project: { readonly id: number; readonly facts: NamespaceFacts },
  state: State,
): RawBuilder<number> => keptCountFor(project.id, state, ctx.actor, hasRole(ctx.actor, project.facts, 'planner'))

/**
 * The same, for whoever has a place in a statement compiled once.
 *
 * @param seesAll  reporters and above know of confidential issues, others of their own
 */
export function keptCountFor(
  projectId: number | RawBuilder<unknown>,
  state: State,
  sqlActor: SqlActor,
  seesAll: boolean,
): RawBuilder<number> {
  const states = state === 'all' ? (['opened', 'closed'] as const) : [state]
  const kept = states.map(each => (each === 'opened' ? sql`cp.open_issues_count` : sql`cp.closed_issues_count`))
  const total = sql<number>`(select ${sql.join(kept, sql` + `)} from projects cp where cp.id = ${projectId})`
  if (seesAll) return total
  const secret = states.map(each =>
    each === 'opened' ? sql`cp.open_confidential_issues_count` : sql`cp.closed_confidential_issues_count`,
  )
  const own =
    sqlActor.kind === 'user'
      ? sql`(select count(*) from issuables ci where ci.namespace_id = ${projectId} and ci.series = 'issue' and ci.confidential
          and not ci.hidden and ci.state = any (${states}::text[]) and (ci.author_id = ${sqlActor.id}
            or exists (select 1 from issuable_assignees ca where ca.issuable_id = ci.id and ca.user_id = ${sqlActor.id})))`
      : sql`0`
  return sql<number>`(${total} - (select ${sql.join(secret, sql` + `)} from projects cp where cp.id = ${projectId}) + ${own})`
}

export interface IssueCounts {
  readonly opened: number
  readonly closed: number
  readonly all: number
}

/**
 * How many issues a filter finds, by state. Filtered ones are counted up to a limit.
 *
 * @param limit  where counting stops: the answer is then one more
 */
export async function countIssues(
  ctx: Context,
  scope: IssueScope,
  asked: IssueFilter,
  limit: number,
): Promise<IssueCounts> {
  const { filter } = await narrowSearch(ctx, scope, asked)
  const { rows } = await sql<{ opened: number; closed: number }>`
    select ${countOf(ctx, scope, filter, 'opened', limit)} as opened, ${countOf(ctx, scope, filter, 'closed', limit)} as closed`.execute(
    ctx.db,
  )
  const { opened = 0, closed = 0 } = rows[0] ?? {}
  return { opened, closed, all: opened + closed }
}

/** The number of one state, kept or counted up to a limit, as an expression. */
export function countOf(
  ctx: Context,
  scope: IssueScope,
  filter: IssueFilter,
  state: 'opened' | 'closed',
  limit: number,
): RawBuilder<number> {
  if (scope.kind === 'project' && isPlain(filter) && !isAdmin(ctx.actor)) return keptCount(ctx, scope.project, state)
  return sql<number>`(select count(*) from (select 1 from issuables i where ${issuesWhere(ctx, scope, { ...filter, state })} limit ${limit + 1}) counted)`
}
