import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { OnCallCalendar } from '#contract/plan/incidents/on-call-calendars.ts'
import type { Context } from '#server/context.ts'

type ShownCalendar = Static<typeof OnCallCalendar>

/**
 * The calendars of rotations, by the ids of the rotations.
 *
 * @param which  a condition on `oncall_calendars c`
 * @param canAdmin  titles of other events are shown only to those who can change the schedule
 */
export async function readCalendars(
  ctx: Context,
  which: RawBuilder<unknown>,
  canAdmin: boolean,
): Promise<ReadonlyMap<number, ShownCalendar>> {
  const { rows } = await sql<Omit<ShownCalendar, 'host'> & { readonly url: string | null }>`
    select c.rotation_id, c.url, iso(c.read_at) as read_at, c.failure, iso(c.failing_since) as failing_since, c.notice_count,
      case when ${canAdmin} then c.notices else '[]' end as notices
    from oncall_calendars c where ${which}`.execute(ctx.db)
  return new Map(
    rows.map(({ url, ...calendar }) => [
      calendar.rotationId,
      { ...calendar, host: url === null ? null : (URL.parse(url)?.host ?? '') },
    ]),
  )
}
