import { type RawBuilder, sql } from 'kysely'

/** Hours for which a session lasts after it was last used. */
export const sessionHours = 12

/** The same for people who chose to stay signed in. */
const rememberedSessionHours = 30 * 24

export const sessionLength = (remember: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`make_interval(hours => case when ${remember} then ${sql.lit(rememberedSessionHours)} else ${sql.lit(sessionHours)} end)`
