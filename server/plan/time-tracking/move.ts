import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/** The time logged on a moved issue counts for the issue that it became, and only there. */
export async function moveTimelogs(
  ctx: Context,
  fromId: number,
  to: { readonly id: number; readonly namespaceId: number },
): Promise<void> {
  await sql`update timelogs set issuable_id = ${to.id}, namespace_id = ${to.namespaceId} where issuable_id = ${fromId}`.execute(
    ctx.db,
  )
}
