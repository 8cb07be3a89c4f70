import { expect, test } from 'vitest'
import { listTodos } from '#contract/feeds/todos.ts'
import {
  createIncidentPostmortem,
  getIncident,
  getIncidentTimeline,
  updateIncidentRoles,
} from '#contract/monitor/incidents/incident-pages.ts'
import type { IncidentRole } from '#contract/monitor/incidents/incident-roles.ts'
import { createIssue, getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

async function scene() {
  const made = await world()
  const { as, project } = made
  const incident = await as('rita').call(createIssue, { id: project.id, title: 'Loom is down', issueType: 'incident' })
  const page = { namespace: project.fullPath, iid: incident.iid }
  const give = (role: IncidentRole, who: Member | null, more: object = {}) =>
    as('rita').call(updateIncidentRoles, { ...page, [role]: who, ...more })
  const roles = async () =>
    (await as('gus').call(getIncident, page)).roles.map(({ role, user }) => [role, user.username])
  return { ...made, incident, page, give, roles }
}

test('INCIDENT-001 a role in the response is given to a user, goes on to another one, and is taken away', async () => {
  const it = await scene()
  await it.give('commander', 'dan')
  await it.give('communications', 'rita')
  expect(await it.roles()).toEqual([
    ['commander', 'dan'],
    ['communications', 'rita'],
  ])
  await it.give('commander', 'rita')
  for (const commander of ['rita', 'RITA', '@rita'])
    await it.as('dan').call(updateIncidentRoles, { ...it.page, commander })
  await it.give('communications', null)
  expect(await it.roles()).toEqual([['commander', 'rita']])
  const { events } = await it.as('gus').call(getIncidentTimeline, it.page)
  expect(events.map(({ note }) => note)).toEqual([
    'created the incident',
    'made @dan the incident commander',
    'made @rita the communications lead',
    'made @rita the incident commander in place of @dan',
    'removed @rita as communications lead',
  ])
  const todos = await it.as('dan').call(listTodos, {})
  expect(todos.map(({ actionName, target }) => [actionName, target.title])).toEqual([['assigned', 'Loom is down']])
})

test('INCIDENT-001 only users who can be on call lead an incident, and a change that another user has made since is refused', async () => {
  const it = await scene()
  expect(await outcomeOf(it.give('commander', 'gus'))).toBe('invalid')
  expect(await outcomeOf(it.give('commander', 'nina'))).toBe('invalid')
  await it.give('commander', 'dan')
  expect(await outcomeOf(it.give('commander', 'rita', { expected: { commander: null } }))).toBe('conflict')
  expect(await it.roles()).toEqual([['commander', 'dan']])
})

test('INCIDENT-001 a postmortem names the commander', async () => {
  const it = await scene()
  await it.give('commander', 'dan')
  await it.as('rita').call(updateIssue, { id: it.project.id, issueIid: it.incident.iid, stateEvent: 'close' })
  const { iid } = await it.as('rita').call(createIncidentPostmortem, it.page)
  const { description } = await it.as('gus').call(getIssue, { id: it.project.id, issueIid: iid })
  expect(description).toMatch(/^- \*\*Incident commander:\*\* Dan$/m)
})
