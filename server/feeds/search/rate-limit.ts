import { limitBy } from '#server/access/rate-limits.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'

/** @throws RateLimited  too many searches a minute by one person, or from one address without one */
export const countSearch = limitBy(async ctx => {
  const { searchRateLimit, searchRateLimitUnauthenticated } = await siteNow(ctx)
  return { signedIn: searchRateLimit, anonymous: searchRateLimitUnauthenticated }
})
