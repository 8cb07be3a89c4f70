import { type RawBuilder, sql } from 'kysely'

/** The id of the user who has confirmed an address, primary or not, as an SQL expression; null when no user has. */
export const userByEmail = (email: string): RawBuilder<number | null> =>
  sql<
    number | null
  >`(select e.user_id from user_emails e where lower(e.email) = lower(${email}) and e.confirmed_at is not null)`
