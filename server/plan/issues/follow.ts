import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { on } from '#server/slice.ts'

export const issueFollowers = [
  // Texts of a banned user are hidden from all but administrators.
  on('user.banned', (ctx, event) => hideIssuesOf(ctx, event.payload.userId, true)),
  on('user.unbanned', (ctx, event) => hideIssuesOf(ctx, event.payload.userId, false)),
]

async function hideIssuesOf(ctx: Context, userId: number, hidden: boolean): Promise<void> {
  await sql`update issuables set hidden = ${hidden} where author_id = ${userId} and hidden <> ${hidden}`.execute(ctx.db)
}
