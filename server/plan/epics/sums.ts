import { type RawBuilder, sql } from 'kysely'
import type { EpicSums } from '#contract/plan/epic-pages.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'

const nothing: EpicSums = {
  ...{ openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0, openedWeight: 0, closedWeight: 0 },
  ...{ onTrack: 0, needsAttention: 0, atRisk: 0, childEpics: 0, childIssues: 0 },
}

/** What the actor may know of in epics, at all levels, without the tasks of issues. Health counts open issues. One statement, however many epics. */
export async function sumsOf(ctx: Context, ids: readonly number[]): Promise<(id: number) => EpicSums> {
  if (ids.length === 0) return () => nothing
  const is = (series: 'issue' | 'epic', state: 'opened' | 'closed') =>
    sql`filter (where c.series = ${sql.lit(series)} and c.state = ${sql.lit(state)})`
  const health = (status: string): RawBuilder<unknown> =>
    sql`count(*) filter (where c.series = 'issue' and c.state = 'opened' and c.health_status = ${sql.lit(status)})`
  const { rows } = await sql<EpicSums & { readonly id: number }>`
    with recursive below(root, id, series, level) as (
      select asked.id, asked.id, 'epic', 0 from unnest(${[...ids]}::bigint[]) asked(id)
      union all
      select below.root, c.id, c.series, below.level + 1 from below join issuables c on c.parent_id = below.id and below.series = 'epic'
        and ${visibleIssuables(ctx.actor, 'c')}
    )
    select below.root as id, count(*) ${is('epic', 'opened')} as opened_epics, count(*) ${is('epic', 'closed')} as closed_epics,
      count(*) ${is('issue', 'opened')} as opened_issues, count(*) ${is('issue', 'closed')} as closed_issues,
      coalesce(sum(c.weight) ${is('issue', 'opened')}, 0) as opened_weight, coalesce(sum(c.weight) ${is('issue', 'closed')}, 0) as closed_weight,
      ${health('on_track')} as on_track, ${health('needs_attention')} as needs_attention, ${health('at_risk')} as at_risk,
      count(*) filter (where below.level = 1 and c.series = 'epic') as child_epics,
      count(*) filter (where below.level = 1 and c.series = 'issue') as child_issues
    from below join issuables c on c.id = below.id where below.level > 0 group by below.root`.execute(ctx.db)
  const found = new Map(rows.map(({ id, ...sums }) => [id, sums]))
  return id => found.get(id) ?? nothing
}
