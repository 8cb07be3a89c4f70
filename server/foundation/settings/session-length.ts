import { type RawBuilder, sql } from 'kysely'
import { siteNumber } from './site-number.ts'

/** Minutes for which a session lasts after it was last used, for people who chose to stay signed in. */
const rememberedMinutes = 30 * 24 * 60

export const sessionLength = (remember: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`make_interval(mins => case when ${remember} then greatest(${sql.lit(rememberedMinutes)}, ${siteNumber('sessionExpireDelay')})
    else ${siteNumber('sessionExpireDelay')} end)`
