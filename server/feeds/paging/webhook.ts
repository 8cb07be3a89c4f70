import { randomBytes } from 'node:crypto'
import { type Context, selfId } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { urlProblem } from '#server/feeds/webhooks/hooks.ts'
import './events.ts'

/** Characters of base64 make a key of 32 bytes. @source standardwebhooks.com, symmetric signatures */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The address that gets the pages of the actor; null if they have none. */
export async function webhookUrlOf(ctx: Context): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('pagingSettings')
    .select('webhookUrl')
    .where('userId', '=', selfId(ctx))
    .executeTakeFirst()
  return row?.webhookUrl ?? null
}

/** Send pages of the actor to an address. Each address has a new secret, which is shown once. @throws Invalid */
export async function setPagingWebhook(ctx: Context, url: string) {
  const userId = selfId(ctx)
  const problem = urlProblem(ctx, url, {})
  if (problem !== null) throw new Invalid({ url: [problem] })
  const values = { webhookUrl: url, webhookSecret: newSecret() }
  await ctx.db
    .insertInto('pagingSettings')
    .values({ userId, timeZone: ctx.timeZone ?? 'UTC', ...values })
    .onConflict(on => on.column('userId').doUpdateSet(values))
    .execute()
  await ctx.events.record('paging_settings.updated', { userId })
  return { url, secret: values.webhookSecret }
}

export async function removePagingWebhook(ctx: Context): Promise<void> {
  const userId = selfId(ctx)
  await ctx.db
    .updateTable('pagingSettings')
    .set({ webhookUrl: null, webhookSecret: null })
    .where('userId', '=', userId)
    .execute()
  await ctx.events.record('paging_settings.updated', { userId })
}
