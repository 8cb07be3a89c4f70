import { expect, test } from 'vitest'
import { ownChangesPage } from '#contract/feeds/own-changes.ts'
import { listTodos } from '#contract/feeds/todos.ts'
import { projectHooks } from '#contract/feeds/webhooks.ts'
import { createAlertIntegration, sendTestAlert } from '#contract/monitor/alerts/alert-pages.ts'
import { undoEvent } from '#contract/plan/changes/change-sets.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { deliverBatch } from '#server/deliver.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

async function scene(...payloads: object[]) {
  const made = await world()
  const { as, project } = made
  const namespace = project.fullPath
  const mina = as('mina')
  const { id: integrationId } = await mina.call(createAlertIntegration, { namespace, name: 'Probe', type: 'HTTP' })
  for (const payload of payloads)
    await mina.call(sendTestAlert, { namespace, integrationId, payload: JSON.stringify(payload) })
  const ask = (who: Member, query: string, variables: object = {}) =>
    askGraphql(as(who).ctx, query, { path: project.fullPath, ...variables })
  const change = async (who: Member, name: string, input: object, shown: string) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const { data, errors } = await ask(
      who,
      `mutation($input: ${type}) { ${name}(input: $input) { errors ${shown} } }`,
      {
        input: { projectPath: project.fullPath, ...input },
      },
    )
    return (errors ?? []).length === 0 ? data[name] : 'refused'
  }
  return { ...made, ask, change }
}

const hot = { title: 'Hot', severity: 'low', service: 'loom', gitlab_environment_name: 'production', team: 'weave' }

test('ALERT-010 ALERT-006 a project shows its alerts with their fields, and how many have each status', async () => {
  const it = await scene(hot, { title: 'Cold', severity: 'critical' })
  const { data } = await it.ask(
    'dan',
    `query($path: ID!) { project(fullPath: $path) {
      alertManagementAlerts(sort: SEVERITY_DESC) { nodes { iid title severity } }
      alertManagementAlert(iid: "1") { iid status eventCount monitoringTool service description endedAt details hosts environment { name } detailsUrl }
      alertManagementAlertStatusCounts { open triggered resolved all } } }`,
  )
  expect(data.project.alertManagementAlerts.nodes.map((node: { title: string }) => node.title)).toEqual(['Cold', 'Hot'])
  expect(data.project.alertManagementAlertStatusCounts).toEqual({ open: 2, triggered: 2, resolved: 0, all: 2 })
  expect(data.project.alertManagementAlert).toMatchObject({
    ...{
      iid: '1',
      status: 'TRIGGERED',
      eventCount: 1,
      monitoringTool: null,
      service: 'loom',
      endedAt: null,
      hosts: [],
    },
    ...{ details: { team: 'weave' }, environment: { name: 'production' } },
    detailsUrl: expect.stringMatching(/\/-\/alert_management\/1\/details$/),
  })
})

test.each<[Member, boolean]>([
  ['dan', true],
  ['rita', false],
  ['gus', false],
])('PERM-003 ALERT-011 ALERT-012 %s reads alerts and the alert of an incident over GraphQL: %s', async (who, reads) => {
  const it = await scene(hot)
  const { issue } = await it.change('dan', 'createAlertIssue', { iid: '1' }, 'issue { iid id }')
  const { data } = await it.ask(
    who,
    `query($path: ID!, $iid: String!) { project(fullPath: $path) {
      alertManagementAlerts { nodes { title } } alertManagementAlert(iid: "1") { title } alertManagementAlertStatusCounts { all }
      issue(iid: $iid) { alertManagementAlert { iid title detailsUrl startedAt eventCount } }
      workItems { nodes { title widgets { type } } } } }`,
    { iid: issue.iid },
  )
  const seen = data.project
  expect(seen.alertManagementAlerts?.nodes ?? null).toEqual(reads ? [{ title: 'Hot' }] : null)
  expect(seen.alertManagementAlert?.title ?? null).toBe(reads ? 'Hot' : null)
  expect(seen.alertManagementAlertStatusCounts?.all ?? null).toBe(reads ? 1 : null)
  expect(seen.issue.alertManagementAlert ?? null).toEqual(
    reads
      ? {
          iid: '1',
          title: 'Hot',
          detailsUrl: 'http://weft.test/weft/loom/-/alert_management/1/details',
          startedAt: expect.any(String),
          eventCount: 1,
        }
      : null,
  )
  // The alert itself is no work item.
  expect(seen.workItems.nodes).toHaveLength(1)
})

test('ALERT-004 SIDE-016 status, assignee and to-do of an alert are set over GraphQL', async () => {
  const it = await scene(hot)
  const status = (who: Member, to: string) =>
    it.change(who, 'updateAlertStatus', { iid: '1', status: to }, 'alert { status endedAt }')
  expect(await status('rita', 'RESOLVED')).toBe('refused')
  expect((await status('dan', 'ACKNOWLEDGED')).alert).toEqual({ status: 'ACKNOWLEDGED', endedAt: null })
  expect((await status('dan', 'RESOLVED')).alert.endedAt).not.toBeNull()
  const assign = (assigneeUsernames: readonly string[]) =>
    it.change('dan', 'alertSetAssignees', { iid: '1', assigneeUsernames }, 'alert { assignees { nodes { username } } }')
  expect((await assign(['mina', 'dan'])).alert.assignees.nodes).toHaveLength(1)
  expect((await assign(['rita'])).errors).toHaveLength(1)
  const made = await it.change(
    'dan',
    'alertTodoCreate',
    { iid: '1' },
    'alert { iid } todo { targetType targetUrl target { __typename } }',
  )
  expect(made.todo).toMatchObject({ targetType: 'ALERT', target: { __typename: 'AlertManagementAlert' } })
  expect(await it.as('dan').call(listTodos, {})).toMatchObject([
    { targetType: 'AlertManagement::Alert', target: { iid: 1, title: 'Hot' } },
  ])
})

test('ALERT-012 alerts are linked to an incident by their references, and the link is removed', async () => {
  const it = await scene(hot)
  const { iid } = await it.as('dan').call(createIssue, { id: it.project.id, title: 'Down', issueType: 'incident' })
  const shown = 'issue { alertManagementAlert { id title } }'
  const link = (alertReferences: readonly string[]) =>
    it.change('dan', 'issueLinkAlerts', { iid: String(iid), alertReferences }, shown)
  expect(await link(['^alert#9'])).toBe('refused')
  const tooMany = await link([...Array.from({ length: 100 }, () => '^alert#1'), '^alert#9'])
  expect(tooMany).toMatchObject({ errors: ['Link at most 100 alerts at a time'], issue: null })
  const linked = (await link(['^alert#1'])).issue.alertManagementAlert
  expect(linked.title).toBe('Hot')
  const asked = `issue(iid: "${iid}") { alertManagementAlerts { nodes { name issueIid } } none: alertManagementAlerts(search: "Cold") { nodes { name } } }`
  const listed = async (who: Member) =>
    (await it.ask(who, `query($path: ID!) { project(fullPath: $path) { ${asked} } }`)).data.project.issue
  expect(await listed('dan')).toEqual({
    alertManagementAlerts: { nodes: [{ name: 'Hot', issueIid: String(iid) }] },
    none: { nodes: [] },
  })
  expect(await listed('gus')).toEqual({ alertManagementAlerts: null, none: null })
  const unlinked = await it.change('dan', 'issueUnlinkAlert', { iid: String(iid), alertId: linked.id }, shown)
  expect(unlinked.issue.alertManagementAlert).toBeNull()
})

test('SIDE-016 assigning an alert is no change of an issue: it cannot be undone, and calls no webhook', async () => {
  const it = await scene(hot)
  const { as, db, project, services } = it
  const hook = { id: project.id, url: 'http://hook.test', pushEvents: false, issuesEvents: true }
  await as('mina').call(projectHooks.create, hook)
  await it.change('dan', 'alertSetAssignees', { iid: '1', assigneeUsernames: ['mina'] }, 'alert { iid }')
  await deliverBatch(db, services)
  expect(await db.selectFrom('webhookDeliveries').select('payload').execute()).toEqual([])
  expect((await as('dan').call(ownChangesPage, {})).changes).toEqual([])
  const { id: eventId } = await db
    .selectFrom('events')
    .select('id')
    .where('name', '=', 'issuable.changed')
    .executeTakeFirstOrThrow()
  expect((await as('dan').reply(undoEvent, { eventId })).status).toBe(404)
})
