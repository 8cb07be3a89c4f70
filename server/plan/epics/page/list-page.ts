import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import type { getGroupEpicsPage } from '#contract/plan/epics/epic-pages.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { epicNameJson } from '#server/plan/issuables/parents.ts'
import { momentFields, rowTitleFields } from '#server/plan/issuables/projections.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import {
  groupedParts,
  groupedRows,
  groupsPerPage,
  noCursor,
  offsetIn,
  shownGroups,
} from '#server/plan/lists/grouped-page.ts'
import { type Grouping, groupingOf, valueOfKey } from '#server/plan/lists/groups.ts'
import { sharesViews } from '#server/plan/saved-views/place.ts'
import { viewedInput, viewsJson } from '#server/plan/saved-views/queries.ts'
import { neighborsByOffset } from '#server/platform/sql/page-cursor.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { epicPath } from '../present.ts'
import { type EpicFilter, epicOrder, epicsWhere } from '../queries.ts'
import { sumsOf } from '../sums.ts'

const i = columnsOf('issuables', 'i')
const e = columnsOf('epics', 'e')

const rowsPerPage = 20

interface EpicListRow {
  readonly id: number
  readonly json: string
}

/** A page of the epics of a group and of those below it. */
export async function showEpicsPage(
  ctx: Context,
  group: Allowed<'group:read-epics', GroupRow>,
  input: InputOf<typeof getGroupEpicsPage>,
) {
  const place = { id: group.id, kind: 'group', facts: group.facts } as const
  const viewed = await viewedInput(ctx, group.id, 'epic', input)
  const { namespace: _namespace, view: _view, orderBy, sort, page = 1, state = 'opened', ...asked } = viewed
  const { groupBy, groupScope, group: key, cursor, ...filter } = asked
  const grouping = groupingOf(ctx, { groupBy: groupBy === 'parent' ? 'epic' : groupBy, groupScope })
  const found = epicsWhere(ctx, group, { ...filter, state })
  const list = { json: rowJson(ctx, group.id), order: epicOrder(orderBy, sort) }
  const { rows, hasNext, ...rest } =
    grouping === null
      ? await plainRows(ctx, list, found, (page - 1) * rowsPerPage)
      : key === undefined
        ? await groupedRowsOf(ctx, list, found, grouping, page - 1)
        : await plainRows(ctx, list, sql`${found} and ${grouping.has(valueOfKey(key))}`, offsetIn(cursor))
  const sums = await sumsOf(
    ctx,
    rows.map(row => row.id),
  )
  const epics = rows.map(({ id, json }) => {
    const wire = Object.fromEntries(Object.entries(sums(id)).map(([name, value]) => [snakeCase(name), value]))
    return `${json.slice(0, -1)},"sums":${JSON.stringify(wire)}}`
  })
  return {
    namespace: await showHeader(ctx, group),
    permissions: {
      canCreateEpic: may(ctx.actor, 'group:create-epic', group.facts),
      canBulkUpdateEpics: may(ctx.actor, 'group:bulk-update-epics', group.facts),
      canAdminLabels: may(ctx.actor, 'group:admin-labels', group.facts),
      canShareViews: sharesViews(ctx.actor, place),
    },
    ...(await countEpics(ctx, group, filter, viewsJson(ctx, place, 'epic'))),
    epics: new RawJson(`[${epics.join(',')}]`),
    page,
    hasNext,
    ...rest,
  }
}

interface List {
  /** A row, over `issuables i` and `rowJoins`. */
  readonly json: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

const rowJoins = sql`join epics e on e.id = i.id join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id`

function rowJson(ctx: Context, groupId: number): RawBuilder<unknown> {
  return sql`${object({
    ...i.fields('id', 'iid'),
    ...rowTitleFields,
    ...i.fields('state', 'confidential'),
    ...e.fields('color'),
    reference: sql`case when i.namespace_id = ${groupId} then '' else n.full_path end || '&' || i.iid`,
    path: epicPath,
    author: userBasicJson(ctx.services.settings, 'author'),
    ...i.fields('startDate', 'dueDate'),
    assignees: assigneesJson(userBasicJson(ctx.services.settings, 'u')),
    labels: labelsJson(labelBasicJson('l')),
    ...i.fields('notesCount', 'upvotes'),
    ...momentFields,
    parent: sql`(select ${epicNameJson('pe', 'pn', sql`${groupId}`)} from issuables pe join namespaces pn on pn.id = pe.namespace_id
      where pe.id = i.parent_id and ${visibleIssuables(ctx.actor, 'pe', { series: 'epic' })})`,
  })}::text`
}

async function plainRows(ctx: Context, { json, order }: List, found: RawBuilder<unknown>, offset: number) {
  const { rows } = await sql<EpicListRow>`select i.id, ${json} as json from issuables i ${rowJoins}
    where ${found} order by ${order} limit ${rowsPerPage + 1} offset ${offset}`.execute(ctx.db)
  const hasNext = rows.length > rowsPerPage
  return {
    rows: rows.slice(0, rowsPerPage),
    hasNext,
    groups: null,
    next: neighborsByOffset(offset, rowsPerPage, hasNext).next,
  }
}

/** A page of groups with their first rows. One statement. */
async function groupedRowsOf(
  ctx: Context,
  { json, order }: List,
  found: RawBuilder<unknown>,
  grouping: Grouping,
  page: number,
) {
  const offset = page * groupsPerPage
  const parts = groupedParts(grouping, offset)
  const { rows } = await sql<{ epics: EpicListRow[]; groups: string; walked: number }>`
    with page as materialized (select id, ${noCursor} as cursor, row_number() over () as place
      from (select i.id from issuables i where ${found} order by ${order} limit ${sql.lit(groupedRows + 1)}) ordered) ${parts.ctes}
    select ${parts.groups} as groups, (select count(*) from page) as walked, coalesce((
      select json_agg(${object({ ...i.fields('id'), json })} order by page.place)
      from ${parts.rows} page join issuables i on i.id = page.id ${rowJoins}), '[]') as epics`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Error('A list without an answer')
  const { groups, next } = shownGroups(row.groups, { offset, isCut: row.walked > groupedRows })
  return { rows: row.epics, hasNext: next !== null, groups, next: null }
}

/** The counts of the tabs, and the saved views. */
async function countEpics(ctx: Context, group: GroupRow, filter: EpicFilter, views: RawBuilder<string>) {
  const { rows } = await sql<{ opened: number; closed: number; views: string }>`
    select count(*) filter (where i.state = 'opened') as opened, count(*) filter (where i.state = 'closed') as closed, ${views} as views
    from issuables i where ${epicsWhere(ctx, group, filter)}`.execute(ctx.db)
  const { opened = 0, closed = 0, views: found = '[]' } = rows[0] ?? {}
  return { counts: { opened, closed, all: opened + closed }, views: new RawJson(found) }
}
