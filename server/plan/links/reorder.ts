import { sql } from 'kysely'
import { issueTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { inOrder, linksOf } from './queries.ts'

interface Neighbours {
  /** The link that comes before it. */
  readonly moveBeforeId?: number | null | undefined
  /** The link that comes after it. */
  readonly moveAfterId?: number | null | undefined
}

/**
 * Put a link of an issue in front of or behind another of it. The other ends keep their own orders.
 *
 * @throws NotFound  one of them is no link of the issue
 */
export async function reorderLinks(
  ctx: Context,
  issue: Allowed<'issuable:link', { readonly id: number; readonly namespaceId: number }>,
  linkId: number,
  { moveBeforeId, moveAfterId }: Neighbours,
): Promise<void> {
  // Held until the end, so that two who move at once do not mix their orders.
  await sql`select 1 from issuables where id = ${issue.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`select k.id from ${linksOf(issue.id)} k order by ${inOrder}`.execute(
    ctx.db,
  )
  const order = rows.map(row => row.id)
  const others = order.filter(id => id !== linkId)
  const neighbour = moveBeforeId ?? moveAfterId ?? null
  const at = neighbour === null ? others.length : others.indexOf(neighbour)
  if (others.length === order.length || at === -1) throw new NotFound()
  const isBehind = (moveBeforeId ?? null) !== null
  others.splice(at + (isBehind ? 1 : 0), 0, linkId)
  if (others.every((id, index) => id === order[index])) return
  await sql`
    update issuable_links l set
      source_position = case when l.source_id = ${issue.id} then g.place else l.source_position end,
      target_position = case when l.target_id = ${issue.id} then g.place else l.target_position end
    from unnest(${others}::bigint[]) with ordinality as g(id, place) where l.id = g.id`.execute(ctx.db)
  await ctx.events.record(
    'issue.links-reordered',
    { issueId: issue.id },
    { namespaceId: issue.namespaceId, topics: [issueTopic(issue.id)] },
  )
}
