import { expect, test } from 'vitest'
import { createIncidentPostmortem, getIncident } from '#contract/monitor/incidents/incident-pages.ts'
import { createIssue, getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createIssueLink, listIssueLinks } from '#contract/plan/work-items/links.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

async function scene(more: object = {}) {
  const made = await world()
  const { as, project } = made
  const incident = await as('rita').call(createIssue, {
    ...{ id: project.id, title: 'Loom is down', issueType: 'incident' },
    ...more,
  })
  const on = { id: project.id, issueIid: incident.iid }
  const page = { namespace: project.fullPath, iid: incident.iid }
  return {
    ...made,
    ...{ incident, on, page },
    close: () => as('rita').call(updateIssue, { ...on, stateEvent: 'close' }),
    summary: (who: Member = 'rita') => as(who).call(getIncident, page),
    create: (who: Member | 'anon' = 'rita') => as(who).call(createIncidentPostmortem, page),
  }
}

test('INCIDENT-001 the postmortem of a closed incident is an issue with its facts and timeline, linked to it', async () => {
  const it = await scene()
  const add = `mutation($id: IssueID!) { timelineEventCreate(input: { incidentId: $id, note: "Fans failed, @gus", occurredAt: "2026-03-04T05:06:00Z" }) { errors } }`
  await askGraphql(it.as('dan').ctx, add, { id: `gid://gitlab/Issue/${it.incident.id}` })
  expect(await outcomeOf(it.create())).toBe('conflict')
  expect(await it.summary()).toMatchObject({ postmortem: null, canCreatePostmortem: false })
  await it.close()
  expect(await it.summary()).toMatchObject({ canCreatePostmortem: true })
  const { iid } = await it.create()
  const issue = await it.as('gus').call(getIssue, { id: it.project.id, issueIid: iid })
  expect(issue).toMatchObject({ title: 'Postmortem: Loom is down', issueType: 'issue', confidential: false })
  expect(issue.description).toContain(`- **Incident:** #${it.incident.iid}`)
  expect(issue.description).toContain('- **Severity:** Unknown')
  expect(issue.description).toContain('- **2026-03-04 05:06 UTC** Fans failed, @gus')
  expect(issue.description).toMatch(/ closed the incident$/m)
  const links = await it.as('gus').call(listIssueLinks, it.on)
  expect(links.map(link => link.iid)).toEqual([iid])
  expect(await it.summary('gus')).toMatchObject({
    postmortem: {
      reference: `#${iid}`,
      webPath: `/${it.project.fullPath}/-/issues/${iid}`,
      followUps: { open: 0, all: 0 },
    },
    canCreatePostmortem: false,
  })
  expect(await outcomeOf(it.create())).toBe('conflict')
})

test('INCIDENT-001 the follow-up issues that are linked to a postmortem are counted', async () => {
  const it = await scene()
  await it.close()
  const { iid } = await it.create()
  const link = async (title: string) => {
    const made = await it.as('rita').call(createIssue, { id: it.project.id, title })
    await it.as('rita').call(createIssueLink, {
      ...{ id: it.project.id, issueIid: iid },
      ...{ targetProjectId: it.project.id, targetIssueIid: made.iid },
    })
    return made.iid
  }
  const done = await link('More fans')
  await link('An alarm')
  await it.as('rita').call(updateIssue, { id: it.project.id, issueIid: done, stateEvent: 'close' })
  expect((await it.summary('gus')).postmortem?.followUps).toEqual({ open: 1, all: 2 })
})

test('INCIDENT-001 the postmortem of a confidential incident is confidential', async () => {
  const it = await scene({ confidential: true })
  await it.close()
  const { iid } = await it.create()
  expect(await outcomeOf(it.as('gus').call(getIssue, { id: it.project.id, issueIid: iid }))).toBe('not_found')
})

test.each<[Member | 'anon', string]>([
  ['mina', 'ok'],
  ['rita', 'ok'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('INCIDENT-001 PERM-002 %s creates a postmortem: %s', async (who, outcome) => {
  const it = await scene()
  await it.close()
  expect(await outcomeOf(it.create(who))).toBe(outcome)
})
