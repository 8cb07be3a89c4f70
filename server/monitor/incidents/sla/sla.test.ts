import { expect, test } from 'vitest'
import { getIncident, getIncidentTimeline } from '#contract/monitor/incidents/incident-pages.ts'
import { getIncidentSettingsPage, updateIncidentSettings } from '#contract/monitor/incidents/incident-settings.ts'
import { getGroupIncidentsPage, getIncidentsPage, getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue, getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'
import { markMissed } from './missed.ts'

const hourMs = 3_600_000

async function scene(settings: object = { hasSla: true, criticalMinutes: 60, unknownMinutes: 240 }) {
  const made = await world()
  const { as, db, services, project } = made
  const namespace = project.fullPath
  await as('mina').call(updateIncidentSettings, { namespace, ...settings })
  const incident = await as('rita').call(createIssue, { id: project.id, title: 'Loom is down', issueType: 'incident' })
  const on = { id: project.id, issueIid: incident.iid }
  const page = { namespace, iid: incident.iid }
  const summary = () => as('gus').call(getIncident, page)
  return {
    ...made,
    ...{ incident, on, summary, namespace },
    /** Hours from the creation of the incident. */
    due: async () => {
      const { slaDueAt } = await summary()
      return slaDueAt === null ? null : (Date.parse(slaDueAt) - Date.parse(incident.createdAt)) / hourMs
    },
    after: (hours: number) =>
      markMissed(db, services, new Date(Date.parse(incident.createdAt) + hours * hourMs).toISOString()),
    labels: async () => (await as('rita').call(getIssue, on)).labels,
    severity: (severity: string) =>
      askGraphql(
        as('rita').ctx,
        `mutation { issueSetSeverity(input: { projectPath: "${namespace}", iid: "${incident.iid}", severity: ${severity} }) { errors } }`,
      ),
    breaches: async () =>
      (await as('gus').call(getIncidentTimeline, page)).events.filter(event => event.action === 'sla').length,
  }
}

test('INCIDENT-005 an incident is due after the limit for its severity, also in GraphQL', async () => {
  const it = await scene()
  expect(await it.due()).toBe(4)
  const query = `{ issue(id: "gid://gitlab/Issue/${it.incident.id}") { slaDueAt createdAt } }`
  const { slaDueAt, createdAt } = (await askGraphql(it.as('gus').ctx, query)).data.issue
  expect(Date.parse(slaDueAt) - Date.parse(createdAt)).toBe(4 * hourMs)
})

test('INCIDENT-005 another severity moves the moment, and one without a limit removes it', async () => {
  const it = await scene()
  await it.severity('CRITICAL')
  expect(await it.due()).toBe(1)
  await it.severity('LOW')
  expect(await it.due()).toBeNull()
  await it.severity('UNKNOWN')
  expect(await it.due()).toBe(4)
})

test('INCIDENT-005 there is no moment where the setting is off, and none for issues', async () => {
  const it = await scene({ hasSla: false, unknownMinutes: 240 })
  expect(await it.due()).toBeNull()
  await it.as('mina').call(updateIncidentSettings, { namespace: it.namespace, hasSla: true })
  const issue = await it.as('rita').call(createIssue, { id: it.project.id, title: 'Thread' })
  const rows = () => it.db.selectFrom('incidentSlas').select('issuableId').execute()
  expect(await rows()).toEqual([])
  await it.as('rita').call(updateIssue, { id: it.project.id, issueIid: issue.iid, issueType: 'incident' })
  expect(await rows()).toEqual([{ issuableId: issue.id }])
  await it.as('rita').call(updateIssue, { id: it.project.id, issueIid: issue.iid, issueType: 'issue' })
  expect(await rows()).toEqual([])
})

test('INCIDENT-005 an incident that is open when its time has passed gets the label and an event, once', async () => {
  const it = await scene()
  await it.after(3.9)
  expect(await it.labels()).toEqual([])
  expect(await it.summary()).toMatchObject({ hasMissedSla: false })
  await it.after(4)
  expect(await it.labels()).toEqual(['missed::SLA'])
  expect(await it.summary()).toMatchObject({ hasMissedSla: true })
  await it.as('rita').call(updateIssue, { ...it.on, labels: [] })
  await it.after(5)
  expect(await it.labels()).toEqual([])
  expect(await it.breaches()).toBe(1)
  // It is a fact now, whatever its severity.
  await it.severity('LOW')
  expect(await it.summary()).toMatchObject({ hasMissedSla: true })
})

test('INCIDENT-005 the label of a group above is used', async () => {
  const it = await scene()
  await it.as('rita').call(createProjectLabel, { id: it.project.id, name: 'missed::SLA', color: '#123456' })
  await it.after(4)
  const labels = await it.db
    .selectFrom('labels')
    .select(['title', 'color'])
    .where('title', '=', 'missed::SLA')
    .execute()
  expect(labels).toEqual([{ title: 'missed::SLA', color: '#123456' }])
})

test('INCIDENT-005 an incident that is closed in time misses nothing, and one that is opened again does', async () => {
  const it = await scene()
  await it.as('rita').call(updateIssue, { ...it.on, stateEvent: 'close' })
  await it.after(5)
  expect(await it.summary()).toMatchObject({ hasMissedSla: false })
  await it.as('rita').call(updateIssue, { ...it.on, stateEvent: 'reopen' })
  await it.after(5)
  expect(await it.summary()).toMatchObject({ hasMissedSla: true })
})

test.each<[Member | 'anon', string]>([
  ['mina', 'ok'],
  ['dan', 'forbidden'],
  ['rita', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('INCIDENT-005 PERM-001 %s reads and changes the settings of incidents: %s', async (who, outcome) => {
  const { as, namespace } = await scene()
  expect(await outcomeOf(as(who).call(getIncidentSettingsPage, { namespace }))).toBe(outcome)
  expect(await outcomeOf(as(who).call(updateIncidentSettings, { namespace, hasSla: false }))).toBe(outcome)
})

test.each([0, 10, 20, -15, 525_615])('INCIDENT-005 a limit of %i minutes is refused', async highMinutes => {
  const { as, namespace } = await scene()
  await expect(as('mina').call(updateIncidentSettings, { namespace, highMinutes })).rejects.toMatchObject({
    body: { message: { high_minutes: ['must be in steps of 15 minutes, and at most a year'] } },
  })
})

test('INCIDENT-005 INCIDENT-014 the list of incidents has the time in which each is to be resolved', async () => {
  const it = await scene()
  const rowsOf = async () => (await it.as('gus').call(getIncidentsPage, { namespace: it.namespace })).issues
  const dueAt = new Date(Date.parse(it.incident.createdAt) + 4 * hourMs).toISOString()
  expect(await rowsOf()).toMatchObject([{ iid: it.incident.iid, sla: { dueAt, hasMissed: false } }])
  await it.after(5)
  expect(await rowsOf()).toMatchObject([{ sla: { dueAt, hasMissed: true } }])
  await it.severity('LOW')
  const inGroup = await it.as('gus').call(getGroupIncidentsPage, { namespace: it.group.fullPath })
  expect(inGroup.issues.map(({ iid, sla }) => [iid, sla === null])).toEqual([[it.incident.iid, false]])
  // The list of issues shows no such time.
  const { issues } = await it.as('gus').call(getIssuesPage, { namespace: it.namespace })
  expect(issues[0]).not.toHaveProperty('sla')
})
