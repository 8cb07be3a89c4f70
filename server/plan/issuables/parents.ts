import { type RawBuilder, sql } from 'kysely'
import { type Viewer, visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { numberedKind } from '#server/discuss/references/kinds/issues.ts'
import { matchOf } from '#server/discuss/references/match-of.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { epicReferences } from '#server/platform/markdown/references.ts'
import type { ParentOf, Surroundings } from './values.ts'

/** `&4`, `group&4`, `[epic:4]` and addresses of epics. */
export const epicKind = numberedKind('epic', epicReferences)

/** The epic of an id as an attribute holds it, over `issuables pi` and `namespaces pn`. */
const pairs = sql`'id', pi.id, 'title', pn.full_path || '&' || pi.iid, 'confidential', pi.confidential`

/** An epic that an issuable of a place can be part of: one of the same group tree that the actor may know of. */
export const parentJson = (
  ctx: Context,
  { ancestorIds }: { readonly ancestorIds: readonly number[] },
  id: number,
): RawBuilder<unknown> => sql`(select json_build_object(${pairs}) from issuables pi join namespaces pn on pn.id = pi.namespace_id
  where pi.id = ${id}::bigint and pn.ancestor_ids[1] = ${ancestorIds[0] ?? 0}::bigint
    and ${visibleIssuables(ctx.actor, 'pi', { series: 'epic' })})`

/** The epic that a word names, where the actor may know of it. */
export async function epicNamed(
  ctx: Context,
  target: { readonly namespaceId: number; readonly ancestorIds: readonly number[] },
  word: string,
): Promise<ParentOf | null> {
  const match = matchOf(ctx, /^\d+$/.test(word) ? `&${word}` : word, epicReferences)
  if (match === null) return null
  const { rows: places } = await sql<TextNamespace>`
    select id, full_path, ancestor_ids from namespaces where id = ${target.namespaceId}`.execute(ctx.db)
  const resolved = await epicKind.resolve(ctx, places[0] ?? null, [match])
  const id = resolved.get(match)?.issuableId
  if (id === undefined) return null
  const { rows } = await sql<{ epic: ParentOf | null }>`select ${parentJson(ctx, target, id)} as epic`.execute(ctx.db)
  return rows[0]?.epic ?? null
}

/** Levels of epics, one in another. @source product-rules.md 10 */
const maxLevels = 7
/** Child epics of one epic. @source EPIC-026 */
const maxChildEpics = 100
/** Issues of one epic. @source product-rules.md 10 */
const maxIssues = 5000

interface Room {
  readonly isCircle: boolean
  readonly levels: number
  readonly children: number
}

/**
 * Refuse an epic as the parent of an issuable.
 *
 * @throws Conflict  it is in the issuable itself, is full, or deep enough already: 409
 */
export async function refuseParent(ctx: Context, { id = 0, series, ancestorIds }: Surroundings, parentId: number) {
  // One change at a time, as two at once could close a circle.
  if (series === 'epic')
    await sql`select pg_advisory_xact_lock(hashtextextended('parents of epics', ${ancestorIds[0] ?? 0}::bigint))`.execute(
      ctx.db,
    )
  const { rows } = await sql<Room>`
    with recursive up(id, level) as (
      select ${parentId}::bigint, 1 union all
      select i.parent_id, up.level + 1 from up join issuables i on i.id = up.id where i.parent_id is not null and up.level <= ${maxLevels}
    ), down(id, level) as (
      select ${id}::bigint, 1 union all
      select c.id, down.level + 1 from down join issuables c on c.parent_id = down.id and c.series = 'epic' where down.level <= ${maxLevels}
    )
    select exists (select 1 from up where up.id = ${id}) as is_circle,
      (select max(level) from up) + ${series === 'epic' ? sql`(select max(level) from down)` : sql`0`} as levels,
      (select count(*) from issuables c where c.parent_id = ${parentId} and c.series = ${series} and c.id <> ${id}) as children`.execute(
    ctx.db,
  )
  const { isCircle = false, levels = 0, children = 0 } = rows[0] ?? {}
  if (isCircle) throw new Conflict('An epic cannot be in itself, directly or through others')
  if (levels > maxLevels) throw new Conflict(`Epics can be nested up to ${maxLevels} levels deep`)
  // @source ERRMSG-057
  if (series === 'epic' && children >= maxChildEpics)
    throw new Conflict('This epic already has the maximum number of child epics.')
  if (series === 'issue' && children >= maxIssues)
    throw new Conflict('This epic already has the maximum number of issues.')
}

/** @throws Invalid  an epic is to be confidential, but something open in it is not. @source product-rules.md 3 */
export async function refuseOpenChildren(ctx: Context, { id = 0 }: Surroundings): Promise<void> {
  const { rows } = await sql`
    select 1 from issuables where parent_id = ${id} and state = 'opened' and not confidential limit 1`.execute(ctx.db)
  if (rows.length > 0)
    throw new Invalid({ confidential: ['cannot be turned on while open issues or child epics are not confidential'] })
}

/** The live topics of the epic that an issuable is in. */
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
  viewer: Viewer,
): RawBuilder<string> => sql<string>`case when i.parent_id is null then 'null' else
  coalesce((select json_build_object('id', pi.id, 'iid', pi.iid, 'title', pi.title, 'url', '/groups/' || pn.full_path || '/-/epics/' || pi.iid,
      'group_id', pi.namespace_id, 'human_readable_end_date', to_char(pi.due_date, 'Mon FMDD, YYYY'), 'human_readable_timestamp', null)::text
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
  return sql`json_build_object('id', ${e('id')}, 'iid', ${e('iid')}, 'title', ${e('title')}, 'confidential', ${e('confidential')},
    'reference', case when ${e('namespace_id')} = ${from} then '' else ${sql.ref(`${group}.full_path`)} end || '&' || ${e('iid')},
    'path', ${pagePathSql(epic, group, 'epic')})`
}

/** The epic that an issue is in, as `EpicName` on the wire; null where the actor may not know of it. */
export async function epicOfIssue(ctx: Context, issueId: number): Promise<unknown> {
  const { rows } = await sql<{ epic: unknown }>`
    select ${epicNameJson('pi', 'pn', sql`own.parent_id`)} as epic
    from issuables i join namespaces own on own.id = i.namespace_id join issuables pi on pi.id = i.parent_id
      join namespaces pn on pn.id = pi.namespace_id
    where i.id = ${issueId} and ${visibleIssuables(ctx.actor, 'pi', { series: 'epic' })}`.execute(ctx.db)
  return rows[0]?.epic ?? null
}
