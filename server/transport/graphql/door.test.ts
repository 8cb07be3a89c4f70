import type { AddressInfo } from 'node:net'
import { GraphQLError } from 'graphql'
import { createClient } from 'graphql-ws'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { load } from '#server/access/load.ts'
import { transact } from '#server/context.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { appWorld } from '#test/world/app.ts'
import { world } from '#test/world/world.ts'
import { openGraphqlDoor } from './door.ts'
import { performGraphql } from './perform.ts'

/** The app with this door, in a world of its own; `tell` speaks as the live hub does. */
async function opened() {
  const made = await appWorld([openGraphqlDoor])
  const { app } = made
  const session = async (userId: number) => `_weft_session=${await made.session(userId)}`
  const post = async (
    payload: object | string,
    headers: Readonly<Record<string, string>> = {},
    url = '/api/graphql',
  ) => {
    const reply = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  return { ...made, session, post }
}

const who = '{ currentUser { username } }'

test('ASSIGN-026 one asks by header, bearer or parameter, with and without a slash at the end', async () => {
  const { post, token, users } = await opened()
  const secret = await token(users.rita.id, ['read_api'])
  const mine = { status: 200, body: { data: { currentUser: { username: 'rita' } } } }
  expect(await post({ query: who }, { 'private-token': secret })).toEqual(mine)
  expect(await post({ query: who }, { authorization: `Bearer ${secret}` })).toEqual(mine)
  expect(await post({ query: who }, {}, `/api/graphql/?private_token=${secret}`)).toEqual(mine)
  expect(await post({ query: who })).toEqual({ status: 200, body: { data: { currentUser: null } } })
})

test('a wrong token, and one that may not ask at all', async () => {
  const { post, token, users } = await opened()
  expect(await post({ query: who }, { 'private-token': 'glpat-wrong' })).toEqual({
    status: 401,
    body: { errors: [{ message: 'Invalid token' }] },
  })
  const weak = await token(users.rita.id, ['read_user'])
  expect((await post({ query: who }, { 'private-token': weak })).status).toBe(403)
})

test('a blocked user is refused', async () => {
  const { post, token, build } = await opened()
  const blocked = await build.user({ state: 'blocked' })
  const answer = await post({ query: who }, { 'private-token': await token(blocked.id) })
  expect(answer.status).toBe(403)
  expect(answer.body.errors[0].message).toContain('blocked')
})

test('several at once are answered in their order, and a wrong one spoils no other', async () => {
  const { post } = await opened()
  const answer = await post([
    { query: '{ echo(text: "1") }' },
    { query: '{ nothing }' },
    { query: '{ echo(text: "2") }' },
  ])
  expect(answer.status).toBe(200)
  expect(answer.body[0]).toEqual({ data: { echo: 'nil says: 1' } })
  expect(answer.body[1].errors[0]).toMatchObject({
    extensions: { code: 'undefinedField', typeName: 'Query', fieldName: 'nothing' },
  })
  expect(answer.body[2]).toEqual({ data: { echo: 'nil says: 2' } })
})

test('variables as an object or as JSON text; others are refused', async () => {
  const { post } = await opened()
  const query = 'query($text: String!) { echo(text: $text) }'
  expect((await post({ query, variables: { text: 'a' } })).body.data.echo).toBe('nil says: a')
  expect((await post({ query, variables: '{"text":"b"}' })).body.data.echo).toBe('nil says: b')
  expect((await post({ query, variables: '{"text"' })).status).toBe(422)
  expect((await post({ query, variables: [1] })).status).toBe(422)
  const missing = await post({ query })
  expect(missing.status).toBe(200)
  expect(missing.body.errors[0].message).toContain('$text')
})

test('a query comes again, compiled, and says the same', async () => {
  const { post, token, users, build } = await opened()
  const headers = { 'private-token': await token(users.rita.id) }
  const issue = await build.issue({ title: 'Again' })
  const query = 'query($id: IssueID!) { issue(id: $id) { iid title author { username } labels { nodes { title } } } }'
  const variables = { id: `gid://gitlab/Issue/${issue.id}` }
  const first = await post({ query, variables }, headers)
  expect(first.body.data.issue.title).toBe('Again')
  for (let times = 0; times < 8; times += 1) {
    expect(await post({ query, variables }, headers)).toEqual(first)
    await new Promise(resolve => setImmediate(resolve))
  }
  const wrong = await post({ query, variables: { id: 'x' } }, headers)
  expect(wrong.body.errors[0].message).toContain('"x" is not a valid Global ID')
})

test('a repeated mutation leaves fields unchanged whose variables have no value', async () => {
  const { post, token, users, build, project, db } = await opened()
  const headers = { 'private-token': await token(users.rita.id) }
  const issue = await build.issue({ weight: 3 })
  const query = `mutation($path: ID!, $iid: String!, $title: String, $weight: Int) {
    updateIssue(input: { projectPath: $path, iid: $iid, title: $title, weight: $weight }) { errors } }`
  for (let times = 0; times < 8; times += 1) {
    const variables = { path: project.fullPath, iid: String(issue.iid), title: `Title ${times}` }
    expect((await post({ query, variables }, headers)).body.data.updateIssue.errors).toEqual([])
    await new Promise(resolve => setImmediate(resolve))
  }
  const { weight } = await db
    .selectFrom('issuables')
    .select('weight')
    .where('id', '=', issue.id)
    .executeTakeFirstOrThrow()
  expect(weight).toBe(3)
})

test('of several operations each is its own, however often they come', async () => {
  const { post } = await opened()
  const query = 'query One { echo(text: "1") } query Two { echo(text: "2") }'
  for (let times = 0; times < 6; times += 1) {
    expect((await post({ query, operationName: 'One' })).body.data.echo).toBe('nil says: 1')
    expect((await post({ query, operationName: 'Two' })).body.data.echo).toBe('nil says: 2')
    await new Promise(resolve => setImmediate(resolve))
  }
  expect((await post({ query })).body.errors[0].message).toBe('An operation name is required')
})

test('PLATFORM-011 what only newer servers know, and is marked so, is null here', async () => {
  const { post, token, users, build } = await opened()
  const headers = { 'private-token': await token(users.rita.id) }
  const issue = await build.issue({ title: 'Old' })
  const query = `query($id: IssueID!, $first: Int) {
    issue(id: $id) { title iid @gl_introduced(version: "1.0.0") ...news labels { nodes { id, shade: shadow @gl_introduced(version: "99.0.0") } } }
    future(first: $first) @gl_introduced(version: "99.0.0") { nodes { id } }
  }
  fragment news on Issue { another: novelty @gl_introduced(version: "99.0.0") { ...deep } }
  fragment deep on Novelty { id }`
  const answer = await post({ query, variables: { id: `gid://gitlab/Issue/${issue.id}`, first: 3 } }, headers)
  expect(answer).toEqual({
    status: 200,
    body: {
      data: { issue: { title: 'Old', iid: String(issue.iid), another: null, labels: { nodes: [] } }, future: null },
    },
  })
  const unmarked = await post({ query: '{ future }' }, headers)
  expect(unmarked.body.errors[0].message).toContain('Cannot query field')
})

test('PLATFORM-011 a query comes in parts, with the files it names', async () => {
  const { app, token, users } = await opened()
  const secret = await token(users.rita.id)
  const send = async (parts: Readonly<Record<string, string>>, file?: string, who = secret) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(parts)) form.append(name, value)
    if (file !== undefined) form.append(file, new Blob(['text']), 'a.txt')
    const request = new Request('http://weft.test', { method: 'POST', body: form })
    const reply = await app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { 'content-type': request.headers.get('content-type') ?? '', 'private-token': who },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return { status: reply.statusCode, type: reply.headers['content-type'], body: reply.json() }
  }
  const operations = JSON.stringify({
    query: 'query($text: String!) { echo(text: $text) }',
    variables: { text: 'a', file: null },
  })
  expect(await send({ operations, map: '{"0":["variables.file"]}' }, '0')).toEqual({
    status: 200,
    type: 'application/json',
    body: { data: { echo: 'rita says: a' } },
  })
  expect((await send({ operations, map: '{"0":["variables.file"]}' }, '0', '')).status).toBe(401)
  expect((await send({ operations, map: '{}' })).status).toBe(200)
  expect((await send({ operations, map: '{"0":["variables.other"]}' }, '0')).status).toBe(422)
  expect((await send({ operations, map: '{"1":["variables.file"]}' }, '0')).status).toBe(422)
  expect((await send({ operations: '{', map: '{}' })).status).toBe(422)
})

test('PLATFORM-011 a page to try queries on needs no script of its own address', async () => {
  const { app } = await opened()
  const page = await app.inject('/-/graphql-explorer')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const [, source] = /<script type="module" src="([^"]+)">/.exec(page.body) ?? []
  const script = await app.inject(source ?? '')
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
})

test('ERRMSG-101 GET answers queries and refuses mutations, with a sentence and a list of errors', async () => {
  const { app, token, users } = await opened()
  const headers = { 'private-token': await token(users.rita.id) }
  const ask = (query: string) => app.inject({ url: `/api/graphql?query=${encodeURIComponent(query)}`, headers })
  expect((await ask(who)).json()).toEqual({ data: { currentUser: { username: 'rita' } } })
  const refused = await ask('mutation { todosMarkAllDone(input: {}) { errors } }')
  expect(refused.statusCode).toBe(422)
  const message = 'Mutations are forbidden in GET requests'
  expect(refused.json()).toEqual({ message, errors: [{ message }] })
})

test('a mutation by cookie carries the authenticity token; by a token that only reads it finds nothing', async () => {
  const { post, session, token, users } = await opened()
  const cookie = await session(users.rita.id)
  const mutation = { query: 'mutation { todosMarkAllDone(input: {}) { errors todos { id } } }' }
  expect((await post({ query: who }, { cookie })).body.data.currentUser.username).toBe('rita')
  expect((await post(mutation, { cookie })).status).toBe(422)
  expect((await post(mutation, { cookie, 'x-csrf-token': 'wrong' })).status).toBe(422)
  const done = { data: { todosMarkAllDone: { errors: [], todos: [] } } }
  expect(await post(mutation, { cookie, 'x-csrf-token': 'the-token' })).toEqual({ status: 200, body: done })
  const reader = await post(mutation, { 'private-token': await token(users.rita.id, ['read_api']) })
  expect(reader.body.data.todosMarkAllDone).toBeNull()
  expect(reader.body.errors[0].message).toContain("does not exist or you don't have permission")
})

test.each([
  ['too long', `{ echo(text: "${'x'.repeat(10_000)}") }`, 422, 'Query too large'],
  [
    'too deep',
    `{ ${'group(fullPath: "a") { parent { parent { parent { parent { '.repeat(1)}${'parent { '.repeat(14)}id${' }'.repeat(19)} }`,
    200,
    'depth',
  ],
  [
    'too dear',
    `{ ${Array.from({ length: 201 }, (_each, place) => `a${place}: echo(text: "x")`).join(' ')} }`,
    200,
    'complexity',
  ],
  ['no query at all', '{', 200, 'Syntax Error'],
  ['empty', ' ', 422, 'missing'],
])('a query that is %s is refused', async (_what, query, status, message) => {
  const { post } = await opened()
  const answer = await post({ query })
  expect(answer.status).toBe(status)
  expect(answer.body.data).toBeUndefined()
  expect(answer.body.errors[0].message).toContain(message)
})

test('everybody may look at the schema', async () => {
  const { post } = await opened()
  const answer = await post({
    query:
      '{ __schema { queryType { name } types { name fields { name type { name kind ofType { name ofType { name ofType { name } } } } } } } }',
  })
  expect(answer.body.data.__schema.queryType.name).toBe('Query')
})

test('what nobody expected is told without a detail', async () => {
  const { as } = await world()
  const bug = new Error('the secret of the house')
  const failed = await performGraphql(
    as('rita').ctx,
    { query: '{ echo(text: "x") }', variables: {}, operationName: null },
    async () => ({ data: null, errors: [new GraphQLError(bug.message, { originalError: bug })] }),
    { mayWrite: true },
  )
  expect(failed).toMatchObject({ status: 500, body: { errors: [{ message: 'Internal server error' }] }, bugs: [bug] })
  expect(JSON.stringify(failed.body)).not.toContain('secret')
})

test('ASSIGN-030 who may read an issue hears of its assignees, and of nothing else, as long as they may', async () => {
  const made = await opened()
  const { app, token, users, build, as, db, tell, listeners } = made
  const doors = listeners.size
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const issue = await build.issue({ authorId: users.olga.id })
  const change = async (changes: Parameters<typeof changeIssuable>[2]) => {
    const { ctx } = as('olga')
    await transact(ctx, async inner => {
      await changeIssuable(inner, await load(inner, 'issuable:set-metadata', issueById, { issueId: issue.id }), changes)
    })
    tell([`issue:${issue.id}`])
  }
  const secret = await token(users.gus.id, ['read_api'])
  const client = createClient({
    url: `ws://127.0.0.1:${port}/api/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { headers: { authorization: `Bearer ${secret}` } })
      }
    },
    lazy: true,
    retryAttempts: 0,
  })
  onTestFinished(() => void client.dispose())
  const heard = client.iterate({
    query:
      'subscription($id: IssuableID!) { issuableAssigneesUpdated(issuableId: $id) { ... on Issue { id assignees { nodes { username } } } } }',
    variables: { id: `gid://gitlab/Issue/${issue.id}` },
  })
  const first = heard.next()
  await expect.poll(() => listeners.size).toBe(doors + 1)
  await change({ weight: 4 })
  await change({ assignees: { replace: ['dan'] } })
  const assigned = (names: readonly string[]) => ({
    data: {
      issuableAssigneesUpdated: {
        id: `gid://gitlab/Issue/${issue.id}`,
        assignees: { nodes: names.map(username => ({ username })) },
      },
    },
  })
  expect((await first).value).toEqual(assigned(['dan']))
  const second = heard.next()
  await change({ assignees: { replace: [] } })
  expect((await second).value).toEqual(assigned([]))
  const third = heard.next()
  await db.updateTable('issuables').set({ confidential: true }).where('id', '=', issue.id).execute()
  await change({ assignees: { replace: ['rita'] } })
  expect(await third).toEqual({ done: true, value: undefined })
  await expect.poll(() => listeners.size).toBe(doors)
})
