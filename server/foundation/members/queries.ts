import { type RawBuilder, sql } from 'kysely'
import type { listProjectMembers } from '#contract/foundation/members.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { levelSql } from '#server/access/levels.ts'
import { visibleGroups } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { openIssuesSql, placeHeaderJson } from '#server/foundation/namespaces/header.ts'
import { namespaceWebUrl, publicGroupJson } from '#server/foundation/namespaces/present.ts'
import { isCurrentShare } from '#server/foundation/namespaces/shared-with.ts'
import { personNamed } from '#server/foundation/users/person-named.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { columnsOf, object, objectb } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { pageOf, pageOfJson } from '#server/slice.ts'
import type { Place } from './place.ts'

const sn = columnsOf('namespaces', 'sn')
const s = columnsOf('namespaceShares', 's')

type List = Omit<InputOf<typeof listProjectMembers>, 'id'>

/**
 * Direct members only, or each person once with their highest level from here or above; expired memberships are left
 * out.
 */
export type Reach = 'direct' | 'all'

/** Direct members as they are stored: one that ends today has no rights any more, and is the reply to a change. */
const storedMembers = ({ id }: Pick<Place, 'id'>) => sql`(select * from members where namespace_id = ${id}) m`

/** The memberships that count at a place, as a table `m` to select from. */
export function memberships(place: Pick<Place, 'id' | 'ancestorIds'>, reach: Reach): RawBuilder<unknown> {
  if (reach === 'direct')
    return sql`(select mm.* from memberships mm where mm.namespace_id = ${place.id} and mm.group_id is null) m`
  return sql`(select distinct on (mm.user_id) mm.* from memberships mm join namespaces mn on mn.id = mm.namespace_id
    where mm.namespace_id = any (${place.ancestorIds}::bigint[])
      and (mm.access_level > ${levelSql('minimal')} or mm.namespace_id = ${place.id})
    order by mm.user_id, mm.access_level desc, mm.group_id is null desc, cardinality(mn.ancestor_ids) desc) m`
}

function memberJson(ctx: Context): RawBuilder<unknown> {
  const { settings } = ctx.services
  return sql`(${userBasicJson(settings, 'u')}::jsonb || ${objectb({
    access_level: sql`m.access_level`,
    created_at: sql`iso(m.created_at)`,
    created_by: sql`(select ${userBasicJson(settings, 'cu')}::jsonb from users cu where cu.id = m.created_by_id)`,
    expires_at: sql`m.expires_at`,
    membership_state: sql.lit('active'),
  })})`
}

/** A page of members by name, in one statement. */
export function listMembers(ctx: Context, place: Place, reach: Reach, input: List) {
  return pageOfJson<ReplyOf<typeof listProjectMembers>>(ctx, input, {
    item: memberJson(ctx),
    matching: sql`${memberships(place, reach)} join users u on u.id = m.user_id where ${matches(input)}`,
    order: sql`${nameOrder(sql`u.name`)}, u.id`,
  })
}

/** One member. @throws NotFound  the user is not a member here */
export async function memberOf(ctx: Context, place: Place, reach: Reach | 'stored', userId: number): Promise<RawJson> {
  const { rows } = await sql<{ item: string }>`
    select ${memberJson(ctx)}::text as item from ${reach === 'stored' ? storedMembers(place) : memberships(place, reach)}
      join users u on u.id = m.user_id where m.user_id = ${userId}`.execute(ctx.db)
  const item = rows[0]?.item
  if (item === undefined) throw new NotFound()
  return new RawJson(item)
}

/** A page of rows for the members page: one more than the limit shows whether there is a next. */
export async function memberRows(
  ctx: Context,
  place: Place,
  input: { search?: string; page?: number; perPage?: number },
) {
  const { settings } = ctx.services
  const { perPage, offset } = pageOf(input)
  const header = placeHeaderJson(settings, ctx.actor, place.facts, openIssuesSql(ctx.actor, place.facts))
  const { rows } = await sql<{ items: string; found: number; header: string; groups: string; isShareable: boolean }>`
    with listed as (
      select row_number() over (order by ${nameOrder(sql`u.name`)}, u.id) as place, ${object({
        user: userBasicJson(settings, 'u'),
        access_level: sql`m.access_level`,
        created_at: sql`iso(m.created_at)`,
        expires_at: sql`m.expires_at`,
        source: object({ ...sn.fields('id', 'fullPath', 'name'), web_url: namespaceWebUrl(settings, 'sn') }),
        is_direct: sql`sn.id = ${place.id}`,
      })} as item
      from ${memberships(place, 'all')} join users u on u.id = m.user_id join namespaces sn on sn.id = coalesce(m.group_id, m.namespace_id)
      where ${matches({ query: input.search ?? '' })} order by place limit ${perPage + 1} offset ${offset}
    )
    select coalesce((select json_agg(item order by place) from (select * from listed order by place limit ${perPage}) shown), '[]')::text as items,
      coalesce((select json_agg(${object({ group: publicGroupJson(settings), ...s.fields('groupAccess', 'expiresAt') })}
          order by ${nameOrder(sql`n.name`)}, n.id)
        from namespace_shares s join namespaces n on n.id = s.group_id
        where s.namespace_id = ${place.id} and ${isCurrentShare('s')} and ${visibleGroups(ctx.actor, 'n')}), '[]')::text as groups,
      (select not coalesce(bool_or(g.share_with_group_lock), false) from groups g
        where g.id = any (${place.ancestorIds}::bigint[]) and g.id <> ${place.id}) as is_shareable,
      (select count(*) from listed) as found,
      (select ${header} from namespaces n where n.id = ${place.id})::text as header`.execute(ctx.db)
  const row = rows[0]
  if (row === undefined) throw new NotFound()
  return {
    namespace: new RawJson(row.header),
    members: new RawJson(row.items),
    groups: new RawJson(row.groups),
    isShareable: row.isShareable,
    hasNext: row.found > perPage,
  }
}

function matches({
  query = '',
  userIds,
  skipUsers,
}: Pick<List, 'query' | 'userIds' | 'skipUsers'>): RawBuilder<boolean> {
  const conditions = [personNamed(query)]
  if (userIds !== undefined && userIds.length > 0) conditions.push(sql`u.id = any (${userIds}::bigint[])`)
  if (skipUsers !== undefined && skipUsers.length > 0) conditions.push(sql`u.id <> all (${skipUsers}::bigint[])`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
