import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import {
  createErrorClientKey,
  getStackTrace,
  listErrors,
  revokeErrorClientKey,
  setErrorTrackingSettings,
} from '#contract/monitor/error-tracking/errors.ts'
import { appWorld } from '#test/world/app.ts'
import { openErrorEventsDoor } from './door.ts'

const frames = [
  { filename: 'app.ts', function: 'main', lineno: 1, colno: 2, in_app: true },
  {
    filename: 'src/loom.ts',
    function: 'weave',
    lineno: 41,
    colno: 7,
    pre_context: ['one', 'two'],
    context_line: '  throw new Jam()',
    post_context: ['}'],
    in_app: true,
  },
]

const eventOf = (more: object = {}) => ({
  event_id: randomUUID().replaceAll('-', ''),
  timestamp: Date.now() / 1000 - 60,
  platform: 'node',
  transaction: 'POST /picks',
  exception: { values: [{ type: 'Jam', value: 'The shuttle jams', stacktrace: { frames } }] },
  ...more,
})

const envelopeOf = (...items: readonly (readonly [type: string, content: object])[]) =>
  ['{}', ...items.flatMap(([type, content]) => [JSON.stringify({ type }), JSON.stringify(content)])].join('\n')

async function tracked(settings: Readonly<Record<string, string>> = {}, bodyMs = 30_000) {
  const made = await appWorld([(app, parts) => openErrorEventsDoor(app, parts, bodyMs)], { settings })
  const { app, as, project } = made
  await as('mina').call(setErrorTrackingSettings, { id: project.id, active: true, integrated: true })
  const key = await as('mina').call(createErrorClientKey, { id: project.id })
  const [, address = ''] = /^http:\/\/\w+@weft\.test(\/.*)\/\d+$/.exec(key.sentryDsn) ?? []
  const send = async (what: 'store' | 'envelope', body: string | Buffer, more: Record<string, string> = {}) => {
    const headers = {
      'content-type': what === 'store' ? 'application/json' : 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=sentry.test/1, sentry_key=${key.publicKey}`,
      ...more,
    }
    const reply = await app.inject({
      method: 'POST',
      url: `${address}/api/${project.id}/${what}/`,
      headers,
      payload: body,
    })
    return { status: reply.statusCode, body: reply.body }
  }
  const store = (event: unknown, more?: Record<string, string>) => send('store', JSON.stringify(event), more)
  const list = async () => (await as('rita').call(listErrors, { namespace: project.fullPath })).errors
  return { ...made, key, address, send, store, list }
}

const taken = { status: 200, body: '' }

test('ERRTRK-023, ERRTRK-001 an event that an application sends is shown in the list of errors', async () => {
  const { store, list } = await tracked()
  expect(await store(eventOf({ user: { id: 7 }, release: 'loom@1.2' }))).toEqual(taken)
  expect(await store(eventOf({ user: { id: 8 }, timestamp: Date.now() / 1000 - 3600 }))).toEqual(taken)
  expect(await list()).toMatchObject([
    {
      title: 'Jam: The shuttle jams',
      type: 'Jam',
      culprit: 'POST /picks',
      platform: 'node',
      count: 2,
      userCount: 2,
      status: 'unresolved',
    },
  ])
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('ERRTRK-023 an envelope that is packed with %s is unpacked', async (encoding, pack) => {
  const { send, list } = await tracked()
  const body = envelopeOf(['event', eventOf()], ['transaction', {}])
  expect(await send('envelope', pack(body), { 'content-encoding': encoding })).toEqual(taken)
  expect(await list()).toHaveLength(1)
})

test('ERRTRK-023 an envelope may give the lengths of its items and hold other things', async () => {
  const { send, list } = await tracked()
  const event = JSON.stringify(eventOf({ exception: { values: [{ type: 'Höhe' }] } }))
  const attachment = 'line\n{"type":"event"}\nline'
  const body = `{"dsn":"x"}\n{"type":"attachment","length":${attachment.length}}\n${attachment}\n{"type":"event","length":${Buffer.byteLength(event)}}\n${event}\n`
  expect(await send('envelope', body)).toEqual(taken)
  expect((await list()).map(each => each.type)).toEqual(['Höhe'])
  expect(await send('envelope', envelopeOf(['transaction', {}]))).toEqual(taken)
  expect(await list()).toHaveLength(1)
})

/** The types of all SDKs, and one that no SDK sends yet. */
const droppedTypes = [
  ...['session', 'sessions', 'span', 'transaction', 'log', 'otel_log', 'trace_metric', 'check_in', 'feedback'],
  ...['user_report', 'client_report', 'replay_event', 'replay_recording', 'replay_video', 'profile', 'profile_chunk'],
  ...['statsd', 'metric_buckets', 'attachment', 'raw_security', 'security', 'nel', 'form_data', 'of_the_future'],
]

test('ERRTRK-023 envelope items of all types but event are accepted and dropped, and events beside them are stored', async () => {
  const { send, list } = await tracked()
  for (const type of droppedTypes)
    expect(await send('envelope', `{}\n{"type":"${type}","length":8}\n{\n}\n\0\xff\n`), type).toEqual(taken)
  expect(await list()).toEqual([])
  for (const type of droppedTypes)
    expect(await send('envelope', envelopeOf([type, {}], ['event', eventOf()], [type, [{}]])), type).toEqual(taken)
  expect(await list()).toMatchObject([{ count: droppedTypes.length }])
})

test.each(['before', 'after'])(
  'ERRTRK-023 an attachment of many megabytes %s an event does not cost the event',
  async side => {
    const { send, list } = await tracked()
    const event = ['{"type":"event"}', JSON.stringify(eventOf())]
    const attachment = [`{"type":"attachment","length":${20 * 1024 * 1024}}`, 'x\n'.repeat(10 * 1024 * 1024)]
    const body = ['{}', ...(side === 'before' ? [...attachment, ...event] : [...event, ...attachment])].join('\n')
    expect(await send('envelope', body)).toEqual(taken)
    expect(await send('envelope', gzipSync(body, { level: 1 }), { 'content-encoding': 'gzip' })).toEqual(taken)
    expect(await list()).toMatchObject([{ count: 1 }])
  },
)

test('ERRTRK-023 events that have come whole count, whatever is wrong with the rest of an envelope', async () => {
  const { send, list } = await tracked()
  const whole = () => envelopeOf(['event', eventOf()])
  const ends = [
    '\n{"type":"event"}\n{',
    '\n{"type":"attachment","length":99}\nshort',
    '\nno json\n{}',
    '\n{"type":"event"}\n{}',
    '\n\n',
  ]
  for (const end of ends) expect(await send('envelope', whole() + end), end).toEqual(taken)
  const cut = gzipSync(`${whole()}\n{"type":"attachment"}\n${randomBytes(100_000).toString('hex')}`).subarray(0, 60_000)
  expect(await send('envelope', cut, { 'content-encoding': 'gzip' })).toEqual(taken)
  expect(await list()).toMatchObject([{ count: ends.length + 1 }])
})

test('ERRTRK-023 a tunnel needs no key but the one in the DSN of the envelope', async () => {
  const { app, address, project, key, list } = await tracked()
  const post = async (dsn: unknown, payload: string | Buffer, headers = {}) => {
    const body = Buffer.concat([Buffer.from(`${JSON.stringify({ dsn })}\n`), Buffer.from(payload)])
    const packed = 'content-encoding' in headers ? gzipSync(body) : body
    const url = `${address}/api/${project.id}/envelope/`
    return (
      await app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain', ...headers }, payload: packed })
    ).statusCode
  }
  const item = () => `{"type":"event"}\n${JSON.stringify(eventOf())}`
  expect(await post(key.sentryDsn, item())).toBe(200)
  expect(await post(key.sentryDsn, item(), { 'content-encoding': 'gzip' })).toBe(200)
  expect(await post('http://glet_0@weft.test/1', item())).toBe(404)
  for (const dsn of [undefined, 7, 'x', 'http://weft.test/1']) expect(await post(dsn, item()), String(dsn)).toBe(400)
  expect(await list()).toMatchObject([{ count: 2 }])
})

test.each([
  ['an hour slow', -3_600_000],
  ['a day fast', 86_400_000],
])('ERRTRK-023 sent_at corrects a clock that is %s', async (_what, offMs) => {
  const { send, list } = await tracked()
  const at = Date.now() - 120_000
  const event = JSON.stringify(eventOf({ timestamp: (at + offMs) / 1000 }))
  const sentAt = new Date(Date.now() + offMs).toISOString()
  await send('envelope', `{"sent_at":"${sentAt}"}\n{"type":"event"}\n${event}`)
  const [error] = await list()
  expect(Math.abs(Date.parse(error?.lastSeen ?? '') - at)).toBeLessThan(30_000)
})

test('ERRTRK-023 clients that send too much are told how long to send nothing, also scripts of other origins', async () => {
  const { app, address, project, key } = await tracked({ RATE_LIMITS: 'on' })
  const event = () => `{"type":"event"}\n${JSON.stringify(eventOf({ exception: { values: [{ type: 'Jam' }] } }))}`
  const url = `${address}/api/${project.id}/envelope/?sentry_key=${key.publicKey}`
  const send = () =>
    app.inject({ method: 'POST', url, payload: ['{}', ...Array.from({ length: 100 }, event)].join('\n') })
  let reply = await send()
  for (let sent = 100; reply.statusCode === 200 && sent <= 3_000; sent += 100) reply = await send()
  expect(reply.statusCode).toBe(429)
  const seconds = reply.headers['retry-after']
  expect(seconds).toMatch(/^[1-9]\d?$/)
  expect(reply.headers).toMatchObject({
    'x-sentry-rate-limits': `${seconds}::key`,
    'access-control-expose-headers': expect.stringContaining('Retry-After, X-Sentry-Rate-Limits'),
  })
})

test('ERRTRK-023, ERRTRK-026 the client key may come in the query, and the frames keep their order', async () => {
  const { app, address, project, key, as, list } = await tracked()
  const url = `${address}/api/${project.id}/store?sentry_key=${key.publicKey}`
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/plain' },
    payload: JSON.stringify(eventOf()),
  })
  expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([200, '*'])
  const [error] = await list()
  const { error: trace } = await as('rita').call(getStackTrace, {
    namespace: project.fullPath,
    errorId: error?.id ?? 0,
  })
  expect(trace.stackTraceEntries).toEqual([
    { filename: 'app.ts', lineNo: 1, colNo: 2, function: 'main', context: [], inApp: true },
    {
      filename: 'src/loom.ts',
      lineNo: 41,
      colNo: 7,
      function: 'weave',
      context: [
        [39, 'one'],
        [40, 'two'],
        [41, '  throw new Jam()'],
        [42, '}'],
      ],
      inApp: true,
    },
  ])
})

test('ERRTRK-023 an event that is sent again is counted once', async () => {
  const { store, list } = await tracked()
  const event = eventOf()
  for (const each of [event, event]) await store(each)
  await Promise.all([store(event), store(event), store(eventOf())])
  expect(await list()).toMatchObject([{ count: 2 }])
})

test('ERRTRK-023 events out of order move neither the last moment back nor the first one forward', async () => {
  const { store, list } = await tracked()
  const at = (minutesAgo: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 - minutesAgo * 60_000)
  const [early, middle, late] = [at(90), at(60), at(30)]
  for (const [moment, value] of [
    [middle, 'second'],
    [late, 'third'],
    [early, 'first'],
  ] as const)
    await store(
      eventOf({
        timestamp: moment.toISOString(),
        exception: { values: [{ type: 'Jam', value, stacktrace: { frames } }] },
      }),
    )
  expect(await list()).toMatchObject([
    { firstSeen: early.toISOString(), lastSeen: late.toISOString(), message: 'third', count: 3 },
  ])
})

test('ERRTRK-023 garbage is refused by name, and leaves nothing behind', async () => {
  const { send, store, list } = await tracked()
  const unreadable = { status: 400, body: expect.stringContaining('Failed to parse sentry request') }
  const unsupported = { status: 400, body: expect.stringContaining('Unsupported sentry payload') }
  for (const body of ['', 'no json', '{"a":', '\u0000'])
    expect(await send('store', body), JSON.stringify(body)).toEqual(unreadable)
  for (const event of [null, [], 7, {}, { exception: {} }, { exception: { values: [null, {}] } }, { message: 7 }])
    expect(await store(event), JSON.stringify(event)).toEqual(unsupported)
  expect(await send('store', `${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toEqual(unsupported)
  for (const body of ['', 'no json', '[]', '{}\n{}', '{}\n{"type":"event"}\n{', '{}\n{"type":"event","length":99}\n{}'])
    expect(await send('envelope', body), JSON.stringify(body)).toEqual(unreadable)
  for (const body of ['{}', envelopeOf(['event', {}])])
    expect(await send('envelope', body), JSON.stringify(body)).toEqual(unsupported)
  expect(await send('store', 'no gzip', { 'content-encoding': 'gzip' })).toEqual(unreadable)
  expect(await send('store', '{}', { 'content-encoding': 'zip' })).toEqual(unreadable)
  expect(await send('store', '{}', { 'x-sentry-auth': 'Sentry' })).toEqual(unreadable)
  expect(await list()).toEqual([])
})

test('ERRTRK-023 a body over a megabyte is refused, also one that is small as it comes', async () => {
  const { send, list } = await tracked()
  const long = JSON.stringify(eventOf({ extra: 'x'.repeat(1024 * 1024) }))
  expect(await send('store', long)).toMatchObject({ status: 413 })
  expect(await send('store', gzipSync(long), { 'content-encoding': 'gzip' })).toMatchObject({ status: 413 })
  expect(await list()).toEqual([])
})

test('ERRTRK-023 values of an event that cannot be used are left out', async () => {
  const { store, list } = await tracked()
  const hostile = eventOf({
    event_id: 'none',
    timestamp: '9999-01-01T00:00:00Z',
    platform: { a: 1 },
    level: 'dire',
    transaction: `nil\u0000${'x'.repeat(10_000)}`,
    release: ['1'],
    user: 'rita',
    tags: [['a', '\ud800'], 'b', [1]],
    exception: {
      values: [
        {
          type: 'Jam\n\u0000',
          value: '\ud800'.repeat(5_000),
          stacktrace: { frames: [null, { lineno: -1, filename: 7 }] },
        },
      ],
    },
  })
  expect(await store(hostile)).toEqual(taken)
  expect(await list()).toMatchObject([{ platform: 'other', level: 'error', userCount: 0, count: 1 }])
})

test('ERRTRK-023 a message without an exception is grouped by its template', async () => {
  const { store, list } = await tracked()
  for (const pick of [1, 2])
    await store({ logentry: { message: 'Pick %s is late', formatted: `Pick ${pick} is late` }, level: 'warning' })
  expect(await list()).toMatchObject([{ type: 'Pick %s is late', level: 'warning', count: 2 }])
})

test('ERRTRK-023 a key opens its own project alone, while it is valid and error tracking is on', async () => {
  const { app, as, key, project, address, store, build, list } = await tracked()
  const other = await build.project({ path: 'other' })
  const asked = (projectId: number | string, publicKey: string) =>
    app
      .inject({ method: 'POST', url: `${address}/api/${projectId}/store?sentry_key=${publicKey}`, payload: eventOf() })
      .then(reply => reply.statusCode)
  expect(await asked(other.id, key.publicKey)).toBe(404)
  expect(await asked('x', key.publicKey)).toBe(404)
  expect(await asked(project.id, 'glet_0')).toBe(404)
  const settings = { id: project.id, integrated: true }
  await as('mina').call(setErrorTrackingSettings, { ...settings, active: false })
  expect(await store(eventOf())).toMatchObject({ status: 404 })
  await as('mina').call(setErrorTrackingSettings, { ...settings, active: true })
  await as('mina').call(revokeErrorClientKey, { id: project.id, keyId: key.id })
  expect(await store(eventOf())).toMatchObject({ status: 404 })
  expect(await list()).toEqual([])
})

async function listening(app: FastifyInstance): Promise<AddressInfo> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an address.
  return app.server.address() as AddressInfo
}

test.each([
  ['an event that is too long', 'store', JSON.stringify({ message: 'x'.repeat(2_000_000) }), 413],
  ['an envelope that breaks off', 'envelope', `x\n${'x'.repeat(2_000_000)}`, 400],
  ['an envelope with too many items', 'envelope', `{}\n${'{"type":"session"}\n{}\n'.repeat(200_000)}`, 200],
])('ERRTRK-023 after %s, its connection serves the next request', async (_what, kind, body, status) => {
  const { app, project, address, key } = await tracked()
  const { port } = await listening(app)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const post = async (what: string, payload: string) => {
    const path = `${address}/api/${project.id}/${what}?sentry_key=${key.publicKey}`
    const sending = request({ agent, host: '127.0.0.1', port, path, method: 'POST', timeout: 10_000 })
    sending.on('timeout', () => sending.destroy(new Error('no answer')))
    const isFree = once(agent, 'free')
    sending.end(payload)
    const [answer] = await once(sending, 'response')
    answer.resume()
    await isFree
    return [answer.statusCode, sending.reusedSocket]
  }
  expect(await post(kind, body)).toEqual([status, false])
  expect(await post('store', JSON.stringify(eventOf()))).toEqual([200, true])
})

test('ERRTRK-023 bodies that trickle in do not keep others out', async () => {
  const { app, project, address, key, store } = await tracked({}, 100)
  const { port } = await listening(app)
  const head = `POST ${address}/api/${project.id}/store?sentry_key=${key.publicKey} HTTP/1.1\r\nhost: weft.test\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n{`
  const closed = Array.from({ length: 8 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    onTestFinished(() => void socket.destroy())
    return once(socket.resume(), 'close')
  })
  await Promise.all(closed)
  expect(await store(eventOf())).toEqual(taken)
})

test('ERRTRK-023 one key or network with slow bodies keeps neither other projects nor other networks of its project out', async () => {
  const { app, as, build, users, project, address, key, store } = await tracked()
  const { port } = await listening(app)
  const other = await build.project({ path: 'other', members: { [users.mina.id]: 40 } })
  await as('mina').call(setErrorTrackingSettings, { id: other.id, active: true, integrated: true })
  const { publicKey } = await as('mina').call(createErrorClientKey, { id: other.id })
  const head = `POST ${address}/api/${project.id}/store?sentry_key=${key.publicKey} HTTP/1.1\r\nhost: weft.test\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n`
  const entered = new Set<unknown>()
  app.server.on('request', ({ socket }) => entered.add(socket))
  for (let count = 0; count < 24; count += 1) {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}x-forwarded-for: 192.0.2.7\r\n\r\n{`))
    onTestFinished(() => void socket.destroy())
  }
  await expect.poll(() => entered.size).toBe(24)
  expect(await store(eventOf(), { 'x-forwarded-for': '192.0.2.8' })).toEqual(taken)
  const url = `${address}/api/${other.id}/store?sentry_key=${publicKey}`
  const headers = { 'x-forwarded-for': '192.0.2.7', 'content-type': 'text/plain' }
  // Others of the same network keep its share busy, so the request waits for its turn.
  const waiting = app.inject({ method: 'POST', url, headers, payload: JSON.stringify(eventOf()) })
  const elsewhere = { ...headers, 'x-forwarded-for': '192.0.2.9' }
  const reply = await app.inject({ method: 'POST', url, headers: elsewhere, payload: JSON.stringify(eventOf()) })
  expect(reply.statusCode).toBe(200)
  app.server.closeAllConnections()
  expect((await waiting).statusCode).toBe(200)
})
