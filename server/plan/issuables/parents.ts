import { type RawBuilder, sql } from 'kysely'
import { issuableKinds, kindWord } from '#contract/issuable-kinds.ts'
import { childTypesOf, levelsOf, parentTypesOf, staysInTree } from '#contract/plan/work-items/hierarchy.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Actor, Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { issueKind, numberedKind } from '#server/discuss/references/kinds/issues.ts'
import { matchOf } from '#server/discuss/references/match-of.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { epicReferences, issueReferences } from '#server/platform/markdown/references.ts'
import { batch } from '#server/platform/sql/concurrently.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { ParentOf, Surroundings } from './values.ts'

const pi = columnsOf('issuables', 'pi')

/** `&4`, `group&4`, `[epic:4]` and addresses of epics. */
export const epicKind = numberedKind('epic', epicReferences)

/** A parent as an attribute holds it, as members of a JSON object, over `issuables pi` and `namespaces pn`. */
export const parentFields = {
  ...pi.fields('id'),
  title: sql`pn.full_path || ${referenceSql('pi')}`,
  ...pi.fields('type', 'confidential'),
}

/** Epics, and issues, which are all in one series: parents are decided by types, and children are read by series. */
const seriesOf = (type: string) => (parentTypesOf(type).includes('epic') ? 'epic' : 'issue')

/**
 * The possible parents of an issuable of a type in a place: those that the actor may know of, in the same group tree
 * where it has to be.
 */
export const parentJson = (
  ctx: Context,
  { ancestorIds, type }: Pick<Surroundings, 'ancestorIds' | 'type'>,
  id: number,
): RawBuilder<unknown> => sql`(select ${object(parentFields)} from issuables pi join namespaces pn on pn.id = pi.namespace_id
  where pi.id = ${id}::bigint and pi.type = any (${[...parentTypesOf(type)]}::text[])
    and (not ${staysInTree(type)}::boolean or pn.ancestor_ids[1] = ${ancestorIds[0] ?? 0}::bigint)
    and ${visibleIssuables(ctx.actor, 'pi', { series: seriesOf(type) })})`

/** The parent that a word names, if the actor may know of it. */
export async function parentNamed(
  ctx: Context,
  target: { readonly namespaceId: number; readonly ancestorIds: readonly number[]; readonly type: string },
  word: string,
): Promise<ParentOf | null> {
  const series = seriesOf(target.type)
  const [kind, syntaxes] = series === 'epic' ? [epicKind, epicReferences] : [issueKind, issueReferences]
  const match = matchOf(ctx, /^\d+$/.test(word) ? `${issuableKinds[series].sign}${word}` : word, syntaxes)
  if (match === null) return null
  const { rows: places } = await sql<TextNamespace>`
    select id, full_path, ancestor_ids from namespaces where id = ${target.namespaceId}`.execute(ctx.db)
  const resolved = await kind.resolve(ctx, places[0] ?? null, [match])
  const id = resolved.get(match)?.issuableId
  if (id === undefined) return null
  const { rows } = await sql<{ found: ParentOf | null }>`select ${parentJson(ctx, target, id)} as found`.execute(ctx.db)
  return rows[0]?.found ?? null
}

/** Child epics of one epic. @source EPIC-026 */
const maxChildEpics = 100
/** Issues of one epic, and tasks of one issue. @source product-rules.md 10 */
const maxChildren = 5000

interface Room {
  readonly isCircle: boolean
  readonly levels: number
  readonly children: number
}

/**
 * Refuse something as the parent of an issuable.
 *
 * @throws Conflict  it is in the issuable itself, is full, or deep enough already: 409
 */
export async function refuseParent(
  ctx: Context,
  { id = 0, ancestorIds }: Surroundings,
  type: string,
  parent: ParentOf,
): Promise<void> {
  const most = mostLevels(type)
  const { isCircle, levels, children } = await roomIn(ctx, {
    id,
    type,
    parentId: parent.id,
    rootId: ancestorIds[0] ?? 0,
  })
  const word = kindWord(type)
  if (isCircle) throw new Conflict(`An ${word} cannot contain itself, directly or indirectly.`)
  if (most !== null && levels > most)
    throw new Conflict(`${type === 'epic' ? 'Epics' : 'Objectives'} can be nested up to ${most} levels deep`)
  // @source ERRMSG-057
  if (type === 'epic' && children >= maxChildEpics)
    throw new Conflict('This epic already has the maximum number of child epics.')
  if (type !== 'epic' && children >= maxChildren)
    throw new Conflict(
      `This ${kindWord(parent.type)} already has the maximum number of ${parent.type === 'epic' ? 'issues' : 'child items'}.`,
    )
}

/** Only a type that can be a child of its own type can close a circle, or get too deep. */
const mostLevels = (type: string): number | null => (parentTypesOf(type).includes(type) ? levelsOf(type) : null)

interface Joining {
  readonly id: number
  readonly type: string
  readonly parentId: number
  readonly rootId: number
}

/** The room in parents. If several items join one parent, each counts those before it. */
const roomIn = batch(
  async (ctx: Context, joining: readonly Joining[]): Promise<readonly Room[]> => {
    // One change at a time, as two concurrent ones could close a circle.
    if (joining.some(({ type }) => mostLevels(type) !== null))
      await sql`select pg_advisory_xact_lock(hashtextextended('parents of epics', ${joining[0]?.rootId ?? 0}::bigint))`.execute(
        ctx.db,
      )
    const rooms = await readRooms(ctx, joining)
    const isEpic = joining[0]?.type === 'epic'
    const most = (isEpic ? maxChildEpics : maxChildren) - nearlyFull
    if (!rooms.some(({ children }) => children >= most)) return rooms
    // If two requests add items to one parent at the same time, one waits for the other and counts its items.
    const parentIds = [...new Set(joining.map(({ parentId }) => parentId))]
    await sql`select pg_advisory_xact_lock(hashtextextended('children', id))
      from (select id from unnest(${parentIds}::bigint[]) id order by id) parents`.execute(ctx.db)
    return readRooms(ctx, joining)
  },
  // Issues, incidents and tasks count together.
  (_ctx, { type, rootId }) => `${type === 'epic'} ${rootId}`,
)

/** With fewer free positions than this, concurrent additions wait for each other. */
const nearlyFull = 50

async function readRooms(ctx: Context, joining: readonly Joining[]): Promise<readonly Room[]> {
  const { rows } = await sql<Room>`
    select d.is_circle, d.levels, (select count(*) from issuables c where c.parent_id = g.parent_id and ${ofKind(joining[0]?.type ?? '')} and c.id <> g.id) as children
    from unnest(${joining.map(({ id }) => id)}::bigint[], ${joining.map(({ parentId }) => parentId)}::bigint[],
        ${joining.map(({ type }) => type)}::text[], ${joining.map(({ type }) => mostLevels(type))}::integer[]) with ordinality g(id, parent_id, type, most, place)
      cross join lateral (with recursive up(id, level) as (
          select g.parent_id, 1 where g.most is not null union all
          select i.parent_id, up.level + 1 from up join issuables i on i.id = up.id where i.parent_id is not null and up.level <= g.most
        ), down(id, level) as (
          select g.id, 1 where g.most is not null union all
          select c.id, down.level + 1 from down join issuables c on c.parent_id = down.id and c.type = g.type where down.level <= g.most
        )
        select exists (select 1 from up where up.id = g.id) as is_circle,
          coalesce((select max(level) from up) + (select max(level) from down), 0) as levels) d
    order by g.place`.execute(ctx.db)
  return rows.map((room, place) => ({
    ...room,
    children:
      room.children + joining.slice(0, place).filter(({ parentId }) => parentId === joining[place]?.parentId).length,
  }))
}

/** The items that are counted together: child epics, and all others. Over `issuables c`. */
const ofKind = (type: string): RawBuilder<unknown> =>
  type === 'epic' ? sql`c.series = 'epic'` : sql`c.series <> 'epic'`

/** @throws Invalid  an item is to be confidential, but something open in it is not. @source product-rules.md 3 */
export async function refuseOpenChildren(ctx: Context, { id = 0, series }: Surroundings): Promise<void> {
  const { rows } = await sql`
    select 1 from issuables i where i.parent_id = ${id} and i.state = 'opened' and not i.confidential
      and ${visibleIssuables(ctx.actor, 'i')} limit 1`.execute(ctx.db)
  if (rows.length > 0)
    throw new Invalid({
      confidential: [
        `cannot be turned on while it has open ${series === 'epic' ? 'issues or child epics' : 'child items'} that are not confidential`,
      ],
    })
}

/**
 * Refuse another type to an issuable that holds items which cannot be in one of that type.
 *
 * @throws Invalid
 */
export async function refuseChildrenOf(ctx: Context, { id = 0 }: Surroundings, type: string): Promise<void> {
  const { rows } = await sql`
    select 1 from issuables i where i.parent_id = ${id} and not (i.type = any (${[...childTypesOf(type)]}::text[]))
      and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })} limit 1`.execute(ctx.db)
  if (rows.length > 0) throw new Invalid({ issueType: ['cannot be changed while there are child items'] })
}

/** The live topics of an issuable's parents. */
export async function parentTopics(ctx: Context, issuableId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: number; type: string; namespaceId: number; ancestorIds: number[] }>`
    select p.id, p.type, p.namespace_id, pn.ancestor_ids from issuables i join issuables p on p.id = i.parent_id
      join namespaces pn on pn.id = p.namespace_id where i.id = ${issuableId}`.execute(ctx.db)
  return rows.flatMap(topicsOfIssuable)
}

/**
 * The epic of `issuables i` in the shapes of issues, as text of JSON; null where the viewer may not know of it.
 *
 * @source rest.md 2.3, EpicBase
 */
export const epicBaseJson = (
  viewer: Actor,
): RawBuilder<string> => sql<string>`case when i.parent_id is null then 'null' else
  coalesce((select ${object({
    ...pi.fields('id', 'iid', 'title'),
    url: sql`'/groups/' || pn.full_path || '/-/epics/' || pi.iid`,
    group_id: pi('namespaceId'),
    human_readable_end_date: sql`to_char(pi.due_date, 'Mon FMDD, YYYY')`,
    human_readable_timestamp: sql.lit(null),
  })}::text
    from issuables pi join namespaces pn on pn.id = pi.namespace_id
    where pi.id = i.parent_id and ${visibleIssuables(viewer, 'pi', { series: 'epic' })}), 'null') end`

/**
 * The EpicName shape of the pages.
 *
 * @param epic  alias of `issuables`
 * @param group  alias of the epic's `namespaces`
 * @param from  the id of the group in whose place the reader is
 */
export function epicNameJson(epic: string, group: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const e = (column: string) => sql.ref(`${epic}.${column}`)
  return object({
    id: e('id'),
    iid: e('iid'),
    title: e('title'),
    confidential: e('confidential'),
    reference: sql`case when ${e('namespace_id')} = ${from} then '' else ${sql.ref(`${group}.full_path`)} end || '&' || ${e('iid')}`,
    path: pagePathSql(epic, group, 'epic'),
  })
}

/** The parents of an issue, as `EpicName` or `ParentName` on the wire, without those that the actor may not know of. */
export async function parentsOnPage(
  ctx: Context,
  issueId: number,
): Promise<{ readonly epic: unknown; readonly parent: unknown }> {
  const { rows } = await sql<{ epic: unknown; parent: unknown }>`
    select case when pi.series = 'epic' then ${epicNameJson('pi', 'pn', sql`own.parent_id`)} end as epic,
      case when pi.series = 'issue' then ${object({
        ...pi.fields('id', 'iid', 'type', 'title'),
        reference: sql`case when pi.namespace_id = i.namespace_id then '' else pn.full_path end || ${referenceSql('pi')}`,
        path: pagePathSql('pi', 'pn', 'issue'),
        ...pi.fields('confidential'),
      })} end as parent
    from issuables i join namespaces own on own.id = i.namespace_id join issuables pi on pi.id = i.parent_id
      join namespaces pn on pn.id = pi.namespace_id
    where i.id = ${issueId} and ${visibleIssuables(ctx.actor, 'pi')}`.execute(ctx.db)
  return rows[0] ?? { epic: null, parent: null }
}
