import { aMinute, limitTo } from '#server/access/rate-limits.ts'

/** @throws RateLimited  too many notes a minute by one person */
export const countNote = limitTo(aMinute.notes)
