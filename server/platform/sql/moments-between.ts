import { type RawBuilder, sql } from 'kysely'

interface Bounds {
  /** ISO 8601. */
  readonly after: string | undefined
  readonly before: string | undefined
  /** `exclusive` leaves out the two moments themselves. */
  readonly ends?: 'inclusive' | 'exclusive'
}

/** SQL conditions: a column of moments lies between two; none for a bound that is not given. */
export function momentsBetween(column: string, { after, before, ends = 'inclusive' }: Bounds): RawBuilder<boolean>[] {
  const [from, to] = ends === 'inclusive' ? [sql`>=`, sql`<=`] : [sql`>`, sql`<`]
  const at = sql.ref(column)
  return [
    ...(after === undefined ? [] : [sql<boolean>`${at} ${from} ${after}::timestamptz`]),
    ...(before === undefined ? [] : [sql<boolean>`${at} ${to} ${before}::timestamptz`]),
  ]
}
