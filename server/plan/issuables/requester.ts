import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { emailSeenBy } from '#server/foundation/users/emails/shown-email.ts'
import { batch } from '#server/graphql/batch.ts'

/** The address of the requester of an issue, as the actor sees it; null for other issues. */
export const requesterOf = batch<number, string | null>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number; email: string }>`
    select r.issuable_id as id, ${emailSeenBy(ctx.actor, sql`r.email`, sql`n.ancestor_ids`)} as email
    from service_desk_requests r join issuables i on i.id = r.issuable_id join namespaces n on n.id = i.namespace_id
    where r.issuable_id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.id, row.email]))
  return id => found.get(id) ?? null
})

/** A request goes on in the project to which its issue was moved, under the links that people have. */
export async function moveRequest(
  ctx: Context,
  { fromId, toId }: { readonly fromId: number; readonly toId: number },
): Promise<void> {
  await sql`update service_desk_requests set issuable_id = ${toId} where issuable_id = ${fromId}`.execute(ctx.db)
  await sql`update service_desk_links set issuable_id = ${toId} where issuable_id = ${fromId}`.execute(ctx.db)
}
