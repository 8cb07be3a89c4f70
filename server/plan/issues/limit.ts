import { aMinute, limitTo } from '#server/access/limit.ts'

/** @throws RateLimited  too many issues a minute by one person */
export const countIssue = limitTo(aMinute.issues)
