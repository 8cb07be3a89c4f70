import { sql } from 'kysely'
import { type AlertStatus, openStatuses } from '#contract/monitor/alerts/alert-limits.ts'
import { statusLabels } from '#contract/monitor/alerts/alert-words.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { Conflict } from '#server/errors.ts'
import { endEscalation, startEscalation } from '#server/plan/escalations/paging.ts'
import { textNamespaceOf } from '#server/plan/issuables/changes/change.ts'
import { batch } from '#server/platform/sql/concurrently.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { type AlertRow, alertTopics } from '../find.ts'
import { escalateIncident } from './one-escalation.ts'

/** Whether an alert with a status still needs to be handled. */
const isOpenStatus = (status: AlertStatus): boolean => openStatuses.some(each => each === status)

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

/** Set the status of an alert as a consequence of another change. @param because  the end of the sentence in its history */
export const followStatus = (ctx: Context, alert: AlertRow, to: AlertStatus, because: string): Promise<boolean> =>
  changeStatus(ctx, alert, { to, endedAt: ctx.now, because })

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
  const from = await writeStatus(ctx, { id: alert.id, to, endedAt })
  if (from === null) return false
  const text = `changed the status to **${statusLabels[to]}**${because === undefined ? '' : ` ${because}`}`
  await writeSystemNotes(ctx, alert.id, textNamespaceOf(alert), [{ action: 'status', text }])
  await ctx.events.record(
    'alert.status_changed',
    { alertId: alert.id, from, to, ...(isRecovery && { isRecovery }) },
    { namespaceId: alert.namespaceId, topics: alertTopics(alert) },
  )
  if (to !== 'TRIGGERED') await endEscalation(ctx, alert.id)
  else if (!(await escalatesByIncident(ctx, alert))) await startEscalation(ctx, alert.id)
  return true
}

/** Escalate an alert that is triggered again by its incident. @returns false where no incident pages */
const escalatesByIncident = async (ctx: Context, { incidentId }: AlertRow): Promise<boolean> =>
  incidentId !== null &&
  escalateIncident(ctx, incidentId, {
    from: ['ACKNOWLEDGED', 'RESOLVED', 'IGNORED'],
    because: 'because one of its alerts was triggered again',
  })

interface WrittenStatus {
  readonly id: number
  readonly to: AlertStatus
  readonly endedAt: string
}

/** @returns the status before; null where it is the same */
const writeStatus = batch(
  async (ctx: Context, changes: readonly WrittenStatus[]): Promise<readonly (AlertStatus | null)[]> => {
    const given = sql`jsonb_to_recordset(${JSON.stringify(
      changes.map(({ id, to, endedAt }) => ({
        id,
        status: to,
        is_open: isOpenStatus(to),
        ended_at: to === 'RESOLVED' ? endedAt : null,
      })),
    )}::jsonb) as g(id bigint, status text, is_open boolean, ended_at timestamptz)`
    const { rows } = await sql<{ id: number; before: AlertStatus }>`
      with old as (select i.id, coalesce(i.escalation_status, 'TRIGGERED') as before from issuables i
        where i.id = any (${changes.map(({ id }) => id)}::bigint[]) order by i.id for no key update)
      update issuables i set escalation_status = g.status, state = case when g.is_open then 'opened' else 'closed' end,
        closed_at = case when g.is_open then null else ${ctx.now}::timestamptz end,
        closed_by_id = case when g.is_open then null else ${userIdOf(ctx)}::bigint end, state_changed_at = ${ctx.now}::timestamptz,
        updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
      from old join ${given} using (id) where i.id = old.id and old.before <> g.status returning i.id, old.before`.execute(
      ctx.db,
    )
    const before = new Map(rows.map(row => [row.id, row.before]))
    if (before.size > 0)
      await unlessOpenAgain(() =>
        sql`update alerts al set is_open = g.is_open, ended_at = g.ended_at from ${given}
          where al.id = g.id and al.id = any (${[...before.keys()]}::bigint[])`.execute(ctx.db),
      )
    return changes.map(({ id }) => before.get(id) ?? null)
  },
)

/** Why an alert stays as it is. */
export const newerIsOpen = 'A newer alert with the same fingerprint is open. Change the status of that alert instead.'

async function unlessOpenAgain(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (isTaken(error, 'alerts_open_by_fingerprint')) throw new Conflict(newerIsOpen, { cause: error })
    throw error
  }
}
