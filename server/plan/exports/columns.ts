import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'

/** The heading of a column and its value, over `issuables i` and the joins of the list. */
export type CsvColumn = readonly [title: string, value: RawBuilder<unknown>]

/** `2026-01-31 12:00:00` */
export const utcMoment = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS')`

export const yesNo = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${condition} then 'Yes' else 'No' end`

/** The names and the usernames of people, as two columns. @param people  `from … where …` with `users u` */
export const peopleColumns = (title: string, people: RawBuilder<unknown>): readonly CsvColumn[] => [
  [title, sql`(select string_agg(u.name, ', ' order by u.id) ${people})`],
  [`${title} Username`, sql`(select string_agg(u.username, ', ' order by u.id) ${people})`],
]

export const assigneeColumns = peopleColumns(
  'Assignee',
  sql`from issuable_assignees a join users u on u.id = a.user_id where a.issuable_id = i.id`,
)

/** The columns of the author, over `users author`. */
export const authorColumns: readonly CsvColumn[] = [
  ['Author', sql`author.name`],
  ['Author Username', sql`author.username`],
]

export const idColumns: readonly CsvColumn[] = [
  ['ID', sql`i.id`],
  ['IID', sql`i.iid`],
]
export const textColumns: readonly CsvColumn[] = [
  ['Title', sql`i.title`],
  ['Description', sql`i.description`],
]

/** The column of the project in files of groups, over `namespaces n` of the item. */
export const projectColumn: CsvColumn = ['Project', sql`n.full_path`]

/** @param path  the path of the item's page, from the root of the site */
export const urlColumn = (ctx: Context, path: RawBuilder<unknown>): CsvColumn => [
  'URL',
  sql`${ctx.services.settings.externalUrl}::text || ${path}`,
]

export const stateColumn: CsvColumn = ['State', sql`case i.state when 'opened' then 'Open' else initcap(i.state) end`]
export const confidentialColumn: CsvColumn = ['Confidential', yesNo(sql`i.confidential`)]
export const lockedColumn: CsvColumn = ['Locked', yesNo(sql`i.discussion_locked`)]
export const milestoneColumn: CsvColumn = [
  'Milestone',
  sql`(select m.title from milestones m where m.id = i.milestone_id)`,
]
export const labelsColumn: CsvColumn = [
  'Labels',
  sql`(select string_agg(l.title, ',' order by ${nameOrder(sql`l.title`)}) from issuable_labels il join labels l on l.id = il.label_id where il.issuable_id = i.id)`,
]
export const momentColumns: readonly CsvColumn[] = [
  ['Created At (UTC)', utcMoment(sql`i.created_at`)],
  ['Updated At (UTC)', utcMoment(sql`i.updated_at`)],
  ['Closed At (UTC)', utcMoment(sql`i.closed_at`)],
]
/** The columns of time tracking, in seconds. */
export const timeTrackingColumns: readonly CsvColumn[] = [
  ['Time Estimate', sql`i.time_estimate`],
  ['Time Spent', sql`i.time_spent`],
]

/** Empty where the actor may not know of the parent. */
export function parentColumns(ctx: Context): readonly CsvColumn[] {
  const isKnown = (['issue', 'epic'] as const).map(
    series => sql`(pi.series = ${sql.lit(series)} and ${visibleIssuables(ctx.actor, 'pi', { series })})`,
  )
  const ofParent = (column: string) => sql`(select ${sql.ref(`pi.${column}`)} from issuables pi
    where pi.id = i.parent_id and (${sql.join(isKnown, sql` or `)}))`
  return [
    ['Parent ID', ofParent('id')],
    ['Parent IID', ofParent('iid')],
    ['Parent Title', ofParent('title')],
  ]
}
