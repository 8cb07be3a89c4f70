import { type RawBuilder, sql } from 'kysely'
import { matchesSearch } from '#server/platform/sql/search.ts'

/** SQL condition: the username and name of `users u` contain every word of a search. The index of users answers it. */
export const personNamed = (search: string): RawBuilder<boolean> =>
  matchesSearch(sql`u.username || ' ' || u.name`, search)
