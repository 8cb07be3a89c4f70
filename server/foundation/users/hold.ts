import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/** Hold a user's row until the transaction ends: of the requests that count what an account has, one goes at a time. */
export async function holdUser(ctx: Context, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(ctx.db)
}
