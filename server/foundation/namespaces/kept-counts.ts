import { type RawBuilder, sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { hasRole, levelSql } from '#server/access/levels.ts'
import type { Actor, Context } from '#server/context.ts'

type CountedState = 'opened' | 'closed' | 'all'

/** A project's issues of a state as far as the actor may know of them, from the kept counters. */
export const keptCount = (
  ctx: Context,
  project: { readonly id: number; readonly facts: NamespaceFacts },
  state: CountedState,
): RawBuilder<number> => keptCountFor(project.id, state, ctx.actor, hasRole(ctx.actor, project.facts, 'planner'))

/**
 * The same, for callers with a namespace in a statement that is compiled once.
 *
 * @param seesAll  planners and above know of confidential issues, others of their own
 */
export function keptCountFor(
  projectId: number | RawBuilder<unknown>,
  state: CountedState,
  actor: Actor,
  seesAll: boolean,
): RawBuilder<number> {
  const states = state === 'all' ? (['opened', 'closed'] as const) : [state]
  const kept = states.map(each => (each === 'opened' ? sql`cp.open_issues_count` : sql`cp.closed_issues_count`))
  const total = sql<number>`(select ${sql.join(kept, sql` + `)} from projects cp where cp.id = ${projectId})`
  if (seesAll) return total
  const secret = states.map(each =>
    each === 'opened' ? sql`cp.open_confidential_issues_count` : sql`cp.closed_confidential_issues_count`,
  )
  const own = actor.kind === 'user' ? ownConfidential(sql`${projectId}`, states, actor.id) : sql`0`
  return sql<number>`(${total} - (select ${sql.join(secret, sql` + `)} from projects cp where cp.id = ${projectId}) + ${own})`
}

/** The same for all projects of a statement's `places` (`projectsWith`). */
export function keptCountInPlaces(actor: Actor, state: CountedState): RawBuilder<number> {
  const states = state === 'all' ? (['opened', 'closed'] as const) : [state]
  const sum = (columns: Readonly<Record<'opened' | 'closed', RawBuilder<unknown>>>) =>
    sql.join(
      states.map(each => columns[each]),
      sql` + `,
    )
  const secret = sum({ opened: sql`p.open_confidential_issues_count`, closed: sql`p.closed_confidential_issues_count` })
  const own = actor.kind === 'user' ? ownConfidential(sql`p.id`, states, actor.id) : sql`0`
  return sql<number>`(select coalesce(sum(${sum({ opened: sql`p.open_issues_count`, closed: sql`p.closed_issues_count` })}
      - case when p.level >= ${levelSql('planner')} or ${secret} = 0 then 0 else ${secret} - ${own} end), 0)::bigint from places p)`
}

const ownConfidential = (
  projectId: RawBuilder<unknown>,
  states: readonly string[],
  userId: number | RawBuilder<number>,
): RawBuilder<number> =>
  sql`(select count(*) from issuables ci where ci.namespace_id = ${projectId} and ci.series = 'issue' and ci.confidential
          and not ci.hidden and ci.state = any (${states}::text[]) and (ci.author_id = ${userId}
            or exists (select 1 from issuable_assignees ca where ca.issuable_id = ci.id and ca.user_id = ${userId})))`
