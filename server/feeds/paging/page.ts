import { type Context, selfId } from '#server/context.ts'
import { vapidPublicKey } from '#server/platform/outward/web-push.ts'
import { showPhone } from './phone/number.ts'
import { ownSubscriptions } from './push-subscriptions.ts'
import { readPagingSettings } from './settings.ts'
import { vapidKey } from './vapid-key.ts'
import { webhookUrlOf } from './webhook.ts'

/** How the actor is paged, with the addresses that their pages go to. */
export async function pagingPageData(ctx: Context) {
  const { email, confirmedAt } = await ctx.db
    .selectFrom('users')
    .select(['email', 'confirmedAt'])
    .where('id', '=', selfId(ctx))
    .executeTakeFirstOrThrow()
  return {
    ...(await readPagingSettings(ctx)),
    ...{ email, isConfirmed: confirmedAt !== null },
    browsers: await ownSubscriptions(ctx),
    pushKey: vapidPublicKey(await vapidKey(ctx.db)),
    webhookUrl: await webhookUrlOf(ctx),
    phone: await showPhone(ctx),
  }
}
