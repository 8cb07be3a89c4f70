import { sql } from 'kysely'
import { groupingLimits } from '#contract/monitor/alerts/grouping-fields.ts'
import { type Context, createContext, type Services, transact } from '#server/context.ts'
import { alertBot } from '#server/foundation/users/automation.ts'
import { startEscalation } from '#server/plan/escalations/paging.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { followStatus } from '../change/set-status.ts'
import { alertOf, alertTopics } from '../find.ts'
import { findGroup, type Lead, reopenGroup } from '../grouping/join-group.ts'
import { currentWindow } from './current-window.ts'

/** The most alerts of one run; the next run follows in a minute. */
const atOnce = 500

/** Let alerts page whose maintenance window is over while they are still open. Runs every minute, on one process. */
export async function releaseSilenced(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select al.id from alerts al left join maintenance_windows w on w.id = al.maintenance_window_id
    where al.is_silenced and (not al.is_open or w.id is null or w.ends_at <= ${now}::timestamptz)
      and ${currentWindow(sql`al.namespace_id`, sql`al.service`, now)} is null order by al.id limit ${atOnce}`.execute(
    db,
  )
  if (rows.length === 0) return
  const ctx = createContext({ actor: await alertBot(db), db, services, requestId: 'release-silenced', now })
  for (const { id } of rows) {
    try {
      await transact(ctx, inner => release(inner, id))
    } catch (error) {
      // The other alerts must still page.
      services.log.error({ err: error, alertId: id }, 'an alert did not page after its maintenance window')
    }
  }
}

async function release(ctx: Context, id: number): Promise<void> {
  await sql`select 1 from issuables where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ groupKey: Buffer | null; groupedBy: string; isOpen: boolean }>`
    update alerts set is_silenced = false where id = ${id} and is_silenced returning group_key, grouped_by, is_open`.execute(
    ctx.db,
  )
  const [row] = rows
  const alert = row?.isOpen === true ? await alertOf(ctx, id) : null
  if (row === undefined || alert === null || alert.status !== 'TRIGGERED' || alert.incidentId !== null) return
  const own = row.groupKey === null ? null : { key: row.groupKey, name: row.groupedBy, minutes: groupingLimits.minutes }
  const { group, lead } = await findGroup(ctx, alert.namespaceId, own, id)
  await sql`update alerts set group_key = ${group?.key ?? null}::bytea, grouped_by = ${group?.name ?? ''},
    last_event_at = ${ctx.now}::timestamptz where id = ${id}`.execute(ctx.db)
  if (lead !== null) return join(ctx, id, lead)
  await startEscalation(ctx, id)
  await ctx.events.record(
    'alert.unsilenced',
    { alertId: id },
    { namespaceId: alert.namespaceId, topics: alertTopics(alert) },
  )
}

async function join(ctx: Context, id: number, lead: Lead): Promise<void> {
  await sql`update alerts set group_lead_id = ${lead.id}, incident_id = ${lead.incidentId}::bigint where id = ${id}`.execute(
    ctx.db,
  )
  const alert = await alertOf(ctx, id)
  if (alert === null) return
  if (lead.status !== 'TRIGGERED') await followStatus(ctx, alert, lead.status, 'because its group has this status')
  await reopenGroup(ctx, lead)
}
