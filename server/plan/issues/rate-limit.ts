import { aMinute, limitTo } from '#server/access/rate-limits.ts'

/** @throws RateLimited  too many issues a minute by one person */
export const countIssue = limitTo(aMinute.issues)
