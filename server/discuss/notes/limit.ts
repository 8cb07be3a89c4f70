import { aMinute, limitTo } from '#server/access/limit.ts'

/** @throws RateLimited  too many notes a minute by one person */
export const countNote = limitTo(aMinute.notes)
