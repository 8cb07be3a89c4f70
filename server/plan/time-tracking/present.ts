import { type RawBuilder, sql } from 'kysely'

/** The TimeStats shape as JSON made by PostgreSQL, over `issuables` under an alias. */
export function timeStatsJson(alias: string): RawBuilder<unknown> {
  const i = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`json_build_object('time_estimate', ${i('time_estimate')}, 'total_time_spent', ${i('time_spent')},
    'human_time_estimate', human_duration(${i('time_estimate')}), 'human_total_time_spent', human_duration(${i('time_spent')}))`
}
