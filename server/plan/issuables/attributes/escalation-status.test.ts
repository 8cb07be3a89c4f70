import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { bulkUpdateIssues } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue, getIssue, listProjectIssues, updateIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const setStatus = `mutation($projectPath: ID!, $iid: String!, $status: IssueEscalationStatus!) {
  issueSetEscalationStatus(input: { projectPath: $projectPath, iid: $iid, status: $status }) { errors issue { iid escalationStatus } } }`
const askStatus = `query($fullPath: ID!, $iid: String) { project(fullPath: $fullPath) { issue(iid: $iid) { escalationStatus } } }`

async function scene() {
  const made = await world()
  const { as, build, project } = made
  const incident = await build.issue({ type: 'incident' })
  const where = (issue: { readonly iid: number }) => ({ projectPath: project.fullPath, iid: String(issue.iid) })
  return {
    ...made,
    incident,
    set: (who: Member, status: string, issue = incident) =>
      askGraphql(as(who).ctx, setStatus, { ...where(issue), status }),
    statusOf: async (issue = incident) =>
      (await askGraphql(as('gus').ctx, askStatus, { fullPath: project.fullPath, iid: String(issue.iid) })).data.project
        .issue.escalationStatus,
    notesOf: async (issue = incident) =>
      (await as('dan').call(issueDiscussion.listNotes, issue.ref)).map(({ body }) => body).toReversed(),
  }
}

test('ESCAL-001 ESCAL-008 ESCAL-009 an incident begins as triggered, and any status can follow any other', async () => {
  const { set, statusOf, notesOf, incident } = await scene()
  expect(await statusOf()).toBe('TRIGGERED')
  for (const status of ['RESOLVED', 'ACKNOWLEDGED', 'IGNORED', 'TRIGGERED', 'ACKNOWLEDGED']) {
    expect((await set('dan', status)).data.issueSetEscalationStatus).toEqual({
      errors: [],
      issue: { iid: String(incident.iid), escalationStatus: status },
    })
    expect(await statusOf()).toBe(status)
  }
  expect((await set('dan', 'OPEN')).errors).not.toEqual([])
  expect(await notesOf()).toEqual([
    'changed the incident status to **Resolved**',
    'changed the incident status to **Acknowledged**',
    'changed the incident status to **Ignored**',
    'changed the incident status to **Triggered**',
    'changed the incident status to **Acknowledged**',
  ])
})

test('ESCAL-001 other types have no status and refuse one; an issue that becomes an incident is triggered', async () => {
  const { as, build, set, statusOf } = await scene()
  const issue = await build.issue()
  expect(await statusOf(issue)).toBeNull()
  expect((await set('dan', 'RESOLVED', issue)).data.issueSetEscalationStatus.errors).toEqual([
    'Escalation status is not available on this issue',
  ])
  expect(await as('dan').call(updateIssue, { ...issue.ref, issueType: 'incident' })).toMatchObject({
    escalationStatus: 'TRIGGERED',
  })
  expect((await as('dan').reply(updateIssue, { ...issue.ref, escalationStatus: null })).status).toBe(400)
})

test.each<[Member, boolean]>([
  ['dan', true],
  ['rita', false],
  ['gus', false],
])('SIDE-010 ESCAL-008 %s setting the status of an incident: %s', async (who, isSet) => {
  const { as, project, incident, set, statusOf } = await scene()
  const { permissions } = await as(who).call(getIssuePage, { namespace: project.fullPath, iid: incident.iid })
  expect(permissions.canEscalate).toBe(isSet)
  await set(who, 'ACKNOWLEDGED')
  await as(who).reply(updateIssue, { ...incident.ref, escalationStatus: 'ACKNOWLEDGED' })
  expect(await statusOf()).toBe(isSet ? 'ACKNOWLEDGED' : 'TRIGGERED')
  const created = await as(who).reply(createIssue, {
    ...{ id: project.id, title: 'Fire', issueType: 'incident', escalationStatus: 'RESOLVED' },
  })
  if (who !== 'gus') expect(created.body).toMatchObject({ escalation_status: isSet ? 'RESOLVED' : 'TRIGGERED' })
})

test('ESCAL-001 closing an incident resolves it and reopening triggers it, for anyone who can close it', async () => {
  const { as, incident, notesOf } = await scene()
  const change = (stateEvent: 'close' | 'reopen') => as('rita').call(updateIssue, { ...incident.ref, stateEvent })
  await change('close')
  expect(await as('rita').call(getIssue, incident.ref)).toMatchObject({ escalationStatus: 'RESOLVED' })
  await change('reopen')
  expect(await as('rita').call(getIssue, incident.ref)).toMatchObject({ escalationStatus: 'TRIGGERED' })
  const notes = (await notesOf()).filter(note => note.includes('status'))
  expect(notes).toEqual([
    'changed the incident status to **Resolved** by closing the incident',
    'changed the incident status to **Triggered** by reopening the incident',
  ])
})

test('LIST-016 lists are filtered and sorted by the status, and bulk edits set it', async () => {
  const { as, build, project, incident } = await scene()
  const other = await build.issue({ type: 'incident' })
  const issue = await build.issue()
  await as('dan').call(bulkUpdateIssues, {
    namespace: project.fullPath,
    update: { issuableIds: [other, issue].map(({ id }) => id).join(), escalationStatus: 'ACKNOWLEDGED' },
  })
  const listed = async (filter: object) =>
    (await as('gus').call(listProjectIssues, { id: project.id, ...filter })).map(({ iid }) => iid)
  expect(await listed({ escalationStatus: 'TRIGGERED' })).toEqual([incident.iid])
  expect(await listed({ escalationStatus: 'acknowledged' })).toEqual([other.iid])
  expect(await listed({ escalationStatus: 'None' })).toEqual([issue.iid])
  expect(await listed({ orderBy: 'escalation_status', sort: 'asc' })).toEqual([incident.iid, other.iid, issue.iid])
  const query = `query($path: ID!) { project(fullPath: $path) {
    issues(sort: ESCALATION_STATUS_DESC, escalationStatusFilter: ANY) { nodes { iid } } } }`
  const { data } = await askGraphql(as('gus').ctx, query, { path: project.fullPath })
  expect(data.project.issues.nodes).toEqual([{ iid: String(other.iid) }, { iid: String(incident.iid) }])
})
