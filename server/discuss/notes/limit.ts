import { limitTo } from '#server/access/limit.ts'

/** @throws RateLimited  more than 300 notes a minute by one person */
export const countNote = limitTo({ signedIn: 300 })
