import { request as httpRequest } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import {
  createFeatureFlag,
  createFlagToken,
  createFlagUserList,
  getFeatureFlagPage,
  revokeFlagToken,
  rotateFlagToken,
  switchFeatureFlag,
  updateFeatureFlag,
} from '#contract/deploy/feature-flags/flags.ts'
import { createFlagSegment, updateFlagSegment } from '#contract/deploy/feature-flags/segments.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { appWorld } from '#test/world/app.ts'
import { openFeatureFlagsDoor } from './door.ts'

type Headers = Readonly<Record<string, string>>

async function served() {
  const made = await appWorld([openFeatureFlagsDoor], { isLive: true })
  const { app, as, project, listen } = made
  const { id, fullPath: namespace } = project
  const base = `/api/v4/feature_flags/unleash/${id}`
  const token = (kind: 'instance' | 'client' | 'frontend', environment: string | null = 'production') =>
    as('mina').call(createFlagToken, { id, kind, environment: kind === 'instance' ? null : environment })
  const list = await as('dan').call(createFlagUserList, { id, name: 'Weavers', userXids: 'ann,ben' })
  await as('dan').call(createFeatureFlag, {
    id,
    name: 'new_loom',
    strategies: [
      { name: 'gitlabUserList', userListId: list.id, scopes: [{ environmentScope: 'production' }] },
      { name: 'default', scopes: [{ environmentScope: 'staging' }] },
    ],
  })
  const get = async (path: string, headers: Headers = {}) => {
    // The doors hear of a change just after it was answered.
    await new Promise(setImmediate)
    const reply = await app.inject({ method: 'GET', url: `${base}${path}`, headers })
    return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? null : reply.json() }
  }
  const post = async (path: string, payload: unknown, headers: Headers = {}) => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const url = `${base}${path}`
    const reply = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })
    return { status: reply.statusCode, body: reply.body }
  }
  const turn = (environment: string, on: boolean) =>
    as('dan').call(switchFeatureFlag, { namespace, iid: 1, environment, on })
  return { ...made, id, namespace, base, token, get, post, turn, listen }
}

const withToken = ({ token }: { readonly token: string }): Headers => ({ authorization: token })
const withInstance = ({ token }: { readonly token: string }, appName: string): Headers => ({
  ...{ 'unleash-instanceid': token, 'unleash-appname': appName },
})

test('FLAG-003 GitLab’s clients get the flags of the environment they name', async () => {
  const { token, get } = await served()
  const instance = await token('instance')
  const { status, body } = await get('/client/features', withInstance(instance, 'production'))
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      version: 1,
      features: [
        {
          ...{ name: 'new_loom', description: '', type: 'release', enabled: true },
          strategies: [{ name: 'userWithId', parameters: { userIds: 'ann,ben' }, constraints: [], variants: [] }],
        },
      ],
    },
  })
  const flagIn = async (appName: string) =>
    (await get(`/features?instance_id=${instance.token}&app_name=${appName}`)).body.features[0]
  expect(await flagIn('staging')).toMatchObject({ enabled: true, strategies: [{ name: 'default' }] })
  // An enabled flag without strategies would be on for everyone.
  expect(await flagIn('review')).toMatchObject({ enabled: false, strategies: [] })
})

test('a client that knows the flags gets 304 until one changes', async () => {
  const { token, get, turn } = await served()
  const client = await token('client')
  const first = await get('/client/features', withToken(client))
  const again = () => get('/client/features', { ...withToken(client), 'if-none-match': String(first.headers.etag) })
  expect(await again()).toMatchObject({ status: 304, body: null })
  await turn('staging', false)
  expect((await again()).status).toBe(304)
  await turn('production', false)
  expect(await again()).toMatchObject({ status: 200, body: { features: [{ name: 'new_loom', enabled: false }] } })
})

test('a poll over a connection is answered from memory as it is at first', async () => {
  const { token, turn, listen, base } = await served()
  const client = await token('client')
  const url = `http://127.0.0.1:${await listen()}${base}/client/features`
  const poll = async (headers: Headers) => {
    const reply = await fetch(url, { headers })
    return { status: reply.status, etag: reply.headers.get('etag') ?? '', body: await reply.text() }
  }
  const first = await poll(withToken(client))
  expect(await poll(withToken(client))).toEqual(first)
  const known = { ...withToken(client), 'if-none-match': first.etag }
  expect(await poll(known)).toEqual({ status: 304, etag: first.etag, body: '' })
  expect((await poll(withToken(await token('frontend')))).status).toBe(403)
  expect((await poll({})).status).toBe(401)
  const instance = await token('instance')
  for (const _ of [1, 2]) expect((await poll(withInstance(instance, 'a'.repeat(256)))).status).toBe(400)
  await turn('production', false)
  await new Promise(setImmediate)
  const changed = await poll(known)
  expect(changed.status).toBe(200)
  expect(JSON.parse(changed.body)).toMatchObject({ features: [{ enabled: false }] })
})

test('a token opens the flags of its project and nothing else', async () => {
  const { app, as, id, token, get, post, build, base } = await served()
  const client = await token('client')
  const other = await build.project({ path: 'other' })
  const elsewhere = await app.inject({
    url: `${base.replace(String(id), String(other.id))}/client/features`,
    headers: withToken(client),
  })
  expect(elsewhere.statusCode).toBe(401)
  for (const headers of [{ 'private-token': client.token }, { authorization: `Bearer ${client.token}` }])
    for (const url of [`/api/v4/projects/${id}/feature_flags`, '/api/v4/user'])
      expect((await app.inject({ url, headers })).statusCode).toBe(401)
  for (const headers of [{}, { authorization: 'glffct-wrong' }, { authorization: 'Basic eDp5' }])
    expect((await get('/client/features', headers)).status).toBe(401)
  expect((await get('/frontend', withToken(client))).status).toBe(403)
  expect((await get('/client/features', withToken(await token('frontend')))).status).toBe(403)
  expect((await post('/client/metrics', {})).status).toBe(401)
  const fresh = await as('mina').call(rotateFlagToken, { id, tokenId: client.id })
  expect((await get('/client/features', withToken(client))).status).toBe(401)
  expect((await get('/client/features', withToken(fresh))).status).toBe(200)
  await as('mina').call(revokeFlagToken, { id, tokenId: client.id })
  expect((await get('/client/features', withToken(fresh))).status).toBe(401)
})

test('a project that turns feature flags off serves none', async () => {
  const { as, id, token, get } = await served()
  const client = await token('client')
  expect((await get('/client/features', withToken(client))).status).toBe(200)
  await as('root').call(updateProject, { id, featureFlagsAccessLevel: 'disabled' } as never)
  expect((await get('/client/features', withToken(client))).status).toBe(401)
})

test('the frontend API evaluates flags for the user in the query, with variants', async () => {
  const { as, id, token, get, post } = await served()
  const frontend = await token('frontend')
  const toggles = async (query: string) => (await get(`/frontend?${query}`, withToken(frontend))).body.toggles
  expect(await toggles('userId=cem')).toEqual([])
  expect(await toggles('userId=ann')).toMatchObject([
    { name: 'new_loom', enabled: true, variant: { name: 'disabled', enabled: false } },
  ])
  await as('dan').call(updateFeatureFlag, {
    ...{ id, featureFlagName: 'new_loom' },
    strategies: [
      {
        name: 'default',
        constraints: [{ contextName: 'country', operator: 'IN', values: ['de'] }],
        variants: [{ name: 'blue', weight: 1000, payload: { type: 'string', value: 'b' } }],
      },
    ],
  })
  expect(await toggles('userId=cem&properties[country]=de')).toMatchObject([
    { variant: { name: 'blue', enabled: true, payload: { type: 'string', value: 'b' } } },
  ])
  const posted = await post(
    '/frontend',
    { context: { userId: 'cem', properties: { country: 'de' } } },
    withToken(frontend),
  )
  expect(JSON.parse(posted.body)).toMatchObject({ toggles: [{ name: 'new_loom' }] })
})

test('a page of another site may ask the frontend API', async () => {
  const { app, base } = await served()
  const reply = await app.inject({
    ...{ method: 'OPTIONS', url: `${base}/frontend` },
    headers: {
      origin: 'https://shop.test',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,if-none-match,unleash-sdk',
    },
  })
  expect(reply.headers['access-control-allow-origin']).toBe('*')
  const allowed = String(reply.headers['access-control-allow-headers']).toLowerCase().split(', ')
  expect(allowed).toEqual(expect.arrayContaining(['authorization', 'if-none-match', 'unleash-sdk', 'unleash-appname']))
})

test('flags stay while the database is away', async () => {
  const { db, token, get, tell } = await served()
  const client = await token('client')
  const { body } = await get('/client/features', withToken(client))
  const away = new Error('the database is away')
  const failing = { executeQuery: () => Promise.reject(away) }
  const executor = db.getExecutor()
  Object.defineProperty(db, 'getExecutor', {
    configurable: true,
    value: () => Object.assign(Object.create(executor), failing),
  })
  onTestFinished(() => void Reflect.deleteProperty(db, 'getExecutor'))
  tell(['*'])
  expect(await get('/client/features', withToken(client))).toMatchObject({ status: 200, body })
})

test('reports of clients are counted for flags of the project, by environment', async () => {
  const { app, as, namespace, token, post } = await served()
  const client = await token('client')
  const metrics = (toggles: unknown, path = '/client/metrics') =>
    post(path, { appName: 'shop', bucket: { toggles } }, withToken(client))
  expect(await metrics({ new_loom: { yes: 7, no: 3 }, strange: { yes: 1, no: 1 } })).toEqual({ status: 202, body: '' })
  expect((await metrics({ new_loom: { yes: -5, no: 'x' } })).status).toBe(202)
  expect((await metrics([])).status).toBe(400)
  expect((await post('/client/metrics', '{"bucket":', withToken(client))).status).toBe(400)
  expect(await post('/client/register', { appName: 'shop' }, withToken(client))).toEqual({ status: 202, body: '' })
  await app.close()
  const page = await as('dan').call(getFeatureFlagPage, { namespace, iid: 1 })
  expect(page.usage).toMatchObject([{ environment: 'production', yes: 7, no: 3 }])
  expect(page.flag.environments).toMatchObject([
    { name: 'production', requests: 10 },
    { name: 'staging', requests: 0 },
  ])
})

test('an environment whose name cannot be stored holds up no other counts', async () => {
  const { app, as, namespace, token, post } = await served()
  const { token: instance_id } = await token('instance')
  for (const appName of ['\u0000', 'a\u0000b', 'a\ud800b', 'production'])
    expect(
      (await post('/client/metrics', { instance_id, appName, bucket: { toggles: { new_loom: { yes: 1, no: 1 } } } }))
        .status,
    ).toBe(200)
  await app.close()
  const page = await as('dan').call(getFeatureFlagPage, { namespace, iid: 1 })
  expect(page.usage.map(({ environment }) => environment).toSorted()).toEqual(['ab', 'a\ufffdb', 'production'])
})

test('one report after another counts up to 50 environments of a flag', async () => {
  const { app, as, namespace, token, post } = await served()
  const { token: instance_id } = await token('instance')
  const report = (appName: string) =>
    post('/client/metrics', { instance_id, appName, bucket: { toggles: { new_loom: { yes: 1, no: 1 } } } })
  await Promise.all(Array.from({ length: 60 }, (_, nth) => report(`review/${nth}`)))
  await app.close()
  const page = await as('dan').call(getFeatureFlagPage, { namespace, iid: 1 })
  expect(new Set(page.usage.map(({ environment }) => environment)).size).toBe(50)
})

test('a client that streams gets all flags at once and after each change', async () => {
  const { token, turn, listen, base } = await served()
  const client = await token('client')
  const port = await listen()
  const events: { readonly event: string; readonly enabled: boolean }[] = []
  let heard = () => undefined
  const outgoing = httpRequest({ port, path: `${base}/client/streaming`, headers: withToken(client) }, response => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const [, event = '', data = '{}'] = /^event: (.*)\nid: .*\ndata: (.*)\n\n$/.exec(chunk) ?? []
      events.push({ event, enabled: JSON.parse(data).events[0].features[0].enabled })
      heard()
    })
  })
  outgoing.end()
  onTestFinished(() => void outgoing.destroy())
  const until = (count: number) =>
    new Promise<void>(resolve => {
      heard = () => void (events.length >= count && resolve())
      heard()
    })
  await until(1)
  await turn('production', false)
  await until(2)
  expect(events).toEqual([
    { event: 'unleash-connected', enabled: true },
    { event: 'unleash-updated', enabled: false },
  ])
})

test('clients get the constraints of segments with those of each strategy, and follow a change of the segment', async () => {
  const { as, id, token, get } = await served()
  const country = (value: string) => [{ contextName: 'country', operator: 'IN' as const, values: [value] }]
  const segment = await as('dan').call(createFlagSegment, { id, name: 'Alps', constraints: country('at') })
  await as('dan').call(createFeatureFlag, {
    id,
    name: 'alpine',
    strategies: [
      {
        name: 'default',
        segmentIds: [segment.id],
        constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }],
      },
    ],
  })
  const client = withToken(await token('client'))
  const sent = async () => {
    const { body } = await get('/client/features', client)
    const flag = body.features.find((each: { readonly name: string }) => each.name === 'alpine')
    return flag.strategies[0].constraints.map(({ values }: { readonly values: readonly string[] }) => values)
  }
  expect(await sent()).toEqual([['pro'], ['at']])
  await as('dan').call(updateFlagSegment, { id, iid: 1, constraints: country('ch') })
  expect(await sent()).toEqual([['pro'], ['ch']])
  const browser = withToken(await token('frontend'))
  const names = async (words: string) => {
    const { body } = await get(`/frontend?${words}`, browser)
    return body.toggles.map(({ name }: { readonly name: string }) => name)
  }
  expect(await names('country=ch&plan=pro')).toContain('alpine')
  expect(await names('country=at&plan=pro')).not.toContain('alpine')
})
