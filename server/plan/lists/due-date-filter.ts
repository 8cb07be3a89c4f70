import { type RawBuilder, sql } from 'kysely'
import type { daySpans } from '#contract/plan/attributes/plain-shapes.ts'

export type DaySpan = (typeof daySpans)[number]

/** The filter of the REST API and the pages: a day in a span of time. */
export function inSpan(day: RawBuilder<unknown>, span: DaySpan, today: string): RawBuilder<unknown> {
  switch (span) {
    case '0':
      return sql`${day} is null`
    case 'any':
      return sql`${day} is not null`
    case 'today':
      return sql`${day} = ${today}::date`
    case 'tomorrow':
      return sql`${day} = ${today}::date + 1`
    case 'overdue':
      return sql`${day} < ${today}::date`
    case 'week':
      return sql`${day} between date_trunc('week', ${today}::date)::date and date_trunc('week', ${today}::date)::date + 6`
    case 'month':
      return sql`${day} >= date_trunc('month', ${today}::date)::date
        and ${day} < (date_trunc('month', ${today}::date) + interval '1 month')::date`
    case 'next_month_and_previous_two_weeks':
      return sql`${day} >= ${today}::date - 14
        and ${day} < (date_trunc('month', ${today}::date) + interval '2 months')::date`
    default:
      return span satisfies never
  }
}
