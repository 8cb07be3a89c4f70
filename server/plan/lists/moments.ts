import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import { dayFilters, whenFilters } from '#contract/plan/lists/list-filters.ts'
import { readDay } from '#contract/plan/lists/read-day.ts'
import type { Context } from '#server/context.ts'
import { dayAt, offsetAt } from '#server/platform/text/time-zone.ts'

const Moments = Type.Object(whenFilters)

type MomentFilter = Static<typeof Moments>

type Zone = string | undefined

/** The conditions on `issuables i` of the filters by moments that every list has. */
export function momentConditions(ctx: Context, filter: MomentFilter): readonly RawBuilder<unknown>[] {
  const between = (column: string, after: string | undefined, before: string | undefined) =>
    betweenMoments(ctx, sql.ref(`i.${column}`), { after, before, timeZone: filter.timeZone })
  return [
    ...between('created_at', filter.createdAfter, filter.createdBefore),
    ...between('updated_at', filter.updatedAfter, filter.updatedBefore),
    ...between('closed_at', filter.closedAfter, filter.closedBefore),
  ]
}

const Days = Type.Object(dayFilters)

/** The conditions on `issuables i` of the filters by planned days. */
export function dayConditions(
  ctx: Context,
  { startAfter, startBefore, dueAfter, dueBefore, timeZone }: Static<typeof Days> & Pick<MomentFilter, 'timeZone'>,
): readonly RawBuilder<unknown>[] {
  return [
    ...betweenDays(ctx, sql`i.start_date`, { after: startAfter, before: startBefore, timeZone }),
    ...betweenDays(ctx, sql`i.due_date`, { after: dueAfter, before: dueBefore, timeZone }),
  ]
}

/** Conditions for a moment between two bounds, both included. */
export const betweenMoments = (
  ctx: Context,
  moment: RawBuilder<unknown>,
  {
    after,
    before,
    timeZone,
  }: { readonly after: string | undefined; readonly before: string | undefined; readonly timeZone: Zone },
): readonly RawBuilder<unknown>[] => [
  ...(isGiven(after) ? [sql`${moment} >= ${momentOf(ctx, after, 'start', timeZone)}::timestamptz`] : []),
  ...(isGiven(before) ? [sql`${moment} <= ${momentOf(ctx, before, 'end', timeZone)}::timestamptz`] : []),
]

/** Conditions for a day between two bounds, both included. */
const betweenDays = (
  ctx: Context,
  day: RawBuilder<unknown>,
  {
    after,
    before,
    timeZone,
  }: { readonly after: string | undefined; readonly before: string | undefined; readonly timeZone: Zone },
): readonly RawBuilder<unknown>[] => [
  ...(isGiven(after) ? [sql`${day} >= ${dayOf(ctx, after, timeZone)}::date`] : []),
  ...(isGiven(before) ? [sql`${day} <= ${dayOf(ctx, before, timeZone)}::date`] : []),
]

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== ''

/** The day of the calendar in a time zone, yyyy-mm-dd; without one, in that of the caller. */
export const todayIn = (ctx: Context, timeZone: Zone): string => dayAt(ctx.now, timeZone ?? ctx.timeZone ?? undefined)

/** A filter's text (`When`) as a day. Of a moment, it is its day in UTC. */
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
