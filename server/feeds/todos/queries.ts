import { type RawBuilder, sql } from 'kysely'
import type { TodoGroupWord } from '#contract/plan/lists/group-words.ts'
import { runForActor } from '#server/access/run-for-actor.ts'
import { placesOfIssuables, readsAllInPlaces, visibleInPlaces, visibleIssuables } from '#server/access/visible.ts'
import { waitingSwaps } from '#server/access/waiting-swaps.ts'
import { turnJson } from '#server/code/merge-requests/list/turn.ts'
import { type Context, selfActor, userIdOrZero } from '#server/context.ts'
import { noteableTypeSql } from '#server/discuss/noteables/noteable.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { newsJson } from '#server/discuss/read-marks/read-marks.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { rowTitleFields } from '#server/plan/issuables/projections.ts'
import { issueJoins } from '#server/plan/issues/present.ts'
import {
  groupedParts,
  groupedRows,
  groupsPerPage,
  noCursor,
  offsetIn,
  shownGroups,
} from '#server/plan/lists/grouped-page.ts'
import { valueOfKey } from '#server/plan/lists/groups.ts'
import { todoViewsJson } from '#server/plan/saved-views/queries.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { neighborsByOffset } from '#server/platform/sql/page-cursor.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { type Parameters, unplanned } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { chosenOrder, filtered, type TodoFilters, todoConditions } from './filter.ts'
import { groupingOf } from './groups.ts'

const i = columnsOf('issuables', 'i')
const n = columnsOf('namespaces', 'n')
const t = columnsOf('todos', 't')
const g = columnsOf('namespaces', 'g')
const a = columnsOf('users', 'a')

/** Whether a to-do waits now, as a condition on `todos` under an alias: one that sleeps does not. */
export const isAwake = (ctx: Context, alias = 't'): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.snoozed_until`)} is null or ${sql.ref(`${alias}.snoozed_until`)} <= ${ctx.now}::timestamptz)`

/** The actor's to-dos whose target (and note) they may still read, as a condition on `todos t`. */
export const readable = (ctx: Context): RawBuilder<unknown> => readableWhere(ctx, visibleIssuables(ctx.actor, 'ti'))

function readableWhere(
  ctx: Context,
  isVisible: RawBuilder<boolean>,
  isSurely: RawBuilder<boolean> = sql<boolean>`false`,
): RawBuilder<unknown> {
  const userId = unplanned(sql`${userIdOrZero(ctx)}`)
  return sql`t.user_id = ${userId} and (${isSurely} or exists (select 1 from issuables ti where ti.id = t.issuable_id and ${isVisible}))
    and (t.note_id is null or exists (select 1 from notes tn where tn.id = t.note_id and ${visibleNotes(ctx.actor, 'tn', null)}))`
}

const anchor = sql`case when t.note_id is not null then '#note_' || t.note_id else '' end`

function todoJson(ctx: Context): RawBuilder<unknown> {
  const { settings, plugs } = ctx.services
  const targets = plugs.todoTargets.map(({ series, json }) => sql`when ${sql.lit(series)} then ${json(ctx)}`)
  const otherTarget = object({
    ...i.fields('id', 'iid'),
    project_id: i('namespaceId'),
    ...i.fields('title', 'state'),
    ...i.moments('createdAt', 'updatedAt'),
    web_url: sql`${settings.externalUrl}::text || ${pagePathSql('i', 'n')}`,
  })
  const project = object({
    ...n.fields('id'),
    description: sql`nullif(n.description, '')`,
    ...n.fields('name'),
    name_with_namespace: n('fullName'),
    ...n.fields('path'),
    path_with_namespace: n('fullPath'),
    ...n.moments('createdAt'),
  })
  const group = object({ ...n.fields('id', 'name', 'path', 'kind', 'fullPath', 'parentId') })
  return sql`json_build_object('id', t.id, case when n.kind = 'group' then 'group' else 'project' end, case when n.kind = 'group' then ${group} else ${project} end,
    'author', ${userBasicJson(settings, 'by')}, 'action_name', t.action,
    'target_type', ${noteableTypeSql('i')},
    'target', case i.series ${sql.join(targets, sql` `)} else ${otherTarget} end,
    'target_url', ${settings.externalUrl}::text || ${pagePathSql('i', 'n')} || ${anchor},
    'body', coalesce(tn.body, i.title), 'state', t.state, 'created_at', iso(t.created_at), 'updated_at', iso(t.updated_at))`
}

const joins = (ctx: Context): RawBuilder<unknown> => sql`join issuables i on i.id = t.issuable_id ${issueJoins(ctx)}
  join users by on by.id = t.author_id left join notes tn on tn.id = t.note_id`

/** With this many or more, the reply has no total. */
const countedTodos = 10_001

type ListFilters = TodoFilters & { readonly state?: 'pending' | 'done' }

interface ListedTodos {
  readonly json: string
  readonly total: number
}

/** One page of the actor's to-dos, the newest first unless asked otherwise: they are read once for the page and for the total. */
export async function listTodos(
  ctx: Context,
  filters: ListFilters,
  page: { readonly perPage: number; readonly offset: number },
) {
  const values = { offset: page.offset, end: page.offset + page.perPage }
  const [row] =
    todoConditions(ctx, filters).length === 0
      ? await runForActor<ListedTodos, typeof values>(
          ctx,
          `todos ${filters.state} ${filters.orderBy} ${filters.sort}`,
          values,
          (reader, parameter) => todosStatement(reader, filters, parameter),
          false,
        )
      : (await todosStatement(ctx, filters, { offset: sql`${values.offset}`, end: sql`${values.end}` }).execute(ctx.db))
          .rows
  return { items: new RawJson(row?.json ?? '[]'), total: row?.total ?? 0 }
}

/** @param page  its first place, from 0, and the one behind its last */
function todosStatement(
  ctx: Context,
  filters: ListFilters,
  { offset, end }: Parameters<{ readonly offset: number; readonly end: number }>,
): RawBuilder<ListedTodos> {
  const state = filters.state ?? 'pending'
  const order = chosenOrder(filters) ?? sql`t.id desc`
  // Thousands may be counted, of thousands of projects: those are looked at once.
  const namespaceIds = sql`select distinct tp.namespace_id from todos tp
    where tp.user_id = ${unplanned(sql`${userIdOrZero(ctx)}`)} and tp.state = ${sql.lit(state)}`
  const readsAll = readsAllInPlaces(ctx.actor, {
    namespace: sql.ref('t.namespace_id'),
    issuable: sql.ref('t.issuable_id'),
  })
  const where = sql`${readableWhere(ctx, visibleInPlaces(ctx.actor, 'ti'), readsAll)} and t.state = ${sql.lit(state)} and ${filtered(ctx, filters)}`
  return sql<ListedTodos>`
    with places as materialized (${placesOfIssuables(ctx.actor, sql`n.id = any (array(${namespaceIds}))`)}),
    found as materialized (select t.id, row_number() over (order by ${order}) as place from todos t
      where ${where} order by ${order} limit greatest(${sql.lit(countedTodos)}, ${end}::bigint + 1))
    select coalesce((select json_agg(${todoJson(ctx)} order by f.place) from found f join todos t on t.id = f.id ${joins(ctx)}
        where f.place > ${offset} and f.place <= ${end}), '[]')::text as json,
      (select count(*) from found) as total`
}

/** One of the actor's to-dos that a condition on `todos t` picks, the newest. @throws NotFound */
export async function showTodo(ctx: Context, which: RawBuilder<unknown>): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${todoJson(ctx)}::text as json from todos t ${joins(ctx)} where ${readable(ctx)} and ${which} order by t.id desc limit 1`.execute(
    ctx.db,
  )
  const json = rows[0]?.json
  if (json === undefined) throw new NotFound('Todo')
  return new RawJson(json)
}

/** The conditions of the page's tabs. */
const ofState = {
  pending: (ctx: Context) => sql`t.state = 'pending' and ${isAwake(ctx)}`,
  // Only to-dos with a time are snoozed, and an index lists them.
  snoozed: (ctx: Context) => sql`t.state = 'pending' and t.snoozed_until is not null and not ${isAwake(ctx)}`,
  done: () => sql`t.state = 'done'`,
} as const

const tabs = ['pending', 'snoozed', 'done'] as const satisfies readonly (keyof typeof ofState)[]

/** Pending: the newest first, where a snoozed one counts from its return. Snoozed: the first to return. Done: the last done first. */
const orders = {
  pending: sql`coalesce(t.returned_at, t.created_at) desc, t.id desc`,
  snoozed: sql`t.snoozed_until, t.id desc`,
  done: sql`t.updated_at desc, t.id desc`,
} as const

/** The limit of the counts of the tabs: a larger one is this plus 1. The filters are offered from as many to-dos. */
const countLimit = 500
const offeredFilters = 100

const countOf = (ctx: Context, state: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*) from (select 1 from todos t where ${readable(ctx)} and ${state} limit ${sql.lit(countLimit + 1)}) counted)`

interface AskedTodoGroups {
  readonly groupBy?: TodoGroupWord | undefined
  /** Lists the rows of one group. */
  readonly groupKey?: string | undefined
  /** The cursor among the rows of a group. */
  readonly cursor?: string | undefined
}

/** All data of the to-do page, in one statement. */
export async function todosPageData(
  ctx: Context,
  filters: TodoFilters & AskedTodoGroups & { readonly state?: keyof typeof ofState },
  page: { readonly perPage: number; readonly offset: number },
): Promise<RawJson> {
  const base = siteBase(ctx)
  const grouping = groupingOf(ctx, filters.groupBy)
  const isGrouped = grouping !== null && filters.groupKey === undefined
  const groupsFrom = (page.offset / page.perPage) * groupsPerPage
  const grouped = isGrouped ? groupedParts(grouping, groupsFrom, sql`page join todos t on t.id = page.id`) : null
  const isOfGroup =
    grouping === null || filters.groupKey === undefined ? sql`true` : grouping.has(valueOfKey(filters.groupKey))
  const offset = filters.groupKey === undefined ? page.offset : offsetIn(filters.cursor)
  const state = filters.state ?? 'pending'
  const chosen = chosenOrder(filters)
  const isFiltered = todoConditions(ctx, filters).length > 0
  const narrowing = filtered(ctx, filters)
  const reach = offset + page.perPage + 1
  // The first to-dos of the tab give its count, its filters and mostly its page: the readable ones are found once.
  const walk = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
    sql`select t.*, row_number() over () as place from (select t.* from todos t
      where ${readable(ctx)} and ${ofState[state](ctx)} and ${condition} order by ${order} ${limit}) t`
  const counts = Object.fromEntries(
    tabs.map(tab => [
      tab,
      tab === state && !isFiltered
        ? sql`(select count(*) from walked)`
        : countOf(ctx, sql`${ofState[tab](ctx)} and ${narrowing}`),
    ]),
  )
  const { rows } = await sql<{ json: string; groups: string | null; found: number }>`
    with walked as materialized (${walk(sql`true`, orders[state], sql`limit ${sql.lit(countLimit + 1)}`)}),
    page as materialized (${
      isGrouped
        ? sql`select id, ${noCursor} as cursor, place from (${walk(narrowing, chosen ?? orders[state], sql`limit ${sql.lit(groupedRows + 1)}`)}) t`
        : !isFiltered && chosen === null && filters.groupKey === undefined && reach <= countLimit
          ? sql`select id, place from walked where place > ${offset} order by place limit ${page.perPage + 1}`
          : sql`select id, place from (${walk(
              sql`${narrowing} and ${isOfGroup}`,
              chosen ?? orders[state],
              sql`limit ${page.perPage + 1} offset ${offset}`,
            )}) t`
    }) ${grouped?.ctes ?? sql``},
    listed as (select t.*, p.place from ${
      grouped?.rows ?? sql`(select * from page order by place limit ${page.perPage})`
    } p join todos t on t.id = p.id)
    select ${object({
      todos: sql`coalesce((select json_agg(${object({
        ...t.fields('id', 'action', 'state'),
        ...t.moments('createdAt'),
        snoozed_until: sql`case when t.snoozed_until > ${ctx.now}::timestamptz then iso(t.snoozed_until) end`,
        author: userBasicJson(ctx.services.settings, 'u'),
        project: object({
          ...n.fields('id'),
          name_with_namespace: n('fullName'),
          ...n.fields('fullPath'),
        }),
        target: object({
          ...i.fields('id', 'iid', 'type'),
          ...rowTitleFields,
          ...i.fields('state', 'confidential'),
          reference: sql`n.full_path || ${referenceSql('i')}`,
          ...i.fields('dueDate'),
        }),
        path: sql`${base}::text || ${pagePathSql('i', 'n')} || ${anchor}`,
        turn: sql`(select ${turnJson(ctx)} from merge_requests mr where mr.id = i.id)`,
        excerpt: sql`left(tn.body, 200)`,
        news: newsJson(ctx.actor, 'i', null),
      })} order by t.place)
        from listed t join users u on u.id = t.author_id join issuables i on i.id = t.issuable_id join namespaces n on n.id = i.namespace_id
        left join notes tn on tn.id = t.note_id), '[]')`,
      counts: object(counts),
      counted_up_to: sql.lit(countLimit),
      projects: sql`coalesce((select json_agg(${object({
        ...n.fields('id'),
        name_with_namespace: n('fullName'),
        ...n.fields('fullPath'),
      })} order by ${nameOrder(sql`n.full_name`)})
        from (select n.id, n.full_name, n.full_path from namespaces n where n.id = any (array(select namespace_id from walked))
          order by ${nameOrder(sql`n.full_name`)} limit ${sql.lit(offeredFilters)}) n), '[]')`,
      groups: sql`coalesce((select json_agg(${object({
        ...g.fields('id'),
        name_with_namespace: g('fullName'),
        ...g.fields('fullPath'),
      })} order by ${nameOrder(sql`g.full_name`)})
        from (select g.id, g.full_name, g.full_path from namespaces g where g.kind = 'group' and g.id = any (array(
            select unnest(n.ancestor_ids) from namespaces n where n.id = any (array(select namespace_id from walked))))
          order by ${nameOrder(sql`g.full_name`)} limit ${sql.lit(offeredFilters)}) g), '[]')`,
      authors: sql`coalesce((select json_agg(${object({ ...a.fields('id', 'name', 'username') })} order by ${nameOrder(sql`a.name`)}, a.id)
        from (select a.id, a.name, a.username from users a where a.id = any (array(select author_id from walked))
          order by ${nameOrder(sql`a.name`)}, a.id limit ${sql.lit(offeredFilters)}) a), '[]')`,
      views: todoViewsJson(ctx),
    })}::text as json,
      ${grouped?.groups ?? sql`null`} as groups, (select count(*) from page) as found`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Error('A list without an answer')
  const { groups, hasNext, next } =
    row.groups === null
      ? {
          groups: 'null',
          hasNext: row.found > page.perPage,
          next:
            filters.groupKey === undefined
              ? null
              : neighborsByOffset(offset, page.perPage, row.found > page.perPage).next,
        }
      : groupsOf(row.groups, groupsFrom, row.found)
  return new RawJson(
    `${row.json.slice(0, -1)},"has_next":${hasNext},"next":${JSON.stringify(next)},"grouped":${groups}}`,
  )
}

function groupsOf(text: string, offset: number, found: number) {
  const { groups, next } = shownGroups(text, { offset, isCut: found > groupedRows })
  return { groups: groups.text, hasNext: next !== null, next: null }
}

/** The numbers of the actor's pending and done to-dos, as far as they may read them: counted up to the same limit. Requests for swaps of shifts wait, too. */
export async function countTodos(ctx: Context): Promise<{ readonly count: number; readonly doneCount: number }> {
  const { rows } = await sql<{ count: number; doneCount: number }>`
    select ${countOf(ctx, ofState.pending(ctx))} + (select count(*) from ${waitingSwaps(selfActor(ctx))}) as count, ${countOf(ctx, ofState.done())} as done_count`.execute(
    ctx.db,
  )
  return rows[0] ?? { count: 0, doneCount: 0 }
}
