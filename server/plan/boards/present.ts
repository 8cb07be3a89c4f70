import { type RawBuilder, sql } from 'kysely'
import type { PlaceKind } from '#contract/foundation/places.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { iterationWithId } from '#server/plan/iterations/iteration.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { nameOrder, naturally } from '#server/platform/sql/natural-order.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'

const l = columnsOf('boardLists', 'l')
const b = columnsOf('boards', 'b')
const n = columnsOf('namespaces', 'n')

const userWithId = (ctx: Context, id: RawBuilder<unknown>) =>
  sql`(select ${userBasicJson(ctx.services.settings, 'u')} from users u where u.id = ${id})`

const milestoneWithId = (ctx: Context, id: RawBuilder<unknown>) =>
  sql`(select ${milestoneJson(ctx.services.settings, 'm', 'mn', ctx.now.slice(0, 10))}
    from milestones m join namespaces mn on mn.id = m.namespace_id where m.id = ${id})`

const subjectFields = (ctx: Context, alias: 'b' | 'l') => ({
  assignee: userWithId(ctx, sql.ref(`${alias}.assignee_id`)),
  milestone: milestoneWithId(ctx, sql.ref(`${alias}.milestone_id`)),
  iteration: iterationWithId(ctx.services.settings, sql.ref(`${alias}.iteration_id`), ctx.now.slice(0, 10)),
})

/** The BoardList shape, over `board_lists l`. */
const listJson = (ctx: Context) =>
  object({
    ...l.fields('id'),
    list_type: l('kind'),
    label: sql`(select ${labelBasicJson('ll')} from labels ll where ll.id = l.label_id)`,
    ...subjectFields(ctx, 'l'),
    ...l.fields('position', 'maxIssueCount', 'maxIssueWeight', 'limitMetric'),
  })

/** The Board shape, over `boards b` and its `namespaces n`. */
function boardJson(ctx: Context) {
  const site = sql.lit(ctx.services.settings.externalUrl)
  return object({
    ...b.fields('id', 'name', 'hideBacklogList', 'hideClosedList'),
    project: sql`case when n.kind = 'project' then ${object({
      ...n.fields('id', 'name'),
      name_with_namespace: n('fullName'),
      ...n.fields('path'),
      path_with_namespace: n('fullPath'),
      web_url: sql`${site} || '/' || n.full_path`,
    })} end`,
    group: sql`case when n.kind = 'group' then ${object({ ...n.fields('id', 'name'), web_url: sql`${site} || '/groups/' || n.full_path` })} end`,
    ...subjectFields(ctx, 'b'),
    ...b.fields('weight'),
    labels: arrayOf(
      labelBasicJson('sl'),
      sql`from board_labels bl join labels sl on sl.id = bl.label_id where bl.board_id = b.id`,
      nameOrder(sql`sl.title`),
    ),
    lists: arrayOf(
      listJson(ctx),
      sql`from board_lists l where l.board_id = b.id and l.position is not null`,
      sql`l.position`,
    ),
  })
}

export async function showBoard(ctx: Context, boardId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${boardJson(ctx)}::text as json from boards b join namespaces n on n.id = b.namespace_id where b.id = ${boardId}`.execute(
    ctx.db,
  )
  return shown(rows, 'Board')
}

export async function showList(ctx: Context, listId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${listJson(ctx)}::text as json from board_lists l where l.id = ${listId}`.execute(ctx.db)
  return shown(rows, 'Board list')
}

function shown(rows: readonly { readonly json: string }[], noun: string): RawJson {
  const found = rows[0]
  if (found === undefined) throw new NotFound(noun)
  return new RawJson(found.json)
}

/** The boards of a project or group, by name. One statement. */
export const listBoards = (ctx: Context, place: { readonly id: number; readonly kind: PlaceKind }, paging: Paging) =>
  listed(
    ctx,
    paging,
    boardJson(ctx),
    sql`boards b join namespaces n on n.id = b.namespace_id where b.namespace_id = ${place.id}`,
    sql`${naturally(sql`b.name`)}, b.id`,
  )

/** The lists of a board that people added, in their order. One statement. */
export const listLists = (ctx: Context, boardId: number, paging: Paging) =>
  listed(
    ctx,
    paging,
    listJson(ctx),
    sql`board_lists l where l.board_id = ${boardId} and l.position is not null`,
    sql`l.position`,
  )

async function listed(
  ctx: Context,
  paging: Paging,
  json: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Paged<never>> {
  const { page, perPage, offset } = pageOf(paging)
  const { rows } = await sql<{ items: string; total: number }>`
    select coalesce((select json_agg(json order by place) from (select ${json} as json, row_number() over (order by ${order}) as place from ${from}
      order by ${order} limit ${perPage} offset ${offset}) shown), '[]')::text as items, (select count(*) from ${from}) as total`.execute(
    ctx.db,
  )
  const found = rows[0] ?? { items: '[]', total: 0 }
  return Paged.offset<never>(new RawJson(found.items), { page, perPage, total: found.total })
}
