import { type Context, selfId } from '#server/context.ts'
import { readPagingSettings } from './settings.ts'

/** How the actor is paged, with the addresses that their pages go to. */
export async function pagingPageData(ctx: Context) {
  const { email, confirmedAt } = await ctx.db
    .selectFrom('users')
    .select(['email', 'confirmedAt'])
    .where('id', '=', selfId(ctx))
    .executeTakeFirstOrThrow()
  return { ...(await readPagingSettings(ctx)), email, isConfirmed: confirmedAt !== null }
}
