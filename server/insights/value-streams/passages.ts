import { type RawBuilder, sql } from 'kysely'
import { eventWords, longestWindowDays, usualWindowDays } from '#contract/insights/stage-events.ts'
import { levelSql } from '#server/access/levels.ts'
import {
  isNotHidden,
  placesOfIssuables,
  readsAsPlanner,
  visibleCode,
  visibleEnvironments,
} from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { messages } from './messages.ts'
import type { StageRow } from './streams.ts'

/** The first and the last day, in UTC. */
export interface Window {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** How many days a window has. */
export const daysIn = ({ from, to }: Window): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** As many days before a window. */
export const windowBefore = (days: Window): Window => ({
  from: daysBefore(days.from, daysIn(days)),
  to: daysBefore(days.from, 1),
})

/** The days of a request: the last 30 where it names none. @throws Invalid */
export function windowOf(
  ctx: Context,
  { createdAfter, createdBefore }: { readonly createdAfter?: string; readonly createdBefore?: string },
): Window {
  const to = createdBefore ?? ctx.now.slice(0, 10)
  const from = createdAfter ?? daysBefore(to, usualWindowDays - 1)
  if (from > to) throw new Invalid({ createdBefore: [messages.endsBefore] })
  if (daysIn({ from, to }) > longestWindowDays + 1) throw new Invalid({ createdBefore: [messages.tooLong] })
  return { from, to }
}

/** A condition for a moment on one of the days. */
export const isWithin = (at: RawBuilder<unknown>, { from, to }: Window): RawBuilder<unknown> =>
  sql`${at} >= ${`${from}T00:00:00Z`}::timestamptz and ${at} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`

/** The projects of a place whose insights the actor can read, as a materialized `places`, to be asked once by a statement. */
export const placesIn = (ctx: Context, { id }: { readonly id: number }): RawBuilder<unknown> =>
  sql`places as materialized (select * from (${placesOfIssuables(ctx.actor, sql`n.kind = 'project' and n.ancestor_ids @> array[${id}::bigint] and (n.id = ${id} or not n.inactive)`)}) found where found.level >= ${levelSql('planner')})`

type Needed = 'code' | 'environments'

const needsOf = ({ startEventIdentifier, endEventIdentifier }: StageRow): readonly Needed[] =>
  [...new Set([startEventIdentifier, endEventIdentifier].flatMap(event => eventWords(event).needs ?? []))].toSorted()

/** The stages with one scope are counted in the same projects: those where the actor reads the items, and sees what the events need. */
export const scopeOf = (stage: StageRow): string => [stage.subject, ...needsOf(stage)].join('+')

const visibleNeeds = {
  code: visibleCode,
  environments: visibleEnvironments,
} satisfies Record<Needed, unknown>

/** `places`, and `readable` with the `scope` and the `namespace_id` of the projects in which each of the stages is counted. */
export function readableFor(
  ctx: Context,
  place: { readonly id: number },
  stages: readonly StageRow[],
): RawBuilder<unknown> {
  const byScope = new Map(stages.map(stage => [scopeOf(stage), stage]))
  const selects = [...byScope].map(([scope, stage]) => {
    const needs = needsOf(stage).map(need => sql`and ${visibleNeeds[need](ctx.actor, 'sn', 'sp')}`)
    return sql`select ${scope}::text as scope, p.id as namespace_id
      from places p join namespaces sn on sn.id = p.id join projects sp on sp.id = p.id
      where ${readsAsPlanner(ctx.actor, stage.subject)} ${sql.join(needs, sql` `)}`
  })
  return sql`${placesIn(ctx, place)}, readable as materialized (${sql.join(selects, sql` union all `)})`
}

/**
 * A select of the items of `readable` that left a stage within the days: `id`, `started_at`, `ended_at` and `seconds`. Hidden ones, of
 * banned people, are in no figure, not even for administrators.
 *
 * @param order  in which the items that ended are read, so that a page of the last ones asks for few starts
 */
export function passagesOf(stage: StageRow, days: Window, order = sql``): RawBuilder<unknown> {
  const { startEventIdentifier: start, endEventIdentifier: end, startEventLabel, endEventLabel } = stage
  // For each item that ended, the start is looked up in the index, once (`offset`): a join would read the starts of all items.
  return sql`select e.id, s.started_at, e.ended_at, extract(epoch from e.ended_at - s.started_at)::double precision as seconds
    from (select e.issuable_id as id, e.at as ended_at from issuable_moments e
      where ${stage.isWhole} and e.event = ${end} and e.label_id = ${endEventLabel?.id ?? 0} and ${isWithin(sql`e.at`, days)}
        and e.namespace_id = any (array(select namespace_id from readable where scope = ${scopeOf(stage)}))
        and ${isNotHidden(sql`e.issuable_id`)} ${order} offset 0) e
      cross join lateral (select s.at as started_at from issuable_moments s
        where s.issuable_id = e.id and s.event = ${start} and s.label_id = ${startEventLabel?.id ?? 0} offset 0) s
    where s.started_at <= e.ended_at`
}
