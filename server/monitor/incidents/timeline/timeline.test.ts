import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import * as deployments from '#contract/deploy/environments/deployments.ts'
import { createFeatureFlag, deleteFeatureFlag, updateFeatureFlag } from '#contract/deploy/feature-flags/flags.ts'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { createAlertIntegration, createIncidentOfAlert, sendTestAlert } from '#contract/monitor/alerts/alert-pages.ts'
import { getIncidentTimeline } from '#contract/monitor/incidents/incident-pages.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, moveIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { pageDue } from '#server/plan/escalations/paging.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

const create = `mutation($incidentId: IssueID!, $note: String!, $occurredAt: Time!, $tags: [String!]) {
  timelineEventCreate(input: { incidentId: $incidentId, note: $note, occurredAt: $occurredAt, timelineEventTagNames: $tags }) {
    errors timelineEvent { id action editable note noteHtml occurredAt author { username } incident { iid } timelineEventTags { nodes { name } } } } }`
const update = `mutation($input: TimelineEventUpdateInput!) {
  timelineEventUpdate(input: $input) { errors timelineEvent { note occurredAt updatedByUser { username } timelineEventTags { nodes { name } } } } }`
const destroy = `mutation($id: IncidentManagementTimelineEventID!) {
  timelineEventDestroy(input: { id: $id }) { errors timelineEvent { id note } } }`
const promote = `mutation($noteId: NoteID!) {
  timelineEventPromoteFromNote(input: { noteId: $noteId }) { errors timelineEvent { note occurredAt promotedFromNote { id } } } }`
const createTag = `mutation($projectPath: ID!, $name: String!) {
  timelineEventTagCreate(input: { projectPath: $projectPath, name: $name }) { errors timelineEventTag { name } } }`

const at = '2026-03-04T05:06:07.000Z'

type TimelineWorld = Pick<Awaited<ReturnType<typeof world>>, 'as' | 'project'>

/** The calls on the timeline of one incident. */
async function timelineOf<World extends TimelineWorld>(made: World) {
  const { as, project } = made
  const incident = await as('rita').call(createIssue, { id: project.id, title: 'Loom is down', issueType: 'incident' })
  const incidentId = `gid://gitlab/Issue/${incident.id}`
  const ask = (who: Member, query: string, variables: object = {}) =>
    askGraphql(as(who).ctx, query, { incidentId, path: project.fullPath, ...variables })
  const shown = async (who: Member | 'anon' = 'dan', iid = incident.iid) =>
    as(who).call(getIncidentTimeline, { namespace: project.fullPath, iid })
  return {
    ...made,
    ...{ incident, incidentId, ask, shown },
    add: async (note: string, more: object = {}, who: Member = 'dan') =>
      (await ask(who, create, { note, occurredAt: at, ...more })).data.timelineEventCreate,
    /** The notes of what happened by itself, without the creation of the incident. */
    written: async (who: Member | 'anon' = 'dan') =>
      (await shown(who)).events
        .filter(event => !event.isEditable)
        .map(event => event.note)
        .slice(1),
  }
}

const scene = async () => timelineOf(await world())

test('INCIDENT-012 an event is added, listed by the time at which it occurred, edited and deleted', async () => {
  const it = await scene()
  const { errors, timelineEvent } = await it.add('**Fans** failed', { tags: ['Impact detected'] })
  expect(errors).toEqual([])
  expect(timelineEvent).toMatchObject({
    ...{ action: 'comment', editable: true, note: '**Fans** failed', author: { username: 'dan' } },
    noteHtml: expect.stringContaining('<strong>Fans</strong>'),
    occurredAt: expect.stringMatching(/^2026-03-04T05:06:07/),
    incident: { iid: String(it.incident.iid) },
    timelineEventTags: { nodes: [{ name: 'Impact detected' }] },
  })
  await it.add('Someone smelled smoke', { occurredAt: '2026-03-04T05:00:00Z' })
  const list = `query($path: ID!, $incidentId: IssueID!) { project(fullPath: $path) {
    incidentManagementTimelineEvents(incidentId: $incidentId) { nodes { note } } } }`
  const { data } = await it.ask('gus', list)
  expect(data.project.incidentManagementTimelineEvents.nodes).toEqual([
    { note: 'Someone smelled smoke' },
    { note: '**Fans** failed' },
    { note: 'created the incident' },
  ])
  const input = {
    id: timelineEvent.id,
    note: 'Fans stopped',
    occurredAt: '2026-03-04T05:10:00Z',
    timelineEventTagNames: [],
  }
  expect((await it.ask('mina', update, { input })).data.timelineEventUpdate).toMatchObject({
    errors: [],
    timelineEvent: { note: 'Fans stopped', updatedByUser: { username: 'mina' }, timelineEventTags: { nodes: [] } },
  })
  const one = `query($path: ID!, $incidentId: IssueID!, $id: IncidentManagementTimelineEventID!) { project(fullPath: $path) {
    incidentManagementTimelineEvent(id: $id, incidentId: $incidentId) { note } } }`
  const find = async () =>
    (await it.ask('gus', one, { id: timelineEvent.id })).data.project.incidentManagementTimelineEvent
  expect(await find()).toEqual({ note: 'Fans stopped' })
  expect((await it.ask('dan', destroy, { id: timelineEvent.id })).data.timelineEventDestroy).toEqual({
    errors: [],
    timelineEvent: { id: timelineEvent.id, note: 'Fans stopped' },
  })
  expect(await find()).toBeNull()
  const notes = await it.as('gus').call(issueDiscussion.listNotes, { id: it.project.id, issueIid: it.incident.iid })
  expect(notes.map(note => note.body.replace(/\(.*\)/, '')).toReversed()).toEqual([
    'added an [incident timeline event]',
    'added an [incident timeline event]',
    'edited the event time/date and text on [incident timeline event]',
    'deleted an incident timeline event',
  ])
})

test.each<[Member | 'anon', string, boolean]>([
  ['mina', 'ok', true],
  ['dan', 'ok', true],
  ['rita', 'ok', false],
  ['gus', 'ok', false],
  ['nina', 'not_found', false],
  ['anon', 'not_found', false],
])(
  'INCIDENT-012 PERM-002 %s reads the timeline of a private incident: %s, adds to it: %s',
  async (who, reads, adds) => {
    const it = await scene()
    const { timelineEvent } = await it.add('It broke')
    expect(await outcomeOf(it.shown(who))).toBe(reads)
    if (who === 'anon') return
    const changes = [
      () => it.ask(who, create, { note: 'More', occurredAt: at }),
      () => it.ask(who, update, { input: { id: timelineEvent.id, note: 'Other' } }),
      () => it.ask(who, destroy, { id: timelineEvent.id }),
    ]
    for (const change of changes) {
      const { data, errors } = await change()
      const [payload] = Object.values(data) as ({ errors: string[] } | null)[]
      expect(payload?.errors).toEqual(adds ? [] : undefined)
      expect(errors.length).toBe(adds ? 0 : 1)
    }
  },
)

test('INCIDENT-012 events are for incidents only', async () => {
  const it = await scene()
  const issue = await it.as('rita').call(createIssue, { id: it.project.id, title: 'Thread' })
  const { errors } = await it.ask('mina', create, {
    incidentId: `gid://gitlab/Issue/${issue.id}`,
    note: 'x',
    occurredAt: at,
  })
  expect(errors).toHaveLength(1)
  expect(await outcomeOf(it.shown('mina', issue.iid))).toBe('not_found')
})

test.each([
  ['  ', {}, "Note can't be blank"],
  ['x'.repeat(10_001), {}, 'Note is too long (maximum is 10000 characters)'],
  ['x', { tags: ['Start time', 'Nope'] }, 'Following tags don\'t exist: ["Nope"]'],
])('INCIDENT-012 an event with the text %.5j and %j is refused', async (note, more, sentence) => {
  const it = await scene()
  expect((await it.add(note, more)).errors).toEqual([sentence])
})

test('INCIDENT-012 a text of 10,000 characters is accepted through the API', async () => {
  const it = await scene()
  expect((await it.add('x'.repeat(10_000))).errors).toEqual([])
})

test('INCIDENT-012 a project has six tags from the start, and maintainers add others, once each and without a comma', async () => {
  const it = await scene()
  const list = `query($path: ID!) { project(fullPath: $path) { incidentManagementTimelineEventTags { name } } }`
  const names = async () =>
    (await it.ask('gus', list)).data.project.incidentManagementTimelineEventTags.map(
      (tag: { name: string }) => tag.name,
    )
  const six = [
    'Start time',
    'End time',
    'Impact detected',
    'Response initiated',
    'Impact mitigated',
    'Cause identified',
  ]
  expect(await names()).toEqual(six)
  const make = async (who: Member, name: string) =>
    (await it.ask(who, createTag, { projectPath: it.project.fullPath, name })).data.timelineEventTagCreate
  expect(await make('dan', 'Rollback')).toBeNull()
  expect(await make('mina', 'Rollback')).toEqual({ errors: [], timelineEventTag: { name: 'Rollback' } })
  expect((await make('mina', 'ROLLBACK')).errors).toEqual(['Name has already been taken'])
  expect((await make('mina', 'start time')).errors).toEqual(['Name has already been taken'])
  expect((await make('mina', 'a, b')).errors).toEqual(['Name must not have a comma'])
  expect(await names()).toEqual([...six, 'Rollback'])
  expect(
    (await it.add('Back to v1', { tags: ['rollback', 'End time'] })).timelineEvent.timelineEventTags.nodes,
  ).toEqual([{ name: 'End time' }, { name: 'Rollback' }])
})

test('INCIDENT-012 of two people who edit one event, the second is told', async () => {
  const it = await scene()
  const { timelineEvent } = await it.add('It broke')
  const [shown] = (await it.shown()).events
  const save = (note: string) =>
    it.ask('dan', update, {
      input: { id: timelineEvent.id, note, expected: { note: 'It broke', occurredAt: shown?.occurredAt } },
    })
  expect((await save('It burned')).data.timelineEventUpdate.errors).toEqual([])
  expect((await save('It froze')).data.timelineEventUpdate.errors).toEqual([
    'Someone else has changed this in the meantime',
  ])
})

test('INCIDENT-012 a comment is added to the timeline once, at its own time; that of an internal note for planners and above', async () => {
  const it = await scene()
  const on = { id: it.project.id, issueIid: it.incident.iid }
  const note = await it.as('dan').call(issueDiscussion.createNote, { ...on, body: 'Reverted' })
  const secret = await it.as('dan').call(issueDiscussion.createNote, { ...on, body: 'It was me', internal: true })
  if (!('id' in note) || !('id' in secret)) throw new Error('nothing was written')
  const add = async (id: number) =>
    (await it.ask('dan', promote, { noteId: `gid://gitlab/Note/${id}` })).data.timelineEventPromoteFromNote
  expect(await add(note.id)).toMatchObject({ errors: [], timelineEvent: { note: 'Reverted', promotedFromNote: {} } })
  expect((await add(note.id)).errors).toEqual(['This comment is on the timeline already'])
  expect((await add(secret.id)).errors).toEqual([])
  const own = async (who: Member) =>
    (await it.shown(who)).events.filter(event => event.isEditable).map(event => event.note)
  expect(await own('dan')).toEqual(['Reverted', 'It was me'])
  expect(await own('gus')).toEqual(['Reverted'])
  expect((await it.shown('dan')).events.find(event => event.note === 'Reverted')?.noteId).toBe(note.id)
})

test('INCIDENT-012 changes of severity, status, labels and state are written on the timeline; they can be deleted, not edited', async () => {
  const it = await scene()
  const on = { id: it.project.id, issueIid: it.incident.iid }
  await it.as('rita').call(createProjectLabel, { id: it.project.id, name: 'db', color: '#112233' })
  const set = (mutation: string) =>
    it.ask(
      'dan',
      `mutation($path: ID!) { ${mutation.replace('(', '(input: { projectPath: $path, iid: "1", ').replace(')', ' })')} { errors } }`,
    )
  await set('issueSetSeverity(severity: CRITICAL)')
  await set('issueSetEscalationStatus(status: ACKNOWLEDGED)')
  await it.as('rita').call(updateIssue, { ...on, addLabels: ['db'], title: 'Loom stands still' })
  await it.as('rita').call(updateIssue, { ...on, stateEvent: 'close' })
  await it.as('rita').call(updateIssue, { ...on, stateEvent: 'reopen' })
  const { events } = await it.shown()
  expect(events.map(({ note, tags, author }) => [author?.username, note.replace(/~\S+/, '~db'), tags])).toEqual([
    ['rita', 'created the incident', ['Start time']],
    ['dan', 'set the severity to **Critical - S1**', []],
    ['dan', 'changed the incident status to **Acknowledged**', ['Response initiated']],
    ['rita', 'added ~db label', []],
    ['rita', 'closed the incident', []],
    ['rita', 'changed the incident status to **Resolved** by closing the incident', ['End time']],
    ['rita', 'reopened the incident', []],
    ['rita', 'changed the incident status to **Triggered** by reopening the incident', []],
  ])
  expect(events.every(event => !event.isEditable)).toBe(true)
  const id = `gid://gitlab/IncidentManagement::TimelineEvent/${events[1]?.id}`
  expect((await it.ask('dan', update, { input: { id, note: 'x' } })).data.timelineEventUpdate.errors).toEqual([
    'You cannot edit this timeline event.',
  ])
  expect((await it.ask('dan', destroy, { id })).data.timelineEventDestroy.errors).toEqual([])
  expect((await it.shown()).events).toHaveLength(7)
})

test('INCIDENT-012 issues have no timeline, but get one with their type', async () => {
  const it = await scene()
  const issue = await it.as('rita').call(createIssue, { id: it.project.id, title: 'Thread', labels: ['a'] })
  await it.as('rita').call(updateIssue, { id: it.project.id, issueIid: issue.iid, stateEvent: 'close' })
  const { rows } = await sql`select 1 from timeline_events where issuable_id = ${issue.id}`.execute(it.db)
  expect(rows).toEqual([])
})

test('INCIDENT-012 a linked alert and the people paged are shown to those who may know of them', async () => {
  const it = await scene()
  const { as, db, project, users, services } = it
  const namespace = project.fullPath
  const { id: integrationId } = await as('mina').call(createAlertIntegration, {
    namespace,
    name: 'Probe',
    type: 'HTTP',
  })
  const [alert] = await as('mina').call(sendTestAlert, { namespace, integrationId, payload: '{"title":"Hot"}' })
  const made = await as('dan').call(createIncidentOfAlert, { namespace, iid: alert?.iid ?? 0 })
  const { rows } = await sql<{ id: number }>`
    insert into escalation_policies (namespace_id, name, created_at, updated_at) values (${project.id}, 'Night', now(), now()) returning id`.execute(
    db,
  )
  await db
    .insertInto('escalationRules')
    .values({ userId: users.dan.id, elapsedMinutes: 0, status: 'ACKNOWLEDGED', policyId: rows[0]?.id ?? 0 })
    .execute()
  const id = `gid://gitlab/IncidentManagement::EscalationPolicy/${rows[0]?.id}`
  const set = `mutation($path: ID!, $id: IncidentManagementEscalationPolicyID!) {
    issueSetEscalationPolicy(input: { projectPath: $path, iid: "${made.iid}", escalationPolicyId: $id }) { errors } }`
  expect((await it.ask('dan', set, { id })).data.issueSetEscalationPolicy.errors).toEqual([])
  await pageDue(db, services, new Date(Date.now() + 60_000).toISOString())
  const notes = async (who: Member) => (await it.shown(who, made.iid)).events.map(event => event.note)
  expect(await notes('dan')).toEqual([
    'created the incident',
    'linked alert ^alert#1',
    'paged @dan by the escalation policy',
  ])
  expect(await notes('gus')).toEqual(['created the incident'])
})

test('INCIDENT-012 deployments to production and changes of feature flags are written on open incidents', async () => {
  const built = await codeWorld()
  const it = await timelineOf(built)
  const closed = await it.as('rita').call(createIssue, { id: it.project.id, title: 'Over', issueType: 'incident' })
  await it.as('rita').call(updateIssue, { id: it.project.id, issueIid: closed.iid, stateEvent: 'close' })
  const before = (await it.shown('dan', closed.iid)).events.length
  const sha = await built.commit({ 'a.txt': 'a' })
  const deploy = (environment: string, status: 'success' | 'failed' = 'success') =>
    it
      .as('dan')
      .call(deployments.createDeployment, { id: it.project.id, environment, sha, ref: 'main', tag: false, status })
  await deploy('production')
  await deploy('production', 'failed')
  await deploy('staging')
  const flag = { id: it.project.id, name: 'new_loom', version: 'new_version_flag' } as const
  await it.as('dan').call(createFeatureFlag, flag)
  await it.as('dan').call(updateFeatureFlag, { id: it.project.id, featureFlagName: 'new_loom', active: false })
  await it.as('dan').call(deleteFeatureFlag, { id: it.project.id, featureFlagName: 'new_loom' })
  const what = `\`main\` at \`${sha.slice(0, 8)}\``
  expect(await it.written('dan')).toEqual([
    `deployed ${what} to \`production\``,
    `failed to deploy ${what} to \`production\``,
    'turned off the feature flag `new_loom`',
    'deleted the feature flag `new_loom`',
  ])
  expect((await it.shown('dan', closed.iid)).events).toHaveLength(before)
  // Guests see neither the deployments nor the flags of a private project.
  expect(await it.written('gus')).toEqual([])
})

test('INCIDENT-012 a merge request that mentions the incident is written once, for those who may know of it', async () => {
  const built = await codeWorld()
  const it = await timelineOf(built)
  await built.commit({ 'a.txt': 'a' })
  await built.commit({ 'a.txt': 'b' }, { branch: 'fix' })
  const { iid } = await it.as('dan').call(createMergeRequest, {
    ...{ id: it.project.id, sourceBranch: 'fix', targetBranch: 'main', title: 'Mend' },
    description: `Mends #${it.incident.iid}`,
  })
  const edit = (description: string) =>
    it.ask(
      'dan',
      `mutation($path: ID!, $text: String!) { mergeRequestUpdate(input: { projectPath: $path, iid: "${iid}", description: $text }) { errors } }`,
      {
        text: description,
      },
    )
  await edit(`Really mends #${it.incident.iid}`)
  expect(await it.written('dan')).toEqual([`mentioned in merge request !${iid}`])
  expect(await it.written('gus')).toEqual([])
})

test.each([
  ['/timeline It broke | 2026-03-04 05:06', 'It broke', '2026-03-04T05:06:00.000Z'],
  ['/timeline It | broke | 2026-03-04 5:06', 'It | broke', '2026-03-04T05:06:00.000Z'],
])('INCIDENT-012 %s adds an event', async (text, note, occurredAt) => {
  const it = await scene()
  const target = { namespace: it.project.fullPath, targetType: 'issue', targetId: it.incident.id }
  const { quickActionsStatus } = await it.as('dan').call(createPageNote, { ...target, note: { note: text } })
  expect(quickActionsStatus).toMatchObject({ messages: ['Added an event to the timeline.'], errorMessages: [] })
  expect((await it.shown()).events[0]).toMatchObject({ note, occurredAt, isEditable: true })
})

test.each([
  '/timeline',
  '/timeline  | 2026-03-04',
  '/timeline It broke | soon',
  '/timeline It broke | 2026-02-30 10:00',
])('INCIDENT-012 %s is refused with a sentence that says how to write it', async text => {
  const it = await scene()
  const target = { namespace: it.project.fullPath, targetType: 'issue', targetId: it.incident.id }
  const reply = await it.as('dan').reply(createPageNote, { ...target, note: { note: text } })
  const sentence = expect.stringContaining('Write it as /timeline text')
  expect(reply).toMatchObject({ status: 422, body: { quick_actions_status: { error_messages: [sentence] } } })
})

test('INCIDENT-012 the timeline of an incident that is moved goes with it, with the tags of the project', async () => {
  const it = await scene()
  await it.ask('mina', createTag, { projectPath: it.project.fullPath, name: 'Rollback' })
  await it.add('Back to v1', { tags: ['Rollback'] })
  const other = await it.build.project({ path: 'shuttle' })
  await it.build.member({ at: other.id, userId: it.users.dan.id, level: 40 })
  const moved = await it
    .as('dan')
    .call(moveIssue, { id: it.project.id, issueIid: it.incident.iid, toProjectId: other.id })
  const { events } = await it.as('dan').call(getIncidentTimeline, { namespace: other.fullPath, iid: moved.iid })
  expect(events.map(({ note, tags }) => [note, tags])).toEqual([
    ['Back to v1', ['Rollback']],
    ['created the incident', ['Start time']],
  ])
})
