import { type RawBuilder, sql } from 'kysely'
import { iterationStates } from '#contract/plan/timeboxes/iterations.ts'
import type { Context } from '#server/context.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { NotFound } from '#server/errors.ts'
import { countedIssues, type TimeboxPlace } from '#server/plan/timeboxes/timebox.ts'
import { naturally } from '#server/platform/sql/natural-order.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import { isInState, iterationPath, stateNumber } from './iteration.ts'
import { ownersWhere } from './queries.ts'

const it = columnsOf('iterations', 'it')
const c = columnsOf('iterationCadences', 'c')

const mostCadences = 100
const mostIterations = 50

/** The issues of `iterations it` in a state that count in a place. */
function issuesOf(ctx: Context, place: TimeboxPlace, state: 'opened' | 'closed'): RawBuilder<number> {
  return sql<number>`(select count(*) from issuables ii where ii.iteration_id = it.id and ii.state = ${state}
    and ${countedIssues(ctx, place, 'ii')})`
}

const countedFields = (ctx: Context, place: TimeboxPlace) => ({
  ...it.fields('id', 'title', 'description', 'startDate', 'dueDate'),
  state: sql`(${[...iterationStates]}::text[])[${stateNumber('it', ctx.now.slice(0, 10))}]`,
  web_url: sql`${ctx.services.settings.externalUrl}::text || ${iterationPath('it', 'n')}`,
  open_issues_count: issuesOf(ctx, place, 'opened'),
  closed_issues_count: issuesOf(ctx, place, 'closed'),
})

/** The cadences that are seen in a place, each with its open or closed iterations. One statement. */
export async function showCadences(ctx: Context, place: TimeboxPlace, state: 'opened' | 'closed'): Promise<RawJson> {
  const order = state === 'closed' ? sql`it.due_date desc` : sql`it.due_date`
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(${object({
      ...c.fields(
        'id',
        'title',
        'description',
        'startDate',
        'durationInWeeks',
        'iterationsInAdvance',
        'active',
        'automatic',
        'rollOver',
      ),
      group_id: c('namespaceId'),
      group_path: sql`c.full_path`,
      iterations: sql`c.iterations`,
      has_more: sql`c.found > ${mostIterations}`,
    })} order by ${naturally(sql`c.title`)}, c.id), '[]')::text as json
    from (select c.*, n.full_path, shown.iterations, shown.found from iteration_cadences c join namespaces n on n.id = c.namespace_id
      cross join lateral (
        select coalesce(json_agg(${object(countedFields(ctx, place))} order by it.place) filter (where it.place <= ${mostIterations}), '[]') as iterations,
          count(*) as found
        from (select it.*, row_number() over (order by ${order}) as place from iterations it
          where it.cadence_id = c.id and ${isInState('it', state, ctx.now.slice(0, 10))} order by ${order} limit ${mostIterations + 1}) it) shown
      where ${ownersWhere(ctx, place, {})} order by ${naturally(sql`c.title`)}, c.id limit ${mostCadences}) c`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.json ?? '[]')
}

/** One iteration with the numbers of its issues and its description as HTML. @throws NotFound */
export async function showIterationInFull(ctx: Context, place: TimeboxPlace, iterationId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string; html: string }>`
    select ${object(countedFields(ctx, place))}::text as json, it.description_html as html
    from iterations it join namespaces n on n.id = it.namespace_id where it.id = ${iterationId}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Iteration')
  const [html = ''] = await redactFor(ctx, [found.html])
  return withMembers(found.json, { description_html: html })
}
