import { limitBy } from '#server/access/rate-limits.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'

/** @throws RateLimited  too many issues a minute by one person */
export const countIssue = limitBy(async ctx => ({ signedIn: (await siteNow(ctx)).issuesCreateLimit }))
