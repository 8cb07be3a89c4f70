import { type RawBuilder, sql } from 'kysely'

/** Whether the dates of `issuables i` meet a period, of which both days count. An item without dates meets none. */
export const meetsDays = ({ start, end }: { readonly start: string; readonly end: string }): RawBuilder<unknown> =>
  sql`((i.start_date is not null or i.due_date is not null) and coalesce(i.start_date <= ${end}::date, true)
    and coalesce(i.due_date >= ${start}::date, true))`
