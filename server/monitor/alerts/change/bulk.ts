import { sql } from 'kysely'
import { openStatuses } from '#contract/monitor/alerts/alert-limits.ts'
import type { updateAlerts } from '#contract/monitor/alerts/alert-pages.ts'
import type { InputOf } from '#contract/operation.ts'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { issuableOfType } from '#server/plan/issuables/find.ts'
import { concurrently } from '#server/platform/sql/concurrently.ts'
import { alertOf } from '../find.ts'
import { assignAlert } from './assign.ts'
import { newerIsOpen, setAlertStatus } from './set-status.ts'

interface Refused {
  readonly reference: string
  readonly reason: string
}

/** Set the status or the assignee of several alerts of a project. Those that cannot have it stay, and are named. */
export async function updateSeveral(
  ctx: Context,
  project: Allowed<'project:escalate-alerts', ProjectRow>,
  { iids, status, assigneeId }: InputOf<typeof updateAlerts>,
): Promise<{ readonly changed: number; readonly refused: readonly Refused[] }> {
  const opens = openStatuses.some(each => each === status)
  const { rows } = await sql<{ id: number; iid: number; hasNewer: boolean }>`
    select i.id, i.iid, ${opens} and not al.is_open and exists (select 1 from alerts o
      where o.namespace_id = al.namespace_id and o.fingerprint = al.fingerprint and o.is_open) as has_newer
    from issuables i join alerts al on al.id = i.id
    where i.namespace_id = ${project.id} and i.series = 'alert' and i.iid = any (${[...iids]}::integer[])
    order by i.id for no key update of i`.execute(ctx.db)
  const refused = new Map<number, string>()
  for (const iid of iids) if (!rows.some(row => row.iid === iid)) refused.set(iid, 'Alert not found')
  for (const { iid, hasNewer } of rows) if (hasNewer) refused.set(iid, newerIsOpen)
  const results = await concurrently(
    ctx.db,
    rows.filter(({ iid }) => !refused.has(iid)),
    async ({ id, iid }) => {
      const allowed = await load(ctx, 'issuable:escalate', issuableOfType, { id, type: 'alert' })
      const alert = await alertOf(ctx, id)
      if (alert === null) return false
      try {
        const isAssigned = assigneeId !== undefined && (await assignAlert(ctx, id, assigneeId))
        const isSet = status !== undefined && (await setAlertStatus(ctx, { ...allowed, ...alert }, status))
        return isAssigned || isSet
      } catch (error) {
        if (!(error instanceof Conflict)) throw error
        refused.set(iid, error.message)
        return false
      }
    },
  )
  return {
    changed: results.filter(Boolean).length,
    refused: [...refused].map(([iid, reason]) => ({ reference: `^alert#${iid}`, reason })),
  }
}
