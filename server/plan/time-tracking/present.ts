import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { TimeStats } from '#contract/plan/timeboxes/time-tracking.ts'
import { columnsOf, object, type WireFields } from '#server/platform/sql/shape.ts'
import type { Wire } from '#server/platform/text/case.ts'

/** The TimeStats shape as JSON, over `issuables` under an alias. */
export function timeStatsJson(alias: string): RawBuilder<Wire<Static<typeof TimeStats>>> {
  const i = columnsOf('issuables', alias)
  const fields: WireFields<typeof TimeStats> = {
    ...i.fields('timeEstimate'),
    total_time_spent: i('timeSpent'),
    human_time_estimate: sql`human_duration(${i('timeEstimate')})`,
    human_total_time_spent: sql`human_duration(${i('timeSpent')})`,
  }
  return object(fields)
}
