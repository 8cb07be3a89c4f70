import { type RawBuilder, sql } from 'kysely'

/** SQL interval for which a session lasts after it was last used: 30 days if the person chose to stay signed in, else 12 hours. */
export const sessionLength = (remember: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${remember} then interval '30 days' else interval '12 hours' end`
