import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/**
 * Hold a user's row until the transaction ends: requests that count the belongings of an account run one after the
 * other.
 */
export async function holdUser(ctx: Context, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(ctx.db)
}
