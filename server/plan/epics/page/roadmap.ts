import { sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import { type getGroupRoadmapPage, maxEpicsOnRoadmap, maxMilestonesOnRoadmap } from '#contract/plan/epics/epic-pages.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { rowTitleFields } from '#server/plan/issuables/projections.ts'
import { milestoneUrl } from '#server/plan/milestones/present.ts'
import { milestonesWhere } from '#server/plan/milestones/queries.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { isAmong } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { epicPath } from '../present.ts'
import { epicOrder, epicsWhere } from '../queries.ts'
import { sumsOf } from '../sums.ts'

const i = columnsOf('issuables', 'i')
const e = columnsOf('epics', 'e')
const k = columnsOf('issuableLinks', 'k')
const m = columnsOf('milestones', 'm')

/** The epics of a group and of those below it over time, with the milestones that are due. */
export async function showRoadmap(
  ctx: Context,
  group: Allowed<'group:read-epics', GroupRow>,
  {
    namespace: _namespace,
    orderBy = 'start_date',
    sort = 'asc',
    state = 'opened',
    ...filter
  }: InputOf<typeof getGroupRoadmapPage>,
) {
  const order = epicOrder(orderBy, sort)
  // The parent is named only where it is shown itself.
  const { rows } = await sql<{ id: number; json: string }>`
    with found as materialized (select i.id, i.parent_id, row_number() over (order by ${order}) as place
      from issuables i where ${epicsWhere(ctx, group, { ...filter, state })} order by ${order} limit ${maxEpicsOnRoadmap + 1})
    select i.id, ${object({
      ...i.fields('id', 'iid'),
      ...rowTitleFields,
      ...i.fields('state', 'confidential'),
      ...e.fields('color'),
      reference: sql`case when i.namespace_id = ${group.id} then '' else n.full_path end || '&' || i.iid`,
      path: epicPath,
      ...i.fields('startDate', 'dueDate'),
      parent_id: sql`case when ${isAmong(sql`found.parent_id`, sql`select id from found`)} then found.parent_id end`,
      ...e.fields('startDateIsFixed', 'dueDateIsFixed', 'startDateFixed', 'dueDateFixed'),
      blocks: arrayOf(
        k('targetId'),
        sql`from issuable_links k
        where k.source_id = i.id and k.link_type = 'blocks' and ${isAmong(sql`k.target_id`, sql`select id from found`)}`,
        sql`k.target_id`,
      ),
    })}::text as json
    from found join issuables i on i.id = found.id join epics e on e.id = i.id join namespaces n on n.id = i.namespace_id
    order by found.place`.execute(ctx.db)
  const shown = rows.slice(0, maxEpicsOnRoadmap)
  const sums = await sumsOf(
    ctx,
    shown.map(row => row.id),
  )
  const epics = shown.map(({ id, json }) => {
    const { openedIssues, closedIssues } = sums(id)
    return `${json.slice(0, -1)},"opened_issues":${openedIssues},"closed_issues":${closedIssues}}`
  })
  return {
    namespace: await showHeader(ctx, group),
    permissions: { canCreateEpic: may(ctx.actor, 'group:create-epic', group.facts) },
    epics: new RawJson(`[${epics.join(',')}]`),
    hasMore: rows.length > maxEpicsOnRoadmap,
    milestones: await dueMilestones(ctx, group),
  }
}

async function dueMilestones(ctx: Context, { id }: GroupRow): Promise<RawJson> {
  const where = milestonesWhere(
    ctx,
    { id, kind: 'group' },
    { state: 'active', includeAncestors: true, includeDescendants: true },
  )
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(${object({ ...m.fields('id', 'title', 'startDate', 'dueDate'), web_url: sql`m.web_url` })}
      order by m.due_date, m.id), '[]')::text as json
    from (select m.id, m.title, m.start_date, m.due_date, ${milestoneUrl(ctx.services.settings, 'm', 'n')} as web_url
      from milestones m join namespaces n on n.id = m.namespace_id where ${where} and m.due_date is not null
      order by m.due_date, m.id limit ${maxMilestonesOnRoadmap}) m`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '[]')
}
