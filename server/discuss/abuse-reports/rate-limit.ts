import { limitTo } from '#server/access/rate-limits.ts'

/** @throws RateLimited  more than 20 reports a minute by one person */
export const countReport = limitTo({ signedIn: 20 })
