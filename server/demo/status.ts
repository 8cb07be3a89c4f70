import { sql } from 'kysely'
import { toggleNoteAward } from '#contract/discuss/reactions.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { createMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import { updateIncidentRoles } from '#contract/monitor/incidents/incident-pages.ts'
import { postPublicUpdate, publishIncident } from '#contract/plan/incidents/publications.ts'
import { createStatusComponent } from '#contract/plan/incidents/status-components.ts'
import { publishingReaction } from '#contract/plan/incidents/status-page.ts'
import type { Impact } from '#contract/plan/incidents/status-words.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { DemoCaller } from './caller.ts'

const components = [
  { name: 'Looms', description: 'Weaving in both halls', heading: 'Weaving mill' },
  { name: 'Pattern store', description: 'Upload and choose patterns', heading: 'Weaving mill' },
  { name: 'Customer portal', description: 'Orders and delivery dates', heading: 'For customers' },
  { name: 'Emails', description: 'Confirmations and invoices', heading: 'For customers' },
] as const

interface PastProblem {
  readonly internal: string
  readonly title: string
  readonly message: string
  readonly solved: string
  readonly component: (typeof components)[number]['name']
  readonly impact: Impact
  readonly daysAgo: number
  readonly minutes: number
}

const past: readonly PastProblem[] = [
  {
    internal: 'pattern-store-2: disk full',
    title: 'Patterns could not be uploaded',
    message: 'Uploads of patterns fail. Patterns that are stored already can be chosen.',
    solved: 'Uploads work again. Nothing was lost.',
    ...{ component: 'Pattern store', impact: 'partial_outage', daysAgo: 12, minutes: 95 },
  },
  {
    internal: 'Certificate of portal expired',
    title: 'Customer portal could not be opened',
    message: 'Browsers refuse to open the portal. We are renewing its certificate.',
    solved: 'The portal can be opened again.',
    ...{ component: 'Customer portal', impact: 'major_outage', daysAgo: 41, minutes: 38 },
  },
  {
    internal: 'Relay throttles us',
    title: 'Emails arrived late',
    message: 'Confirmations take up to an hour to arrive.',
    solved: 'Emails arrive at once again.',
    ...{ component: 'Emails', impact: 'degraded', daysAgo: 55, minutes: 240 },
  },
]

/** A public status page with components, an open problem, solved ones and planned maintenance. */
export async function makeStatusPage(db: Db, as: DemoCaller, id: string): Promise<void> {
  await as('olga', updateProject, { id, statusPageEnabled: true })
  for (const component of components) await as('mina', createStatusComponent, { id, ...component })
  const { rows } = await sql<{ id: number; name: string }>`select id, name from status_components`.execute(db)
  const ids = new Map(rows.map(row => [row.name, row.id]))
  await sql`update status_components set created_at = now() - interval '120 days'`.execute(db)
  for (const problem of past) await makePast(db, as, id, problem, ids.get(problem.component) ?? 0)
  await makeOutage(db, as, id, ids.get('Looms') ?? 0)
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  await as('mina', createMaintenanceWindow, {
    id,
    title: 'New cards for the pattern store',
    services: ['Patterns'],
    startsAt: hours(50),
    endsAt: hours(52),
    isPublished: true,
    componentIds: [ids.get('Pattern store') ?? 0],
  })
}

async function makePast(db: Db, as: DemoCaller, id: string, problem: PastProblem, componentId: number): Promise<void> {
  await as('dan', createIssue, { id, issueType: 'incident', title: problem.internal })
  const issueIid = await newestIid(db)
  const texts = { title: problem.title, message: problem.message }
  const components = [{ componentId, impact: problem.impact }]
  await as('dan', publishIncident, { id, issueIid, ...texts, components })
  await as('dan', postPublicUpdate, { id, issueIid, status: 'resolved', message: problem.solved })
  await as('dan', updateIssue, { id, issueIid, stateEvent: 'close' })
  const start = sql`now() - make_interval(days => ${problem.daysAgo})`
  const end = sql`${start} + make_interval(mins => ${problem.minutes})`
  const which = sql`(select max(issuable_id) from published_incidents)`
  await sql`update published_incidents set started_at = ${start}, resolved_at = ${end} where issuable_id = ${which}`.execute(
    db,
  )
  await sql`update published_impacts set starts_at = ${start}, ends_at = ${end} where issuable_id = ${which}`.execute(
    db,
  )
  await sql`update published_updates set created_at = case status when 'resolved' then ${end} else ${start} end
    where issuable_id = ${which}`.execute(db)
}

/** An incident with an update that everyone may read. */
async function makeOutage(db: Db, as: DemoCaller, id: string, componentId: number): Promise<void> {
  await as('dan', createIssue, {
    id,
    issueType: 'incident',
    severity: 'HIGH',
    title: 'Looms in the east hall do not start',
    description: 'Since this morning, the six looms in the east hall stop at pick 1. The west hall is not affected.',
  })
  const issueIid = await newestIid(db)
  await as('mina', publishIncident, {
    id,
    issueIid,
    title: 'Looms in the east hall do not start',
    message: 'The looms in the east hall have not started since this morning. The west hall is not affected.',
    components: [{ componentId, impact: 'partial_outage' }],
  })
  await as('rita', updateIncidentRoles, { namespace: id, iid: issueIid, commander: 'rita', communications: 'mina' })
  const body = 'The stop button on the gallery was pressed. Looms 1 to 4 are running again.'
  await as('dan', issueDiscussion.createNote, { id, issueIid, body })
  const { id: noteId } = await db.selectFrom('notes').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await as('dan', toggleNoteAward, { namespace: id, noteId, name: publishingReaction })
}

async function newestIid(db: Db): Promise<number> {
  const { iid } = await db.selectFrom('issuables').select('iid').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return iid
}
