import { type RawBuilder, sql } from 'kysely'
import { levelSql } from './levels.ts'

/**
 * The body of `access_level_of` as a select of `level`: where it surely runs, PostgreSQL runs it in a tenth of the time
 * that a call of the function takes. A call that hardly ever happens costs nothing, and stays one.
 */
export const accessLevel = (userId: unknown, ancestorIds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select coalesce(max(lm.access_level), 0) as level from memberships lm where lm.user_id = ${userId}
    and lm.namespace_id = any (${ancestorIds})
    and (lm.access_level > ${levelSql('minimal')} or lm.namespace_id = (${ancestorIds})[cardinality(${ancestorIds})])`
