import { limitTo } from '#server/access/limit.ts'

/** @throws RateLimited  more than 30 searches a minute by one person, or 10 from one address without one */
export const countSearch = limitTo({ signedIn: 30, anonymous: 10 })
