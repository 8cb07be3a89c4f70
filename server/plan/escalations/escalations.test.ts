import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getEscalationPoliciesPage } from '#contract/plan/incidents/escalation-policies.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const create = `mutation($input: EscalationPolicyCreateInput!) {
  escalationPolicyCreate(input: $input) { errors escalationPolicy { id } } }`
const update = `mutation($input: EscalationPolicyUpdateInput!) {
  escalationPolicyUpdate(input: $input) { errors escalationPolicy { name description rules { status elapsedTimeSeconds user { username } } } } }`
const destroy = `mutation($id: IncidentManagementEscalationPolicyID!) {
  escalationPolicyDestroy(input: { id: $id }) { errors escalationPolicy { name } } }`
const list = `query($path: ID!, $name: String) { project(fullPath: $path) {
  incidentManagementEscalationPolicies(name: $name) { nodes { name rules { user { username } } } } } }`

async function scene() {
  const made = await world()
  const { as, project } = made
  const ask = (who: Member, query: string, variables: object) => askGraphql(as(who).ctx, query, { ...variables })
  return {
    ...made,
    ask,
    create: (who: Member, more: object = {}) =>
      ask(who, create, {
        input: {
          ...{ projectPath: project.fullPath, name: 'Night watch' },
          rules: [{ username: 'dan', elapsedTimeSeconds: 300, status: 'ACKNOWLEDGED' }],
          ...more,
        },
      }),
    named: async (who: Member, name?: string) =>
      (await ask(who, list, { path: project.fullPath, name })).data.project.incidentManagementEscalationPolicies?.nodes,
  }
}

test('ESCAL-007 ESCAL-011 policies are created, searched by name, changed and deleted', async () => {
  const it = await scene()
  const { id } = (await it.create('mina')).data.escalationPolicyCreate.escalationPolicy
  await it.create('mina', { name: 'Day watch' })
  expect((await it.named('rita')).map((node: { name: string }) => node.name)).toEqual(['Day watch', 'Night watch'])
  expect(await it.named('rita', 'night')).toEqual([{ name: 'Night watch', rules: [{ user: { username: 'dan' } }] }])
  const rules = [
    { username: 'mina', elapsedTimeSeconds: 600, status: 'RESOLVED' },
    { username: 'dan', elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' },
  ]
  const changed = await it.ask('mina', update, { input: { id, description: 'After ten', rules } })
  expect(changed.data.escalationPolicyUpdate).toEqual({
    errors: [],
    escalationPolicy: {
      ...{ name: 'Night watch', description: 'After ten' },
      rules: [
        { status: 'ACKNOWLEDGED', elapsedTimeSeconds: 0, user: { username: 'dan' } },
        { status: 'RESOLVED', elapsedTimeSeconds: 600, user: { username: 'mina' } },
      ],
    },
  })
  expect((await it.ask('mina', destroy, { id })).data.escalationPolicyDestroy.errors).toEqual([])
  const { policies } = await it.as('rita').call(getEscalationPoliciesPage, { namespace: it.project.fullPath })
  expect(policies.map(({ name }) => name)).toEqual(['Day watch'])
})

test('ESCAL-011 the list query of the attribute takes a path and a part of the title, and returns policies', async () => {
  const it = await scene()
  const { id } = (await it.create('mina')).data.escalationPolicyCreate.escalationPolicy
  await it.create('mina', { name: 'Day watch' })
  const listed = async (who: Member, variables: object) =>
    (
      await it.ask(
        who,
        `query($fullPath: ID!, $title: String) { workspace: project(fullPath: $fullPath) { __typename
          attributes: incidentManagementEscalationPolicies(name: $title) { nodes { __typename id title: name } } } }`,
        // A policy has no state: where one is sent along for it, as for milestones, it changes nothing.
        { fullPath: it.project.fullPath, state: 'active', ...variables },
      )
    ).data.workspace
  expect(await listed('rita', { title: 'NIGHT' })).toEqual({
    __typename: 'Project',
    attributes: { nodes: [{ __typename: 'EscalationPolicyType', id, title: 'Night watch' }] },
  })
  expect((await listed('rita', {})).attributes.nodes).toHaveLength(2)
  expect((await listed('rita', { title: 'noon' })).attributes.nodes).toEqual([])
  expect((await listed('gus', {})).attributes).toBeNull()
  expect(await listed('nina', {})).toBeNull()
})

test.each([
  [{ name: ' ' }, "Name can't be blank"],
  [{ name: 'DAY WATCH' }, 'Name has already been taken'],
  [{ rules: [] }, "Rules can't be blank"],
  [
    { rules: [{ username: 'nina', elapsedTimeSeconds: 60, status: 'RESOLVED' }] },
    'Rules must each have a user with at least the Reporter role',
  ],
  [
    { rules: [{ oncallScheduleIid: '1', elapsedTimeSeconds: 60, status: 'RESOLVED' }] },
    'Rules must each use an on-call schedule of this project',
  ],
  [
    { rules: [{ username: 'dan', elapsedTimeSeconds: 86_460, status: 'RESOLVED' }] },
    'Rules must wait for 0 to 1440 minutes',
  ],
  [{ rules: [{ username: 'dan', elapsedTimeSeconds: 61, status: 'RESOLVED' }] }, 'Rules must use whole minutes'],
])('ESCAL-007 a policy with %j is refused', async (more, sentence) => {
  const it = await scene()
  await it.create('mina', { name: 'Day watch' })
  expect((await it.create('mina', more)).data.escalationPolicyCreate.errors).toEqual([sentence])
})

test('ESCAL-010 ESCAL-012 the policy of an incident is set, and read by those who may know of it', async () => {
  const it = await scene()
  const incident = await it.build.issue({ type: 'incident' })
  const { id } = (await it.create('mina')).data.escalationPolicyCreate.escalationPolicy
  const set = `mutation($input: IssueSetEscalationPolicyInput!) { issueSetEscalationPolicy(input: $input) { errors } }`
  const input = { projectPath: it.project.fullPath, iid: String(incident.iid) }
  const read = async (who: Member) => {
    const query = `query($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { escalationPolicy { id name } } } }`
    const { data } = await it.ask(who, query, { path: it.project.fullPath, iid: input.iid })
    return data.project.issue.escalationPolicy
  }
  expect(await read('rita')).toBeNull()
  await it.ask('dan', set, { input: { ...input, escalationPolicyId: id } })
  expect(await read('rita')).toEqual({ id, name: 'Night watch' })
  expect(await read('gus')).toBeNull()
  await it.ask('dan', set, { input: { ...input, escalationPolicyId: null } })
  expect(await read('rita')).toBeNull()
})

test.each<[Member, boolean, boolean]>([
  ['mina', true, true],
  ['dan', true, false],
  ['rita', true, false],
  ['gus', false, false],
  ['nina', false, false],
])('ESCAL-006 %s reads policies: %s, and manages them: %s', async (who, reads, manages) => {
  const it = await scene()
  const incident = await it.build.issue({ type: 'incident' })
  const { id } = (await it.create('mina')).data.escalationPolicyCreate.escalationPolicy
  const page = await it.as(who).reply(getEscalationPoliciesPage, { namespace: it.project.fullPath })
  expect(page.status === 200).toBe(reads)
  if (reads) expect(page.body).toMatchObject({ permissions: { can_admin_escalations: manages } })
  expect((await it.create(who, { name: 'Another' })).errors?.length ?? 0).toBe(manages ? 0 : 1)
  if (who === 'nina') return
  await it.ask(
    'dan',
    `mutation($input: IssueSetEscalationPolicyInput!) { issueSetEscalationPolicy(input: $input) { errors } }`,
    { input: { projectPath: it.project.fullPath, iid: String(incident.iid), escalationPolicyId: id } },
  )
  const { issue } = await it.as(who).call(getIssuePage, { namespace: it.project.fullPath, iid: incident.iid })
  expect(issue.escalationPolicy?.title ?? null).toBe(reads ? 'Night watch' : null)
})

test('PERF-001 the page of policies costs the same number of statements for two and for twenty', async () => {
  const it = await scene()
  const count = () =>
    it.statements(() => it.as('mina').call(getEscalationPoliciesPage, { namespace: it.project.fullPath }))
  for (const name of ['a', 'b']) await it.create('mina', { name })
  const few = await count()
  for (let index = 0; index < 18; index++) await it.create('mina', { name: `Policy ${index}` })
  expect(await count()).toBe(few)
})

test('ESCAL-007 a project can have 100 policies', async () => {
  const it = await scene()
  await sql`insert into escalation_policies (namespace_id, name, created_at, updated_at)
    select ${it.project.id}, 'Policy ' || n, now(), now() from generate_series(1, 99) n`.execute(it.db)
  const errors = async (name: string) => (await it.create('mina', { name })).data.escalationPolicyCreate.errors
  expect(await errors('One')).toEqual([])
  expect(await errors('Two')).toEqual(['A project can have up to 100 escalation policies'])
})
