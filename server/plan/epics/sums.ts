import { type RawBuilder, sql } from 'kysely'
import type { EpicSums } from '#contract/plan/epics/epic-pages.ts'
import { placesOfIssuables, visibleInPlaces, visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'

const nothing: EpicSums = {
  ...{ openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0, openedWeight: 0, closedWeight: 0 },
  ...{ onTrack: 0, needsAttention: 0, atRisk: 0, childEpics: 0, childIssues: 0 },
}

/**
 * The sums over the descendants of epics that the actor may know of, at all levels, without the tasks of issues. Health
 * counts open issues. One statement, however many epics: the children of each are counted once, for all epics above
 * them.
 */
export async function sumsOf(ctx: Context, ids: readonly number[]): Promise<(id: number) => EpicSums> {
  if (ids.length === 0) return () => nothing
  const is = (series: 'issue' | 'epic', state: 'opened' | 'closed') =>
    sql`filter (where c.series = ${sql.lit(series)} and c.state = ${sql.lit(state)})`
  const health = (status: string): RawBuilder<unknown> =>
    sql`count(*) filter (where c.series = 'issue' and c.state = 'opened' and c.health_status = ${sql.lit(status)})`
  const children = sql`(select distinct id from tree) e join issuables c on c.parent_id = e.id`
  const total = (column: string) => sql`sum(${sql.ref(`d.${column}`)})::bigint as ${sql.ref(column)}`
  const { rows } = await sql<EpicSums & { readonly id: number }>`
    with recursive tree(root, id, level) as (
      select asked.id, asked.id, 0 from unnest(${[...ids]}::bigint[]) asked(id)
      union all
      select tree.root, c.id, tree.level + 1 from tree join issuables c on c.parent_id = tree.id and ${visibleIssuables(ctx.actor, 'c', { series: 'epic' })}
    ), places as materialized (${placesOfIssuables(ctx.actor, sql`n.id in (select c.namespace_id from ${children})`)}),
    direct as materialized (select c.parent_id, count(*) ${is('epic', 'opened')} as opened_epics, count(*) ${is('epic', 'closed')} as closed_epics,
      count(*) ${is('issue', 'opened')} as opened_issues, count(*) ${is('issue', 'closed')} as closed_issues,
      coalesce(sum(c.weight) ${is('issue', 'opened')}, 0) as opened_weight, coalesce(sum(c.weight) ${is('issue', 'closed')}, 0) as closed_weight,
      ${health('on_track')} as on_track, ${health('needs_attention')} as needs_attention, ${health('at_risk')} as at_risk,
      count(*) filter (where c.series = 'epic') as child_epics, count(*) filter (where c.series = 'issue') as child_issues
      from ${children} where ${visibleInPlaces(ctx.actor, 'c')} group by c.parent_id)
    select tree.root as id, ${sql.join(rolledUp.map(total))},
      coalesce(sum(d.child_epics) filter (where tree.level = 0), 0)::bigint as child_epics,
      coalesce(sum(d.child_issues) filter (where tree.level = 0), 0)::bigint as child_issues
    from tree join direct d on d.parent_id = tree.id group by tree.root`.execute(ctx.db)
  const found = new Map(rows.map(({ id, ...sums }) => [id, sums]))
  return id => found.get(id) ?? nothing
}

const rolledUp = [
  ...['opened_epics', 'closed_epics', 'opened_issues', 'closed_issues', 'opened_weight', 'closed_weight'],
  ...['on_track', 'needs_attention', 'at_risk'],
]
