import { aMinute, limitTo } from '#server/access/rate-limits.ts'

/** @throws RateLimited  too many searches a minute by one person, or from one address without one */
export const countSearch = limitTo(aMinute.searches)
