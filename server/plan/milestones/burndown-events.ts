import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { countedIssues, type TimeboxPlace } from '#server/plan/timeboxes/timebox.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { MilestoneRow } from './find.ts'

/** The reply is not paged. */
const mostEvents = 50_000

/**
 * The times at which the issues of a milestone were created, closed and reopened, oldest first, up to the due date.
 * Times before the start count as the start. A milestone without both dates has none.
 */
export async function listBurndownEvents(
  ctx: Context,
  place: TimeboxPlace,
  { id, startDate, dueDate }: Pick<MilestoneRow, 'id' | 'startDate' | 'dueDate'>,
): Promise<RawJson> {
  if (startDate === null || dueDate === null) return new RawJson('[]')
  const { rows } = await sql<{ json: string }>`
    with issues as (select i.id, i.weight, i.created_at from issuables i where i.milestone_id = ${id} and ${countedIssues(ctx, place, 'i')}),
    turns as (select i.id, i.weight, s.at, s.id as place, s.state, lag(s.state, 1, 'opened') over (partition by i.id order by s.at, s.id) as before
      from issues i join timebox_snapshots s on s.issuable_id = i.id),
    events as (select created_at as at, id, 0::bigint as place, weight, 'created' as action from issues
      union all select at, id, place, weight, case state when 'closed' then 'closed' else 'reopened' end from turns where state <> before)
    select coalesce(json_agg(${object({
      created_at: sql`iso(greatest(at, ${startDate}::date::timestamp at time zone 'utc'))`,
      weight: sql`weight`,
      action: sql`action`,
    })} order by at, id, place), '[]')::text as json
    from (select * from events where at < (${dueDate}::date + 1)::timestamp at time zone 'utc' order by at, id, place limit ${mostEvents}) events`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.json ?? '[]')
}
