import { sql } from 'kysely'
import { slaLimits } from '#contract/monitor/incidents/sla-limits.ts'
import { load, loadIfAllowed } from '#server/access/load.ts'
import { type Context, createContext, type Services, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { automationActor } from '#server/foundation/users/automation.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { createLabel } from '#server/plan/labels/create.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { writeOn } from '../timeline/automatic.ts'

/** The most incidents of one run; the next run follows in a minute. */
const atOnce = 200

/**
 * Mark the incidents that are still open at the moment by which they were to be resolved. Runs every minute, on one process; those that
 * an interrupted run left are marked by the next.
 */
export async function markMissed(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const { rows } = await sql<{ issueId: number }>`
    select issuable_id as issue_id from incident_slas where is_running and missed_at is null and due_at <= ${now}::timestamptz
    order by due_at, issuable_id limit ${atOnce}`.execute(db)
  if (rows.length === 0) return
  const ctx = createContext({ actor: await automationActor(db), db, services, requestId: 'missed-sla', now })
  for (const { issueId } of rows) {
    try {
      await transact(ctx, inner => mark(inner, issueId))
    } catch (error) {
      // The other incidents must still be marked.
      services.log.error({ err: error, issueId }, 'an incident that missed its SLA was not marked')
    }
  }
}

/** The mark, the label and the event of the timeline are written in one transaction, so that each is written once. */
async function mark(ctx: Context, issueId: number): Promise<void> {
  // Lock the incident first, as changes of its state and severity do.
  await sql`select 1 from issuables where id = ${issueId} for no key update`.execute(ctx.db)
  const { numAffectedRows = 0n } = await sql`
    update incident_slas s set missed_at = ${ctx.now}::timestamptz from issuables i
    where s.issuable_id = ${issueId} and s.is_running and s.missed_at is null and s.due_at <= ${ctx.now}::timestamptz
      and i.id = s.issuable_id and i.type = 'incident' and i.state = 'opened'`.execute(ctx.db)
  if (numAffectedRows === 0n) return
  const incident = await load(ctx, 'issuable:read', issueById, { issueId })
  await writeOn(ctx, incident, [
    { action: 'sla', note: 'The time to resolve the incident has passed: it missed its SLA.' },
  ])
  await ctx.events.record(
    'incident.sla_missed',
    { issueId },
    { namespaceId: incident.namespaceId, topics: topicsOfIssuable(incident) },
  )
  // In an archived project nothing else changes.
  const editable = await loadIfAllowed(ctx, 'issuable:set-metadata', issueById, { issueId })
  if (editable !== null)
    await changeIssuable(ctx, editable, { labels: { add: [await missedLabel(ctx, incident.namespaceId)] } })
}

/** The label of a project, or of a group above it; made the first time it is needed. */
async function missedLabel(ctx: Context, projectId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select l.id from labels l where l.title = ${slaLimits.label.title}
      and l.namespace_id = any ((select ancestor_ids from namespaces where id = ${projectId})::bigint[]) order by l.id limit 1`.execute(
    ctx.db,
  )
  if (rows[0] !== undefined) return rows[0].id
  const project = await load(ctx, 'project:admin-labels', projectByRef, { id: projectId })
  return createLabel(ctx, { id: project.id, kind: 'project' }, slaLimits.label)
}
