import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { creationPlaces } from '#contract/foundation/namespaces.ts'
import { isAdmin } from '#server/access/facts.ts'
import { rulesOf } from '#server/access/issuable-rules.ts'
import { levelSql } from '#server/access/levels.ts'
import { projectsWith } from '#server/access/visible.ts'
import type { Context, UserActor } from '#server/context.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import { namespaceAvatar } from '#server/foundation/namespaces/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { mine } from './overview.ts'

type Input = Static<typeof creationPlaces.input>

const most = 20

/** The number of an author's newest items whose namespaces are offered. */
const latestItems = 100

/**
 * The namespaces in which the actor may create items: without a search those in which they have a role, with one also
 * others. The namespaces of their latest items come first.
 */
export async function placesToCreate(ctx: Context, actor: UserActor, input: Input): Promise<RawJson> {
  const { kind, groupId, search = '' } = input
  const isSearched = search.trim() !== ''
  const word = search.trim().toLowerCase()
  const within = sql`not n.inactive and ${namedLike(search)}
    and ${groupId === undefined ? sql`true` : sql`n.ancestor_ids @> array[${groupId}]::bigint[]`}
    and ${isSearched || groupId !== undefined ? sql`true` : sql`n.id in (select id from mine)`}`
  const { rows } = await sql<{ shown: string }>`
    with mine as materialized (${mine(actor)}),
    latest as materialized (select i.namespace_id, max(i.created_at) as created_at
      from (select namespace_id, series, created_at from issuables where author_id = ${actor.id}
        order by created_at desc, id desc limit ${sql.lit(latestItems)}) i
      where i.series = ${kind} group by i.namespace_id),
    allowed as materialized (${allowed(actor, kind, within)})
    select ${object({
      places: sql`coalesce(json_agg(${object({
        id: sql`f.id`,
        kind: sql`f.kind`,
        name: sql`f.name`,
        full_name: sql`f.full_name`,
        full_path: sql`f.full_path`,
        avatar_url: sql`f.avatar_url`,
        is_latest: sql`f.is_latest`,
      })} order by f.place), '[]')`,
    })}::text as shown
    from (select n.id, n.kind, n.name, n.full_name, n.full_path, ${namespaceAvatar(ctx.services.settings, 'n')} as avatar_url,
        l.created_at is not null as is_latest,
        row_number() over (order by lower(n.name) = ${word} or lower(n.full_path) = ${word} desc, l.created_at desc nulls last,
          ${nameOrder(sql`n.full_name`)}, n.id) as place
      from allowed join namespaces n on n.id = allowed.id left join latest l on l.namespace_id = n.id
      order by place limit ${sql.lit(most)}) f`.execute(ctx.db)
  return new RawJson(rows[0]?.shown ?? '{}')
}

/** A select of the ids of those places, by the same rules as `project:create-issue`, `group:create-epic` and the like. */
function allowed(actor: UserActor, kind: Input['kind'], within: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (kind) {
    case 'issue':
    case 'merge_request':
      return sql`select p.id from (${projectsWith(kind, actor, within)}) p`
    case 'epic':
      return plannedIn(actor, sql`n.kind = 'group' and ${within}`, levelSql(rulesOf('epic').plannedBy))
    case 'milestone':
      return plannedIn(actor, sql`n.kind in ('group', 'project') and ${within}`, levelSql('planner'))
    default:
      return kind satisfies never
  }
}

const plannedIn = (actor: UserActor, within: RawBuilder<unknown>, least: RawBuilder<number>): RawBuilder<unknown> =>
  sql`select n.id from namespaces n where ${within}
    and ${isAdmin(actor) ? sql`true` : sql`access_level_of(${actor.id}, n.ancestor_ids) >= ${least}`}`
