import { type RawBuilder, sql } from 'kysely'
import type { daySpans } from '#contract/plan/plain-shapes.ts'
import type { SchemaTypes } from '#server/graphql/builder.ts'

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

/** The filter of GraphQL: between two moments, whose days in UTC count. */
export const dueDateArgs = (t: PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'Arg'>) => ({
  dueAfter: t.field({ type: 'Time' }),
  dueBefore: t.field({ type: 'Time' }),
})

export interface AskedDueDates {
  readonly dueAfter?: string | null | undefined
  readonly dueBefore?: string | null | undefined
}

export function dueDateConditions({ dueAfter, dueBefore }: AskedDueDates): readonly RawBuilder<unknown>[] {
  const dayOf = (moment: string) => sql`(${moment}::timestamptz at time zone 'UTC')::date`
  return [
    ...(dueAfter == null ? [] : [sql`i.due_date >= ${dayOf(dueAfter)}`]),
    ...(dueBefore == null ? [] : [sql`i.due_date <= ${dayOf(dueBefore)}`]),
  ]
}
