import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { bulkUpdateIssues } from '#contract/plan/issues/issue-page-calls.ts'
import { createIssue, getIssue, listProjectIssues, updateIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const updateHealth = `mutation($projectPath: ID!, $iid: String!, $healthStatus: HealthStatus) {
  updateIssue(input: { projectPath: $projectPath, iid: $iid, healthStatus: $healthStatus }) { errors issue { healthStatus } } }`
const askHealth = `query($fullPath: ID!, $iid: String) {
  project(fullPath: $fullPath) { issue(iid: $iid) { id healthStatus severity } } }`
const setSeverity = (name: string) => `mutation($projectPath: ID!, $iid: String!, $severity: IssuableSeverity!) {
  ${name}(input: { projectPath: $projectPath, iid: $iid, severity: $severity }) { errors issue { iid severity } } }`

async function scene() {
  const made = await world()
  const { as, project } = made
  const where = (issue: { readonly iid: number }) => ({ projectPath: project.fullPath, iid: String(issue.iid) })
  const ask = (who: Member, query: string, variables: object) => askGraphql(as(who).ctx, query, { ...variables })
  return {
    ...made,
    where,
    ask,
    say: (issue: { readonly id: number }, note: string) =>
      as('rita').reply(createPageNote, {
        ...{ namespace: project.fullPath, targetType: 'issue', targetId: issue.id, note: { note } },
      }),
    listed: async (filter: object) =>
      (await as('rita').call(listProjectIssues, { id: project.id, ...filter })).map(issue => issue.iid),
    notesOf: async (issue: { readonly ref: { readonly id: number | string; readonly issueIid: number } }) =>
      (await as('rita').call(issueDiscussion.listNotes, issue.ref)).map(({ body }) => body),
  }
}

test('HEALTH-004 HEALTH-005 HEALTH-006 health status is set, read and cleared with null by GraphQL, with a note of each change', async () => {
  const { as, build, ask, where, project, notesOf } = await scene()
  const issue = await build.issue()
  const set = (healthStatus: string | null) => ask('rita', updateHealth, { ...where(issue), healthStatus })
  expect((await set('atRisk')).data.updateIssue).toEqual({ errors: [], issue: { healthStatus: 'atRisk' } })
  expect(await as('rita').call(getIssue, issue.ref)).toMatchObject({ healthStatus: 'at_risk' })
  const asked = await ask('gus', askHealth, { fullPath: project.fullPath, iid: String(issue.iid) })
  expect(asked.data.project.issue).toMatchObject({ healthStatus: 'atRisk', severity: 'UNKNOWN' })
  expect((await set(null)).data.updateIssue).toEqual({ errors: [], issue: { healthStatus: null } })
  expect((await notesOf(issue)).toSorted()).toEqual([
    'removed the health status',
    'set the health status to **At risk**',
  ])
})

test.each<[Member, 'opened' | 'closed', string | null]>([
  ['rita', 'opened', 'on_track'],
  ['rita', 'closed', null],
  ['gus', 'opened', null],
])('HEALTH-003 %s setting the health status of an %s issue leaves it %s', async (who, state, becomes) => {
  const { as, build, users } = await scene()
  const issue = await build.issue({ state, authorId: users.gus.id })
  await as(who).reply(updateIssue, { ...issue.ref, healthStatus: 'on_track' })
  expect(await as('rita').call(getIssue, issue.ref)).toMatchObject({ healthStatus: becomes })
})

test('LIST-016 health status is filtered by value, none and any, negated, and set and cleared by bulk edits', async () => {
  const { as, build, ask, project, listed } = await scene()
  const [one, two, three] = [await build.issue(), await build.issue(), await build.issue()]
  const bulk = (issues: readonly { readonly id: number }[], healthStatus: 'at_risk' | 'on_track' | '0') =>
    as('rita').call(bulkUpdateIssues, {
      namespace: project.fullPath,
      update: { issuableIds: issues.map(({ id }) => id).join(), healthStatus },
    })
  await bulk([one, two], 'at_risk')
  await bulk([two], 'on_track')
  expect(await listed({ healthStatus: 'at_risk' })).toEqual([one.iid])
  expect(await listed({ healthStatus: 'None' })).toEqual([three.iid])
  expect(await listed({ healthStatus: 'Any' })).toEqual([two.iid, one.iid])
  expect(await listed({ not: { healthStatus: 'at_risk' } })).toEqual([three.iid, two.iid])
  expect(await listed({ orderBy: 'health_status', sort: 'desc' })).toEqual([one.iid, two.iid, three.iid])
  expect((await as('rita').reply(listProjectIssues, { id: project.id, healthStatus: 'well' })).status).toBe(400)
  const found = async (filter: string) =>
    (
      await ask('rita', `query($path: ID!) { project(fullPath: $path) { issues(${filter}) { nodes { iid } } } }`, {
        path: project.fullPath,
      })
    ).data.project.issues.nodes.map((node: { iid: string }) => Number(node.iid))
  expect(await found('healthStatusFilter: NONE')).toEqual([three.iid])
  expect(await found('healthStatusFilter: onTrack')).toEqual([two.iid])
  expect(await found('not: { healthStatusFilter: [onTrack, atRisk] }')).toEqual([three.iid])
  expect(await found('healthStatusFilter: ANY, sort: HEALTH_STATUS_ASC')).toEqual([two.iid, one.iid])
  await bulk([one, two], '0')
  expect(await listed({ healthStatus: 'Any' })).toEqual([])
})

test('SEVERITY-008 SEVERITY-009 planners set the severity of an incident by either name of the mutation', async () => {
  const { build, ask, where, notesOf } = await scene()
  const incident = await build.issue({ type: 'incident' })
  for (const [name, severity] of [
    ['issueSetSeverity', 'CRITICAL'],
    ['issuableSetSeverity', 'LOW'],
  ] as const)
    expect((await ask('rita', setSeverity(name), { ...where(incident), severity })).data[name]).toEqual({
      errors: [],
      issue: { iid: String(incident.iid), severity },
    })
  expect((await notesOf(incident)).toSorted()).toEqual([
    'set the severity to **Critical - S1**',
    'set the severity to **Low - S4**',
  ])
  const refused = await ask('gus', setSeverity('issueSetSeverity'), { ...where(incident), severity: 'HIGH' })
  expect(refused.errors).not.toEqual([])
})

test('SEVERITY-007 incidents have no severity Info, which is for alerts', async () => {
  const { build, ask, where } = await scene()
  const incident = await build.issue({ type: 'incident' })
  const answer = await ask('rita', setSeverity('issueSetSeverity'), { ...where(incident), severity: 'INFO' })
  expect(answer.errors?.[0]?.message).toContain('INFO')
  const { data } = await ask('rita', '{ __type(name: "IssuableSeverity") { enumValues { name } } }', {})
  expect(data.__type.enumValues.map(({ name }: { name: string }) => name).sort()).toEqual([
    'CRITICAL',
    'HIGH',
    'LOW',
    'MEDIUM',
    'UNKNOWN',
  ])
})

test('SEVERITY-001 only incidents have a severity: others refuse it, and show none', async () => {
  const { as, build, ask, where, project } = await scene()
  const issue = await build.issue()
  const answer = await ask('rita', setSeverity('issueSetSeverity'), { ...where(issue), severity: 'HIGH' })
  expect(answer.data.issueSetSeverity.errors).toEqual(['Severity is not available on this issue'])
  const incident = await as('rita').call(createIssue, {
    ...{ id: project.id, title: 'Fire', issueType: 'incident', severity: 'HIGH' },
  })
  expect(incident).toMatchObject({ severity: 'HIGH', healthStatus: null })
  const ref = { id: project.id, issueIid: incident.iid }
  expect(await as('rita').call(updateIssue, { ...ref, issueType: 'issue' })).toMatchObject({ severity: 'UNKNOWN' })
  expect(await as('rita').call(updateIssue, { ...ref, issueType: 'incident' })).toMatchObject({ severity: 'HIGH' })
})

test.each([
  ['/severity S1', 'CRITICAL'],
  ['/severity medium', 'MEDIUM'],
  ['/severity s5', 'UNKNOWN'],
])('SEVERITY-002 FORM-033 %s leaves an incident %s', async (text, severity) => {
  const { as, build, say } = await scene()
  const incident = await build.issue({ type: 'incident' })
  await say(incident, text)
  expect(await as('rita').call(getIssue, incident.ref)).toMatchObject({ severity })
})
