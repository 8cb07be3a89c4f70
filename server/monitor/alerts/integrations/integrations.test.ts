import { expect, test } from 'vitest'
import { hashSecret } from '#server/platform/text/secret.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const shown = 'errors integration { id name active type url token }'
const create = `mutation($input: HttpIntegrationCreateInput!) { httpIntegrationCreate(input: $input) { ${shown} } }`
const update = `mutation($input: HttpIntegrationUpdateInput!) { httpIntegrationUpdate(input: $input) { ${shown} } }`
const reset = `mutation($id: AlertManagementHttpIntegrationID!) { httpIntegrationResetToken(input: { id: $id }) { ${shown} } }`
const destroy = `mutation($id: AlertManagementHttpIntegrationID!) { httpIntegrationDestroy(input: { id: $id }) { ${shown} } }`
const list = `query($path: ID!) { project(fullPath: $path) {
  alertManagementHttpIntegrations { nodes { name active token } } } }`

async function scene() {
  const made = await world()
  const { as, project } = made
  const ask = (who: Member, query: string, variables: object) => askGraphql(as(who).ctx, query, { ...variables })
  const input = { projectPath: project.fullPath, name: 'Probe', active: true }
  return {
    ...made,
    ask,
    create: (who: Member, more: object = {}) => ask(who, create, { input: { ...input, ...more } }),
    nodes: async (who: Member) =>
      (await ask(who, list, { path: project.fullPath })).data.project?.alertManagementHttpIntegrations?.nodes,
  }
}

test('ALERT-008 the token of an integration is returned when it is made or reset, and stored as a hash', async () => {
  const it = await scene()
  const { integration } = (await it.create('mina')).data.httpIntegrationCreate
  expect(integration).toMatchObject({ name: 'Probe', active: true, type: 'HTTP' })
  expect(integration.url).toMatch(new RegExp(`/${it.project.fullPath}/alerts/notify/probe/[0-9a-f]{16}\\.json$`))
  const again = (await it.ask('mina', reset, { id: integration.id })).data.httpIntegrationResetToken.integration
  expect([integration.token, again.token].map(token => /^[0-9a-f]{48}$/.test(token))).toEqual([true, true])
  expect(again.token).not.toBe(integration.token)
  const { tokenHash } = await it.db.selectFrom('alertIntegrations').select('tokenHash').executeTakeFirstOrThrow()
  expect(tokenHash.equals(hashSecret(again.token))).toBe(true)
  expect(await it.nodes('mina')).toEqual([{ name: 'Probe', active: true, token: null }])
})

test('ALERT-008 integrations are renamed, turned off and deleted', async () => {
  const it = await scene()
  const { id } = (await it.create('mina')).data.httpIntegrationCreate.integration
  const changed = await it.ask('mina', update, { input: { id, name: 'Night probe', active: false } })
  expect(changed.data.httpIntegrationUpdate).toMatchObject({ errors: [], integration: { name: 'Night probe' } })
  expect(await it.nodes('mina')).toEqual([{ name: 'Night probe', active: false, token: null }])
  expect((await it.ask('mina', destroy, { id })).data.httpIntegrationDestroy.integration.name).toBe('Night probe')
  expect(await it.nodes('mina')).toEqual([])
})

test.each<[object, string]>([
  [{ name: ' ' }, "Name can't be blank"],
  [{ name: 'x'.repeat(256) }, 'Name is too long (maximum is 255 characters)'],
])('ALERT-008 an integration with %j is refused', async (more, sentence) => {
  const it = await scene()
  expect((await it.create('mina', more)).data.httpIntegrationCreate.errors).toEqual([sentence])
})

test.each<[Member, boolean]>([
  ['mina', true],
  ['dan', false],
  ['nina', false],
])('ALERT-008 %s manages integrations: %s', async (who, manages) => {
  const it = await scene()
  const { id } = (await it.create('mina')).data.httpIntegrationCreate.integration
  expect(await it.nodes(who)).toEqual(manages ? [{ name: 'Probe', active: true, token: null }] : undefined)
  for (const [query, variables] of [
    [reset, { id }],
    [update, { input: { id, name: 'Mine' } }],
    [destroy, { id }],
  ] as const)
    expect((await it.ask(who, query, variables)).errors?.length ?? 0).toBe(manages ? 0 : 1)
})

test('ALERT-008 the fields of an integration are mapped by GraphQL, from the values of an example', async () => {
  const it = await scene()
  const payloadExample = JSON.stringify({
    event: { 'k8s.pod': 'loom-0', at: '2026-03-04T05:06:07Z' },
    hosts: ['a'],
    load: 7,
  })
  const payloadAttributeMappings = [
    { fieldName: 'SERVICE', path: ['event', 'k8s.pod'], type: 'STRING' },
    { fieldName: 'HOSTS', path: ['hosts', 0], type: 'STRING' },
  ]
  const more = `errors integration { id payloadExample payloadAlertFields { label path type } payloadAttributeMappings { fieldName label path type } }`
  const creating = create.replace(shown, more)
  const input = {
    projectPath: it.project.fullPath,
    name: 'Probe',
    active: true,
    payloadExample,
    payloadAttributeMappings,
  }
  const { integration } = (await it.ask('mina', creating, { input })).data.httpIntegrationCreate
  expect(integration).toMatchObject({
    payloadExample,
    payloadAlertFields: [
      { label: 'k8s.pod', path: ['event', 'k8s.pod'], type: 'STRING' },
      { label: 'at', path: ['event', 'at'], type: 'DATETIME' },
      { label: 'hosts', path: ['hosts'], type: 'ARRAY' },
      { label: '0', path: ['hosts', 0], type: 'STRING' },
      { label: 'load', path: ['load'], type: 'NUMBER' },
    ],
    payloadAttributeMappings: [
      { fieldName: 'SERVICE', label: 'k8s.pod', path: ['event', 'k8s.pod'], type: 'STRING' },
      { fieldName: 'HOSTS', label: '0', path: ['hosts', 0], type: 'STRING' },
    ],
  })
  const { mapping } = await it.db.selectFrom('alertIntegrations').select('mapping').executeTakeFirstOrThrow()
  expect(mapping).toEqual({ service: 'event.k8s.pod', hosts: 'hosts[0]' })
  const changing = (changes: object) =>
    it.ask('mina', update.replace(shown, more), { input: { id: integration.id, ...changes } })
  const twice = await changing({ payloadAttributeMappings: [...payloadAttributeMappings, payloadAttributeMappings[0]] })
  expect(twice.data.httpIntegrationUpdate.errors).toEqual(['Payload attribute mappings has service twice'])
  expect((await changing({ payloadExample: '{' })).errors).toHaveLength(1)
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  for (const [wrong, sentence] of [
    ['1', 'Example payload must be a JSON object'],
    [nested(21), 'The payload is nested too deeply (maximum is 20 levels)'],
    [nested(9_000), 'The payload is nested too deeply (maximum is 20 levels)'],
  ])
    expect((await changing({ payloadExample: wrong })).data.httpIntegrationUpdate.errors).toEqual([sentence])
  // Examples of before may be nested as deeply.
  await it.db
    .updateTable('alertIntegrations')
    .set({ examplePayload: nested(9_000) })
    .execute()
  expect((await changing({ name: 'Probe' })).data.httpIntegrationUpdate.integration.payloadAlertFields).toEqual([])
  await changing({ payloadExample })
  const gone = await changing({ payloadAttributeMappings: [] })
  expect(gone.data.httpIntegrationUpdate.integration.payloadAttributeMappings).toEqual([])
})
