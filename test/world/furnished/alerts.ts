import { alertDiscussion } from '#contract/monitor/alerts/alert-discussion.ts'
import { createAlertIntegration, sendTestAlert, updateAlertEntity } from '#contract/monitor/alerts/alert-pages.ts'
import { createCheckIn } from '#contract/monitor/alerts/check-ins.ts'
import { createMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** Two alerts, of which one has a note, a thread, a draft, reactions and a history, and their integration. */
export async function furnishAlerts({ as, project, db }: CodeWorld, milestoneId: number): Promise<FurnishedArea> {
  const root = as('root')
  const namespace = project.fullPath
  const integration = await root.call(createAlertIntegration, { namespace, name: 'Probe', type: 'HTTP' })
  const prometheus = await root.call(createAlertIntegration, { namespace, name: 'Alertmanager', type: 'PROMETHEUS' })
  const { endpointIdentifier } = await db
    .selectFrom('alertIntegrations')
    .select('endpointIdentifier')
    .where('id', '=', integration.id)
    .executeTakeFirstOrThrow()
  const made = { namespace, integrationId: integration.id }
  const payload = { title: 'Loom is hot', description: 'Over 90 °C', hosts: ['a.test'], team: 'weave' }
  const [first] = await root.call(sendTestAlert, { ...made, payload: JSON.stringify(payload) })
  const [other] = await root.call(sendTestAlert, { ...made, payload: '{"title":"Loom is cold"}' })
  if (first === undefined || other === undefined) throw new Error('no alert was made')
  const { id } = await root.call(updateAlertEntity, { namespace, iid: first.iid, status: 'RESOLVED' })
  await root.call(updateAlertEntity, { namespace, iid: first.iid, status: 'TRIGGERED' })
  const ref = { id: project.id, alertIid: first.iid }
  const note = await as('dan').call(alertDiscussion.createNote, { ...ref, body: 'I read it' })
  const thread = await as('dan').call(alertDiscussion.createDiscussion, { ...ref, body: 'Why?' })
  if (!('id' in note) || !('notes' in thread)) throw new Error('nothing was written')
  const draft = await root.call(alertDiscussion.createDraftNote, { ...ref, note: 'Later' })
  const award = await root.call(alertDiscussion.createAward, { ...ref, name: 'thumbsup' })
  const noteAward = await root.call(alertDiscussion.createNoteAward, { ...ref, noteId: note.id, name: 'tada' })
  // Alerts have no labels, milestones or states of issues, but a history that could tell of them.
  const told = (systemAction: string, details: object, place: number) => ({
    namespaceId: project.id,
    issuableId: id,
    discussionId: String(place).repeat(40),
    authorId: root.ctx.actor.kind === 'user' ? root.ctx.actor.id : 0,
    body: 'changed it',
    bodyHtml: 'changed it',
    system: true,
    systemAction,
    systemDetails: JSON.stringify(details),
  })
  const label = await db
    .selectFrom('labels')
    .select('id')
    .where('namespaceId', '=', project.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('notes')
    .values([
      told('milestone', { from: null, to: milestoneId }, 1),
      told('label', { added: [label.id], removed: [] }, 2),
      told('closed', {}, 3),
    ])
    .execute()
  const maintenance = await root.call(createMaintenanceWindow, {
    id: project.id,
    title: 'Upgrade',
    startsAt: '2026-03-01T10:00:00.000Z',
    endsAt: '2026-03-01T11:00:00.000Z',
  })
  const checkIn = await root.call(createCheckIn, { id: project.id, name: 'Backup' })
  // An incident without an alert.
  const incident = await root.call(createIssue, { id: project.id, title: 'Loom is down', issueType: 'incident' })
  const ofAlert = {
    iid: first.iid,
    alertIid: first.iid,
    targetType: 'alert',
    targetId: id,
    noteId: note.id,
    discussionId: thread.id,
    draftNoteId: draft.id,
    draftId: draft.id,
    integrationId: integration.id,
    endpointIdentifier,
    payload: JSON.stringify(payload),
  }
  const events = {
    resource_label_events: (await root.call(alertDiscussion.listLabelEvents, ref))[0]?.id,
    resource_milestone_events: (await root.call(alertDiscussion.listMilestoneEvents, ref))[0]?.id,
    resource_state_events: (await root.call(alertDiscussion.listStateEvents, ref))[0]?.id,
  }

  const fit: FurnishedArea['fit'] = (place, { name, path }) => {
    if (path.includes('check_in')) Object.assign(place, { checkInId: checkIn.id, key: checkIn.url?.split('/').at(-1) })
    if (path.includes('maintenance_windows')) place.windowId = maintenance.id
    if (!/alert/i.test(path)) return
    Object.assign(place, ofAlert)
    place.awardId = path.includes('/notes/') ? noteAward.id : award.id
    place.eventId = Object.entries(events).find(([kind]) => path.includes(kind))?.[1]
    if (path.includes('discussions/:discussionId/notes/:noteId')) place.noteId = thread.notes[0]?.id
    if (name === 'createIncidentOfAlert') place.iid = other.iid
    if (name === 'getAlertOfIncident') place.iid = incident.iid
    if (!name.startsWith('receive')) return
    place.payload = { title: 'Loom is loud' }
    place.authorization = `Bearer ${(name === 'receivePrometheusAlerts' ? prometheus : integration).token}`
  }
  return { fit }
}
