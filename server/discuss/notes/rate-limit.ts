import { limitBy } from '#server/access/rate-limits.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'

/** @throws RateLimited  too many notes a minute by one person */
export const countNote = limitBy(async ctx => ({ signedIn: (await siteNow(ctx)).notesCreateLimit }))
