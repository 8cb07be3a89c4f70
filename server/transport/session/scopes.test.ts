import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createProjectDeployToken } from '#contract/foundation/deploy-tokens.ts'
import type { Operation } from '#contract/operation.ts'
import { slices } from '#server/slices.ts'
import { openGraphqlDoor } from '#server/transport/graphql/door.ts'
import { appWorld } from '#test/world/app.ts'

const answers = slices.flatMap(slice => slice.answers ?? [])
const addressOf = ({ door, path, input }: Operation) => {
  const filled = path
    .replace(':namespace', 'weft/loom')
    .replace(':secret', 'a'.repeat(32))
    .replace(/:[A-Za-z]+|\*/g, '1')
  const query = 'namespace' in input.properties && !path.includes(':namespace') ? '?namespace=weft%2Floom' : ''
  return `${door === 'api' ? '/api/v4' : ''}${filled}${query}`
}

test('PERM-002 a token in the session cookie is nobody’s session, and a session’s cookie is no token', async () => {
  const { app, users, token, session } = await appWorld()
  const readOnly = await token(users.rita.id, ['read_user'])
  const own = await session(users.rita.id)
  const ask = (url: string, headers: Record<string, string>) => app.inject({ url, headers })
  // Both tokens are cached now, each in its own entry.
  expect((await ask('/api/v4/user', { 'private-token': readOnly })).statusCode).toBe(200)
  expect((await ask('/api/v4/user', { cookie: `_weft_session=${own}` })).statusCode).toBe(200)
  expect((await ask('/api/v4/user', { cookie: `_weft_session=${readOnly}` })).statusCode).toBe(401)
  expect((await ask('/api/v4/user', { 'private-token': own })).statusCode).toBe(401)
})

/** Whether a token of one scope opens an operation, said apart from the code. */
function opens(scope: string, { method, door, path }: Operation): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  if (scope === 'read_api') return isRead
  if (door === 'api' && /\/(personal_)?access_tokens\/self/.test(path)) return isRead || scope === 'self_rotate'
  if (!isRead || door !== 'api') return false
  if (scope === 'read_user') return path === '/user' || path === '/users' || /^\/users?\//.test(path)
  return scope === 'read_repository' && path.startsWith('/projects/:id/repository/files/')
}

test('PERM-002 REST and the routes of pages hold a token to its scopes', async () => {
  const { app, users, token } = await appWorld()
  const wrong: string[] = []
  for (const scope of ['read_api', 'read_user', 'read_repository', 'write_repository', 'self_rotate', 'sudo']) {
    const secret = await token(users.root.id, [scope])
    for (const { operation, byOwnKey } of answers) {
      const { method, name } = operation
      // Operations with keys of their own ignore tokens.
      if (byOwnKey === true) continue
      // A call that revokes or replaces the token itself would end the walk.
      if (opens(scope, operation) && method !== 'GET') continue
      const headers = { 'private-token': secret }
      const reply = await app.inject({ method: method as 'GET', url: addressOf(operation), headers })
      const isRefused = reply.statusCode === 403 && (method === 'HEAD' || reply.body.includes('insufficient_scope'))
      if (isRefused === opens(scope, operation)) wrong.push(`${scope} ${name} ${reply.statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})

test('PERM-002 what holds an account, and every administration page, asks for a session', async () => {
  const { app, users, token } = await appWorld()
  const secret = await token(users.root.id, ['api', 'sudo', 'admin_mode'])
  const guarded = answers.filter(each => each.bySession)
  const administration = answers.filter(each => each.access.kind === 'admin' && each.operation.door === 'browser')
  expect(administration.filter(each => !guarded.includes(each))).toEqual([])
  expect(guarded.map(each => each.operation.name)).toEqual(
    expect.arrayContaining(['changePassword', 'createPersonalAccessToken', 'getMail', 'listSessions', 'updateProfile']),
  )
  for (const { operation } of guarded.filter(each => each.operation.method === 'GET')) {
    const reply = await app.inject({ url: addressOf(operation), headers: { 'private-token': secret } })
    expect([operation.name, reply.statusCode]).toEqual([operation.name, 403])
  }
})

test('PERM-002 a deploy token is nobody’s token at REST, GraphQL and the sockets, and opens no page of its project', async () => {
  const { app, as, project, listen } = await appWorld([openGraphqlDoor])
  const { username, token } = await as('root').call(createProjectDeployToken, {
    id: project.id,
    name: 'machine',
    scopes: ['read_repository'],
  })
  const basic = `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`
  const wrong: string[] = []
  for (const { operation, byDeployToken, byOwnKey } of answers) {
    const { method, name } = operation
    if (byOwnKey === true) continue
    const ask = (headers: Record<string, string>) =>
      app.inject({ method: method as 'GET', url: addressOf(operation), headers })
    for (const headers of [{ 'private-token': token }, { authorization: `Bearer ${token}` }]) {
      const { statusCode } = await ask(headers)
      if (statusCode !== 401) wrong.push(`${name} ${statusCode}`)
    }
    if (byDeployToken === true || method !== 'GET') continue
    // With basic authentication the caller is anonymous, as without it.
    const [given, none] = [await ask({ authorization: basic }), await ask({})]
    if (given.statusCode !== none.statusCode) wrong.push(`${name} ${given.statusCode} ${none.statusCode}`)
  }
  expect(wrong).toEqual([])
  expect(answers.filter(each => each.byDeployToken).map(each => each.operation.name)).toEqual(['showArchive'])
  expect(answers.filter(each => each.byOwnKey).map(each => each.operation.name)).toEqual([
    'reportReplica',
    'getRepositoryChecksums',
    'getRepositoryRefs',
    'getRepositoryPack',
    'getStoredFile',
    'receiveAlert',
    'receiveAlertOfIntegration',
    'receivePrometheusAlerts',
  ])
  const archive = (authorization?: string) =>
    app
      .inject({ url: '/weft/loom/-/archive/main.zip', headers: authorization === undefined ? {} : { authorization } })
      .then(({ statusCode, body }) => [statusCode, JSON.parse(body).message])
  expect(await archive()).toEqual([404, '404 Project Not Found'])
  // The code is reached; there is none in this world.
  expect(await archive(basic)).toEqual([404, '404 File Not Found'])
  expect(await archive(`Basic ${Buffer.from(`${username}:gldt-wrong`).toString('base64')}`)).toEqual([
    401,
    'Invalid deploy token',
  ])
  const headers = { authorization: `Bearer ${token}` }
  const payload = { query: '{ currentUser { id } }' }
  const graphql = await app.inject({ method: 'POST', url: '/api/graphql', headers, payload })
  expect(graphql.statusCode).toBe(401)
  const socket = new WebSocket(`ws://127.0.0.1:${await listen()}/-/cable?private_token=${token}`, 'actioncable-v1-json')
  onTestFinished(() => socket.terminate())
  const [code] = await once(socket, 'close')
  expect(code).toBe(1008)
})

test('PERM-002 GraphQL asks for a scope of the API, to change something for the whole of it', async () => {
  const { app, users, token } = await appWorld([openGraphqlDoor])
  const ask = async (scope: string, query: string) => {
    const headers = { 'private-token': await token(users.rita.id, [scope]) }
    const reply = await app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })
    return { status: reply.statusCode, text: reply.body }
  }
  const change = 'mutation { todosMarkAllDone(input: {}) { errors } }'
  expect((await ask('read_api', change)).text).toContain('"todosMarkAllDone":null')
  expect((await ask('api', change)).text).toContain('"errors":[]')
})

test('PERM-002 sockets take a token of the API’s scopes, the pages’ own socket none at all', async () => {
  const { users, token, listen, build } = await appWorld([openGraphqlDoor])
  const port = await listen()
  const issue = await build.issue()
  const closed = async (address: string, protocol: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${address}`, protocol)
    onTestFinished(() => socket.terminate())
    const [code] = await once(socket, 'close')
    return code
  }
  for (const scope of ['read_user', 'read_repository', 'write_repository', 'self_rotate']) {
    const secret = await token(users.rita.id, [scope])
    expect(await closed(`/-/cable?private_token=${secret}`, 'actioncable-v1-json')).toBe(1008)
    expect(await closed(`/api/graphql?private_token=${secret}`, 'graphql-transport-ws')).toBe(4401)
  }
  const secret = await token(users.rita.id, ['api'])
  const live = new WebSocket(`ws://127.0.0.1:${port}/-/live?private_token=${secret}`, {
    headers: { 'private-token': secret, cookie: `_weft_session=${secret}` },
  })
  onTestFinished(() => live.terminate())
  await once(live, 'open')
  live.send(JSON.stringify({ subscribe: [`issue:${issue.id}`] }))
  const [refused] = await once(live, 'message')
  expect(JSON.parse(String(refused))).toEqual({ refused: [`issue:${issue.id}`] })
})
