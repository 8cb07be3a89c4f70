import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import { participation } from '#server/discuss/participants/participants.ts'

/**
 * The participants who may still read an issuable, as a select of rows of `users`.
 *
 * @param issue  the alias of `issuables` in the surrounding statement
 * @param place  the name under which its project's `namespaces` row stands
 */
export function readersAmong(
  issue: string,
  place: string,
  withInternal: boolean,
  series: IssuableSeries = 'issue',
): RawBuilder<unknown> {
  // Each person once, and looked up by id: the rule is dear, and a long discussion names the same few again and again.
  return sql`select pu.* from (select distinct user_id from (${participation(sql.ref(`${issue}.id`), withInternal)}) parts) p
    cross join lateral (select * from users where users.id = p.user_id offset 0) pu where ${mayReadIssuable('pu', issue, place, { series })}`
}
