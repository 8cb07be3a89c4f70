import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/** Move the links of a moved issue to the issue that it became. */
export async function moveLinks(
  ctx: Context,
  fromId: number,
  to: { readonly id: number; readonly namespaceId: number },
): Promise<void> {
  await sql`update issuable_links set
      namespace_id = case when source_id = ${fromId} then ${to.namespaceId} else namespace_id end,
      source_id = case when source_id = ${fromId} then ${to.id} else source_id end,
      target_id = case when target_id = ${fromId} then ${to.id} else target_id end
    where source_id = ${fromId} or target_id = ${fromId}`.execute(ctx.db)
}
