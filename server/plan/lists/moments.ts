import { type RawBuilder, sql } from 'kysely'
import type { dayFields } from '#contract/plan/lists/filter-fields.ts'
import { readDay } from '#contract/plan/lists/read-day.ts'
import type { Context } from '#server/context.ts'
import { dayAt, offsetAt } from '#server/platform/text/time-zone.ts'

type Zone = string | undefined

/** The columns of the filters by days and moments that all issuables have. */
const columns = {
  created: { column: 'i.created_at', between: betweenMoments },
  updated: { column: 'i.updated_at', between: betweenMoments },
  closed: { column: 'i.closed_at', between: betweenMoments },
  start: { column: 'i.start_date', between: betweenDays },
  due: { column: 'i.due_date', between: betweenDays },
} satisfies Readonly<Record<Exclude<keyof typeof dayFields, 'merged'>, object>>

type DayFilter = {
  readonly [Word in keyof typeof columns as `${Word}After` | `${Word}Before`]?: string | undefined
} & { readonly timeZone?: Zone }

/** The conditions on `issuables i` of the filters by days and moments. */
export const dayConditions = (ctx: Context, filter: DayFilter): readonly RawBuilder<unknown>[] =>
  // The columns have the words of the filters.
  (Object.keys(columns) as (keyof typeof columns)[]).flatMap(word =>
    columns[word].between(ctx, sql.ref(columns[word].column), {
      after: filter[`${word}After`],
      before: filter[`${word}Before`],
      timeZone: filter.timeZone,
    }),
  )

interface Bounds {
  readonly after: string | undefined
  readonly before: string | undefined
  readonly timeZone: Zone
}

/** Conditions for a moment between two bounds, both included. */
export function betweenMoments(
  ctx: Context,
  moment: RawBuilder<unknown>,
  { after, before, timeZone }: Bounds,
): readonly RawBuilder<unknown>[] {
  return [
    ...(isGiven(after) ? [sql`${moment} >= ${momentOf(ctx, after, 'start', timeZone)}::timestamptz`] : []),
    ...(isGiven(before) ? [sql`${moment} <= ${momentOf(ctx, before, 'end', timeZone)}::timestamptz`] : []),
  ]
}

/** Conditions for a day between two bounds, both included. */
function betweenDays(
  ctx: Context,
  day: RawBuilder<unknown>,
  { after, before, timeZone }: Bounds,
): readonly RawBuilder<unknown>[] {
  return [
    ...(isGiven(after) ? [sql`${day} >= ${dayOf(ctx, after, timeZone)}::date`] : []),
    ...(isGiven(before) ? [sql`${day} <= ${dayOf(ctx, before, timeZone)}::date`] : []),
  ]
}

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== ''

/** The day of the calendar in a time zone, yyyy-mm-dd; without one, in that of the caller. */
export const todayIn = (ctx: Context, timeZone: Zone): string => dayAt(ctx.now, timeZone ?? ctx.timeZone ?? undefined)

/** A filter's text (`When`) as a day. A moment gives its day in UTC. */
const dayOf = (ctx: Context, text: string, timeZone: Zone): string =>
  readDay(text, todayIn(ctx, timeZone)) ?? text.slice(0, 10)

const dayMs = 86_400_000
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A filter's text (`When`) as a moment: of a day, its first or last one. */
function momentOf(ctx: Context, text: string, edge: 'start' | 'end', timeZone: Zone): string {
  const day = readDay(text, todayIn(ctx, timeZone))
  if (day === null) return text
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const zone = timeZone ?? (text === day ? undefined : (ctx.timeZone ?? undefined))
  // Clients of the API send a bare date for its first moment.
  if (edge === 'start' || (timeZone === undefined && text === day)) return startOf(midnight, zone)
  return startOf(midnight + dayMs, zone, -1)
}

/** The moment at which a time zone has a wall time, given as if it were UTC. */
function startOf(wallMs: number, timeZone: Zone, plusMs = 0): string {
  // The clocks may change between the two.
  const near = wallMs - offsetAt(wallMs, timeZone)
  const moment = wallMs - offsetAt(near, timeZone) + plusMs
  // West of Greenwich, the last day of the calendar ends in a year that has no name.
  return new Date(Math.min(moment, lastMoment)).toISOString()
}
