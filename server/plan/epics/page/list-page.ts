import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import type { getGroupEpicsPage } from '#contract/plan/epic-pages.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { epicNameJson } from '#server/plan/issuables/parents.ts'
import { momentPairs, rowTitlePairs } from '#server/plan/issuables/projections.ts'
import { showHeader } from '#server/plan/issues/page/kept-header.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { sharesViews } from '#server/plan/saved-views/place.ts'
import { viewedInput, viewsJson } from '#server/plan/saved-views/queries.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { epicPath } from '../present.ts'
import { type EpicFilter, epicOrder, epicsWhere } from '../queries.ts'
import { sumsOf } from '../sums.ts'

const rowsPerPage = 20

interface Row {
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
  const { namespace: _namespace, view: _view, orderBy, sort, page = 1, state = 'opened', ...filter } = viewed
  const { settings } = ctx.services
  const found = epicsWhere(ctx, group, { ...filter, state })
  const { rows } = await sql<Row>`
    select i.id, json_build_object('id', i.id, 'iid', i.iid, ${rowTitlePairs}, 'state', i.state, 'confidential', i.confidential, 'color', e.color,
      'reference', case when i.namespace_id = ${group.id} then '' else n.full_path end || '&' || i.iid, 'path', ${epicPath},
      'author', ${userBasicJson(settings, 'author')}, 'start_date', i.start_date, 'due_date', i.due_date,
      'labels', ${labelsJson(labelBasicJson('l'))}, 'notes_count', i.notes_count, 'upvotes', i.upvotes, ${momentPairs},
      'parent', (select ${epicNameJson('pe', 'pn', sql`${group.id}`)} from issuables pe join namespaces pn on pn.id = pe.namespace_id
        where pe.id = i.parent_id and ${visibleIssuables(ctx.actor, 'pe', { series: 'epic' })}))::text as json
    from issuables i join epics e on e.id = i.id join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id
    where ${found} order by ${epicOrder(orderBy, sort)} limit ${rowsPerPage + 1} offset ${(page - 1) * rowsPerPage}`.execute(
    ctx.db,
  )
  const shown = rows.slice(0, rowsPerPage)
  const sums = await sumsOf(
    ctx,
    shown.map(row => row.id),
  )
  const epics = shown.map(({ id, json }) => {
    const wire = Object.fromEntries(Object.entries(sums(id)).map(([name, value]) => [snakeCase(name), value]))
    return `${json.slice(0, -1)},"sums":${JSON.stringify(wire)}}`
  })
  return {
    namespace: await showHeader(ctx, group),
    permissions: {
      canCreateEpic: may(ctx.actor, 'group:create-epic', group.facts),
      canAdminLabels: may(ctx.actor, 'group:admin-labels', group.facts),
      canShareViews: sharesViews(ctx.actor, place),
    },
    ...(await countEpics(ctx, group, filter, viewsJson(ctx, place, 'epic'))),
    epics: new RawJson(`[${epics.join(',')}]`),
    page,
    hasNext: rows.length > rowsPerPage,
  }
}

/** The counts of the tabs, and the saved views. */
async function countEpics(ctx: Context, group: GroupRow, filter: EpicFilter, views: RawBuilder<string>) {
  const { rows } = await sql<{ opened: number; closed: number; views: string }>`
    select count(*) filter (where i.state = 'opened') as opened, count(*) filter (where i.state = 'closed') as closed, ${views} as views
    from issuables i where ${epicsWhere(ctx, group, filter)}`.execute(ctx.db)
  const { opened = 0, closed = 0, views: found = '[]' } = rows[0] ?? {}
  return { counts: { opened, closed, all: opened + closed }, views: new RawJson(found) }
}
