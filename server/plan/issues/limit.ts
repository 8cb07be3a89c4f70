import { limitTo } from '#server/access/limit.ts'

/** @throws RateLimited  more than 300 issues a minute by one person */
export const countIssue = limitTo({ signedIn: 300 })
