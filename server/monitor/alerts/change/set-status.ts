import { sql } from 'kysely'
import { type AlertStatus, openStatuses } from '#contract/monitor/alerts/alert-limits.ts'
import { statusLabels } from '#contract/monitor/alerts/alert-words.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { Conflict } from '#server/errors.ts'
import { endEscalation, startEscalation } from '#server/plan/escalations/paging.ts'
import { textNamespaceOf } from '#server/plan/issuables/changes/change.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { type AlertRow, alertTopics } from '../find.ts'

/** Whether somebody has to take care of an alert with a status. */
export const isOpenStatus = (status: AlertStatus): boolean => openStatuses.some(each => each === status)

/**
 * Set the status of an alert; the same again changes nothing.
 *
 * @throws Conflict  another alert with its fingerprint is open
 */
export const setAlertStatus = (
  ctx: Context,
  alert: Allowed<'issuable:escalate', AlertRow>,
  to: AlertStatus,
): Promise<boolean> => changeStatus(ctx, alert, { to, endedAt: ctx.now })

/** Resolve an alert that its monitoring tool reports as over. @param endedAt  ISO 8601 */
export const endAlert = (ctx: Context, alert: AlertRow, endedAt: string): Promise<boolean> =>
  changeStatus(ctx, alert, {
    to: 'RESOLVED',
    endedAt,
    because: 'because the monitoring tool reported its end',
    isRecovery: true,
  })

/** Resolve an alert as a consequence of another change. @param because  the end of the sentence in its history */
export const resolveAlert = (ctx: Context, alert: AlertRow, because: string): Promise<boolean> =>
  changeStatus(ctx, alert, { to: 'RESOLVED', endedAt: ctx.now, because })

interface StatusChange {
  readonly to: AlertStatus
  /** ISO 8601; stored when the status becomes resolved. */
  readonly endedAt: string
  /** The end of the sentence in its history. */
  readonly because?: string
  /** The monitoring tool reported it. */
  readonly isRecovery?: boolean
}

async function changeStatus(
  ctx: Context,
  alert: AlertRow,
  { to, endedAt, because, isRecovery = false }: StatusChange,
): Promise<boolean> {
  const isOpen = isOpenStatus(to)
  const closing = isOpen ? null : ctx.now
  const { rows } = await sql<{ before: AlertStatus }>`
    update issuables i set escalation_status = ${to}, state = ${isOpen ? 'opened' : 'closed'}, closed_at = ${closing}::timestamptz,
      closed_by_id = ${isOpen ? null : userIdOf(ctx)}::bigint, state_changed_at = ${ctx.now}::timestamptz,
      updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
    from (select id, coalesce(escalation_status, 'TRIGGERED') as before from issuables where id = ${alert.id} for no key update) o
    where i.id = o.id and o.before <> ${to} returning o.before`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) return false
  await unlessOpenAgain(() =>
    sql`update alerts set is_open = ${isOpen}, ended_at = ${to === 'RESOLVED' ? endedAt : null}::timestamptz where id = ${alert.id}`.execute(
      ctx.db,
    ),
  )
  const text = `changed the status to **${statusLabels[to]}**${because === undefined ? '' : ` ${because}`}`
  await writeSystemNotes(ctx, alert.id, textNamespaceOf(alert), [{ action: 'status', text }])
  await ctx.events.record(
    'alert.status_changed',
    { alertId: alert.id, from: row.before, to, ...(isRecovery && { isRecovery }) },
    { namespaceId: alert.namespaceId, topics: alertTopics(alert) },
  )
  if (to === 'TRIGGERED') await startEscalation(ctx, alert.id)
  else await endEscalation(ctx, alert.id)
  return true
}

async function unlessOpenAgain(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (isTaken(error, 'alerts_open_by_fingerprint'))
      throw new Conflict('A newer alert with the same fingerprint is open. Change the status of that alert instead.', {
        cause: error,
      })
    throw error
  }
}
