import { limitBy } from '#server/access/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'

const count = limitBy(async ctx => ({ signedIn: (await siteNow(ctx)).rawBlobRequestLimit }))

/**
 * Count a request for the contents of a file, by whoever it is.
 *
 * @param words  the ref and path of the file
 * @throws RateLimited  too many a minute for this file
 */
export const countRaw = (ctx: Context, { id }: { readonly id: number }, words: string): Promise<void> =>
  count(ctx, `${id} ${words}`)
