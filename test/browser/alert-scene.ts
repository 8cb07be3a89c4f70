import { expect } from '@playwright/test'
import type { ApiCall } from './fixtures.ts'
import type { IssueScene } from './issues-scene.ts'

/** Run a mutation of GraphQL whose answer has nothing but errors, and expect none. */
export async function mutate(call: ApiCall, name: string, input: object): Promise<void> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const query = `mutation($input: ${type}) { ${name}(input: $input) { errors } }`
  const { body } = await call('POST', '/api/graphql', { query, variables: { input } })
  expect(body).toEqual({ data: { [name]: { errors: [] } } })
}

/** Put people on call, one after the other, in turns of a week. The first schedule of the project has the IID 1. */
export async function putOnCall(
  call: ApiCall,
  { path }: IssueScene,
  people: readonly { readonly username: string }[],
): Promise<void> {
  const projectPath = path.slice(1)
  await mutate(call, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'UTC' })
  await mutate(call, 'oncallRotationCreate', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary', participants: people.map(({ username }) => ({ username })) },
    ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2020-01-06', time: '09:00' } },
  })
}

/** An integration of a project with a monitoring tool. @returns what sends an alert to it */
export async function monitoringTool(
  call: ApiCall,
  baseURL: string,
  { path }: IssueScene,
): Promise<(payload: object) => Promise<void>> {
  const query = `mutation { httpIntegrationCreate(input: { projectPath: "${path.slice(1)}", name: "Watch", active: true }) {
    integration { token } errors } }`
  const { body } = await call('POST', '/api/graphql', { query })
  // The reply of the mutation.
  const { token } = (
    body as { readonly data: { readonly httpIntegrationCreate: { readonly integration: { readonly token: string } } } }
  ).data.httpIntegrationCreate.integration
  return async payload => {
    const reply = await fetch(`${baseURL}${path}/alerts/notify.json`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
    expect(reply.status).toBe(200)
  }
}
