import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import type { listGroupLabels } from '#contract/plan/labels/labels.ts'
import { maxPerPage } from '#contract/shapes.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { visibleIssuables, visiblePlan } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { labelFields } from './present.ts'

const l = columnsOf('labels', 'l')

/** The project or group through which labels are read. */
export interface LabelPlace {
  readonly id: number
  readonly kind: 'project' | 'group'
  readonly facts: NamespaceFacts
}

type LabelFilter = Omit<InputOf<typeof listGroupLabels>, 'id'>

/** The Label shape of `labels l` with its owner `namespaces ln`, as it is read through a place. */
function labelJson(ctx: Context, place: LabelPlace, withCounts: boolean): RawBuilder<unknown> {
  const subscribed =
    ctx.actor.kind === 'user'
      ? sql`exists (select 1 from label_subscriptions ls where ls.label_id = l.id and ls.user_id = ${ctx.actor.id})`
      : sql`false`
  const ofProject =
    place.kind === 'project'
      ? sql`, 'priority', (select lp.priority from label_priorities lp where lp.label_id = l.id and lp.project_id = ${place.id}),
          'is_project_label', ln.kind = 'project'`
      : sql``
  const counts = withCounts
    ? sql`, 'open_issues_count', ${countOf(ctx, place, 'opened')}, 'closed_issues_count', ${countOf(ctx, place, 'closed')},
        'open_merge_requests_count', 0`
    : sql``
  return object({ ...labelFields('l'), subscribed: sql`${subscribed}${ofProject}${counts}` })
}

function countOf(ctx: Context, place: LabelPlace, state: 'opened' | 'closed'): RawBuilder<unknown> {
  const here =
    place.kind === 'project'
      ? sql`i.namespace_id = ${place.id} and ${visibleIssuables(ctx.actor, 'i', { series: 'issue', within: place.facts })}`
      : sql`${visibleIssuables(ctx.actor, 'i', { series: 'issue' })} and i.namespace_id in (select dn.id from namespaces dn where ${place.id}::bigint = any (dn.ancestor_ids))`
  return sql`(select count(*) from issuable_labels il join issuables i on i.id = il.issuable_id
    where il.label_id = l.id and i.state = ${state} and ${here})`
}

function belongs(ctx: Context, place: LabelPlace, filter: LabelFilter): RawBuilder<unknown> {
  const ancestors =
    filter.includeAncestorGroups === false
      ? sql`l.namespace_id = ${place.id}`
      : sql`l.namespace_id = any ((select pn.ancestor_ids from namespaces pn where pn.id = ${place.id})::bigint[])`
  if (place.kind === 'project') return ancestors
  const below =
    filter.includeDescendantGroups === true || filter.onlyGroupLabels === false
      ? sql`or (${place.id}::bigint = any (ln.ancestor_ids) and ${visiblePlan(ctx.actor, 'ln')}
          and (ln.kind = 'group' and ${filter.includeDescendantGroups === true} or ln.kind = 'project' and ${filter.onlyGroupLabels === false}))`
      : sql``
  return sql`(${ancestors} ${below})`
}

/** The labels of a place that a filter finds, as a condition on `labels l` and its owner `namespaces ln`. */
export function labelsWhere(ctx: Context, place: LabelPlace, filter: LabelFilter): RawBuilder<unknown> {
  const search = filter.search?.trim() ?? ''
  return sql`${belongs(ctx, place, filter)}
    ${search === '' ? sql`` : sql`and ${matchesSearch(sql`l.title || ' ' || l.description`, search)}`}
    ${filter.archived === undefined ? sql`` : sql`and l.archived = ${filter.archived}`}`
}

/** A page of labels, by title. */
export async function listLabels(ctx: Context, place: LabelPlace, filter: LabelFilter): Promise<Paged<never>> {
  const { page, perPage, offset } = pageOf(filter)
  const where = labelsWhere(ctx, place, filter)
  const { rows } = await sql<{ items: string; total: number }>`
    select coalesce((select '[' || string_agg(shown.json::text, ',' order by ${nameOrder(sql`shown.title`)}, shown.id) || ']' from (
        select l.id, l.title, ${labelJson(ctx, place, filter.withCounts ?? false)} as json
        from labels l join namespaces ln on ln.id = l.namespace_id where ${where}
        order by ${nameOrder(sql`l.title`)}, l.id limit ${perPage} offset ${offset}) shown), '[]') as items,
      (select count(*) from labels l join namespaces ln on ln.id = l.namespace_id where ${where}) as total`.execute(
    ctx.db,
  )
  const { items, total } = rows[0] ?? { items: '[]', total: 0 }
  return Paged.offset<never>(new RawJson(items), { page, perPage, total })
}

export async function showLabel(ctx: Context, place: LabelPlace, labelId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${labelJson(ctx, place, false)}::text as json from labels l join namespaces ln on ln.id = l.namespace_id
    where l.id = ${labelId}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Label')
  return new RawJson(found.json)
}

const optionJson = object({
  ...l.fields('id', 'title', 'color', 'textColor'),
  description: sql`nullif(l.description, '')`,
  type: sql`case when ln.kind = 'group' then 'GroupLabel' else 'ProjectLabel' end`,
})

/** The first labels that can be chosen, as the browser's lists have them: the others are found by their titles. */
export async function listLabelOptions(ctx: Context, place: LabelPlace, filter: LabelFilter): Promise<RawJson> {
  const { search = '', ...others } = filter
  const hasTitle = matchesSearch(sql`l.title`, search)
  const { rows } = await sql<{ items: string }>`
    select coalesce(json_agg(shown.json order by ${nameOrder(sql`shown.title`)}), '[]')::text as items from (
      select l.title, ${optionJson} as json from labels l join namespaces ln on ln.id = l.namespace_id
      where ${labelsWhere(ctx, place, others)} and ${hasTitle} and not l.archived order by ${nameOrder(sql`l.title`)} limit ${sql.lit(maxPerPage)}) shown`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.items ?? '[]')
}

export async function showLabelOption(ctx: Context, labelId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${optionJson}::text as json from labels l join namespaces ln on ln.id = l.namespace_id where l.id = ${labelId}`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.json ?? 'null')
}
