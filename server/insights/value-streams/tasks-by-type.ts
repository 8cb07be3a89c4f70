import { type RawBuilder, sql } from 'kysely'
import { visibleInPlaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { isWithin, placesIn, type Window } from './passages.ts'
import type { InsightPlace } from './streams.ts'

export type TaskSubject = 'Issue' | 'MergeRequest'

const mostTopLabels = 10

const labelJson = sql`json_build_object('id', l.id, 'title', l.title, 'color', l.color)`

/** The items that were created within the days and that the actor can read, with their labels: `at` and `label_id`. */
const labelled = (ctx: Context, subject: TaskSubject, days: Window): RawBuilder<unknown> => sql`
  select m.at, il.label_id from issuable_moments m join issuables i on i.id = m.issuable_id join issuable_labels il on il.issuable_id = i.id
  where m.namespace_id = any (array(select id from places)) and ${isWithin(sql`m.at`, days)}
    and m.event = ${subject === 'Issue' ? 'issue_created' : 'merge_request_created'} and ${visibleInPlaces(ctx.actor, 'i')}`

interface LabelRow {
  readonly id: number
  readonly title: string
  readonly color: string
}

/** The labels that most of these items have. */
export async function topLabelsOf(
  ctx: Context,
  place: InsightPlace,
  subject: TaskSubject,
  days: Window,
): Promise<readonly LabelRow[]> {
  const { rows } = await sql<{ label: LabelRow }>`with ${placesIn(ctx, place)}
    select ${labelJson} as label from (
      select label_id, count(*) as items from (${labelled(ctx, subject, days)}) found group by label_id
      order by items desc, label_id limit ${mostTopLabels}) top join labels l on l.id = top.label_id
    order by top.items desc, l.id`.execute(ctx.db)
  return rows.map(({ label }) => label)
}

/** How many of these items have each label, by the day of their creation; of the top labels if none are given. */
export async function tasksByTypeOf(
  ctx: Context,
  place: InsightPlace,
  {
    subject,
    labelIds,
    days,
  }: { readonly subject: TaskSubject; readonly labelIds: readonly number[]; readonly days: Window },
) {
  const ids = labelIds.length > 0 ? labelIds : (await topLabelsOf(ctx, place, subject, days)).map(({ id }) => id)
  const { rows } = await sql<{ label: LabelRow; series: [string, number][] }>`with ${placesIn(ctx, place)},
      found as materialized (select (at at time zone 'UTC')::date as day, label_id, count(*)::integer as items
        from (${labelled(ctx, subject, days)}) each_label where label_id = any (${[...ids]}::bigint[]) group by 1, 2)
    select ${labelJson} as label, (select json_agg(json_build_array(to_char(d.day, 'YYYY-MM-DD'), coalesce(f.items, 0)) order by d.day)
        from generate_series(${days.from}::timestamp, ${days.to}::timestamp, interval '1 day') d (day)
          left join found f on f.day = d.day::date and f.label_id = l.id) as series
    from labels l where l.id in (select label_id from found)
    order by array_position(${[...ids]}::bigint[], l.id)`.execute(ctx.db)
  return rows
}
