import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { GroupPart } from '#contract/monitor/error-tracking/error-words.ts'
import {
  createErrorClientKey,
  getErrorDetails,
  listErrorEvents,
  listErrors,
  setErrorTrackingSettings,
  updateErrorStatus,
} from '#contract/monitor/error-tracking/errors.ts'
import { readEvent } from '#server/monitor/error-tracking/read-event.ts'
import { appWorld } from '#test/world/app.ts'
import { openErrorEventsDoor } from './door.ts'

/** An event of a Sentry SDK, without the parts on which no group depends, and the name of its cause. */
interface RecordedEvent {
  readonly cause: string
  readonly release?: string
}

const golden = new URL('../../../test/golden/error-events/', import.meta.url)
const recorded = readdirSync(golden).flatMap(file =>
  readFileSync(new URL(file, golden), 'utf8')
    .trim()
    .split('\n')
    .map((line): RecordedEvent => JSON.parse(line)),
)

async function tracked() {
  const made = await appWorld([openErrorEventsDoor])
  const { app, as, project } = made
  await as('mina').call(setErrorTrackingSettings, { id: project.id, active: true, integrated: true })
  const { sentryDsn } = await as('mina').call(createErrorClientKey, { id: project.id })
  const { username, pathname } = new URL(sentryDsn)
  const url = `${pathname.replace(/\/\d+$/, '')}/api/${project.id}/envelope/?sentry_key=${username}`
  const place = { namespace: project.fullPath }
  /** Sends events in one envelope. @returns their ids */
  const send = async (...events: readonly object[]) => {
    const ids = events.map(() => crypto.randomUUID().replaceAll('-', ''))
    const items = events.map((event, at) => `{"type":"event"}\n${JSON.stringify({ ...event, event_id: ids[at] })}`)
    const reply = await app.inject({ method: 'POST', url, payload: ['{}', ...items].join('\n') })
    expect(reply.statusCode).toBe(200)
    return ids
  }
  const all = async <Row>(page: (cursor?: string) => Promise<{ rows: readonly Row[]; next: string | undefined }>) => {
    const rows: Row[] = []
    let cursor: string | undefined
    do {
      const { next, ...found } = await page(cursor)
      rows.push(...found.rows)
      cursor = next
    } while (cursor !== undefined)
    return rows
  }
  const named = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })
  const list = (issueStatus: 'unresolved' | 'ignored' | 'resolved' = 'unresolved') =>
    all(async cursor => {
      const page = await as('rita').call(listErrors, { ...place, issueStatus, ...named(cursor) })
      return { rows: page.errors, next: page.pagination.next?.cursor }
    })
  const eventsOf = (errorId: number) =>
    all(async cursor => {
      const page = await as('rita').call(listErrorEvents, { ...place, errorId, ...named(cursor) })
      return { rows: page.events, next: page.pagination.next?.cursor }
    })
  const partsOf = async (errorId: number) =>
    (await as('rita').call(getErrorDetails, { ...place, errorId })).error.groupedBy ?? []
  return { ...made, place, send, list, eventsOf, partsOf }
}

test('ERRTRK-023 of the errors that three SDKs report, no group holds two causes, and no cause is in two groups', async () => {
  const { send, list, eventsOf } = await tracked()
  expect(recorded.length).toBeGreaterThanOrEqual(200)
  const causeOf = new Map<string, string>()
  for (let at = 0; at < recorded.length; at += 50) {
    const some = recorded.slice(at, at + 50)
    const ids = await send(...some)
    for (const [index, id] of ids.entries()) causeOf.set(id, some[index]?.cause ?? '')
  }
  const groups: string[] = []
  for (const { id } of await list()) {
    const events = await eventsOf(id)
    groups.push([...new Set(events.map(event => causeOf.get(event.eventId)))].join(' and '))
  }
  expect(groups.toSorted()).toEqual([...new Set(recorded.map(event => event.cause))].toSorted())
})

const stack = (...frames: readonly object[]) => ({ stacktrace: { frames } })
const frame = (called: string, filename = 'shop.js', more: object = {}) => ({
  ...{ function: called, filename, lineno: 7, in_app: true },
  ...more,
})
const raised = (type: string, value: string, ...frames: readonly object[]) => ({
  exception: { values: [{ type, value, ...stack(...frames) }] },
})

test.each<[what: string, first: object, second: object, isSame: boolean]>([
  [
    'a route with an id',
    { ...raised('E', 'No user', frame('find')), transaction: '/users/1' },
    { ...raised('E', 'No user', frame('find')), transaction: '/users/2' },
    true,
  ],
  ['another function', raised('E', 'x', frame('find')), raised('E', 'x', frame('load')), false],
  ['another file', raised('E', 'x', frame('find')), raised('E', 'x', frame('find', 'cart.js')), false],
  ['another type', raised('TypeError', 'x', frame('find')), raised('RangeError', 'x', frame('find')), false],
  ['a moved line', raised('E', 'x', frame('find')), raised('E', 'x', frame('find', 'shop.js', { lineno: 90 })), true],
  [
    'another build of a script',
    raised('E', 'x', frame('Ab', 'https://a.example.com/assets/app.3f2a1b.js')),
    raised('E', 'x', frame('q', 'https://b.example.com/assets/app.9c8d7e.js?v=2')),
    true,
  ],
  [
    'another build by Vite',
    raised('E', 'x', frame('n', '/assets/index-BX3s9aQk.js')),
    raised('E', 'x', frame('t', '/assets/index-DiwrgTda.js')),
    true,
  ],
  [
    'other calls of libraries',
    raised('E', 'x', frame('find'), frame('run', 'node_modules/a/index.js', { in_app: false })),
    raised('E', 'x', frame('find'), frame('step', 'node_modules/b/index.js', { in_app: false })),
    true,
  ],
  [
    'a name that the code puts in',
    raised('E', 'Nobody is ann', frame('find', 'shop.js', { context_line: "throw new E('Nobody is ' + name)" })),
    raised('E', 'Nobody is Bob B.', frame('find', 'shop.js', { context_line: "throw new E('Nobody is ' + name)" })),
    true,
  ],
  [
    'another line of one function',
    raised('KeyError', "'id'", frame('find', 'a.py', { context_line: '  return row[key]' })),
    raised('KeyError', "'id'", frame('find', 'a.py', { context_line: '  return column[key]' })),
    false,
  ],
  [
    'another message of a line that does not spell it',
    raised('E', 'Warp broken', frame('find', 'shop.js', { context_line: '  throw new E(reason)' })),
    raised('E', 'Weft is out', frame('find', 'shop.js', { context_line: '  throw new E(reason)' })),
    true,
  ],
  [
    'another call of a helper that raises errors',
    raised(
      ...(['E', 'Warp broken'] as const),
      frame('check', 'shop.js', { context_line: '  fail(texts.warp)' }),
      frame('fail', 'shop.js', { context_line: '  throw new E(reason)' }),
    ),
    raised(
      ...(['E', 'Weft is out'] as const),
      frame('check', 'shop.js', { context_line: '  fail(texts.weft)' }),
      frame('fail', 'shop.js', { context_line: '  throw new E(reason)' }),
    ),
    false,
  ],
  [
    'another property',
    raised('TypeError', "Cannot read properties of null (reading 'a')", frame('find')),
    raised('TypeError', "Cannot read properties of null (reading 'b')", frame('find')),
    false,
  ],
  [
    'a status',
    raised('E', 'Request failed with status code 404'),
    raised('E', 'Request failed with status code 500'),
    false,
  ],
  [
    'ids, times, addresses and quotes',
    raised('E', 'Order 7 of "ann" at 2026-01-02T03:04:05Z from 10.0.0.1 (0x7f) took 300 ms'),
    raised('E', 'Order 91 of "bob" at 2025-11-30T13:00:00.5+01:00 from 10.9.8.7 (0xff01) took 1.5 s'),
    true,
  ],
  [
    'uuids, mails and links',
    raised('E', 'Job 5f0f3c5e-8a0a-4f6e-9a71-0d1f2b3c4d5e for ann@example.com at https://a.example.com/x?y=1 failed'),
    raised('E', 'Job 00000000-8a0a-4f6e-9a71-0d1f2b3c4d5e for bob@example.org at https://b.example.com/z failed'),
    true,
  ],
  [
    'another service',
    raised('E', 'connect ECONNREFUSED 10.0.0.1:5432'),
    raised('E', 'connect ECONNREFUSED 10.0.0.1:6379'),
    false,
  ],
  ['messages', { message: 'Started in 3 s' }, { message: 'Started in 12 s' }, true],
  [
    'values of a template',
    { logentry: { message: '%s is late', params: ['ann'], formatted: 'ann is late' } },
    { logentry: { message: '%s is late', params: ['bob'], formatted: 'bob is late' } },
    true,
  ],
  [
    'a fingerprint',
    { ...raised('A', 'a', frame('a')), fingerprint: ['x'] },
    { ...raised('B', 'b'), fingerprint: ['x'] },
    true,
  ],
  [
    'a placeholder of no value',
    { ...raised('A', 'a', frame('a')), fingerprint: ['{{ constructor }}'] },
    { ...raised('B', 'b'), fingerprint: ['{{ constructor }}'] },
    true,
  ],
  ['fingerprints', { ...raised('A', 'a'), fingerprint: ['x'] }, { ...raised('A', 'a'), fingerprint: ['y'] }, false],
  [
    'the default and a part of its own',
    { ...raised('A', 'a'), fingerprint: ['{{ default }}', 'x'] },
    { ...raised('B', 'a'), fingerprint: ['{{default}}', 'x'] },
    false,
  ],
  [
    'the default alone',
    raised('A', 'a', frame('a')),
    { ...raised('A', 'a', frame('a')), fingerprint: ['{{ default }}'] },
    true,
  ],
  [
    'another cause of the same error',
    {
      exception: {
        values: [
          { type: 'Timeout', value: 'late' },
          { type: 'E', value: 'Cannot save' },
        ],
      },
    },
    {
      exception: {
        values: [
          { type: 'Refused', value: 'no' },
          { type: 'E', value: 'Cannot save' },
        ],
      },
    },
    false,
  ],
  ['another platform', { ...raised('E', 'x'), platform: 'node' }, { ...raised('E', 'x'), platform: 'python' }, false],
])('ERRTRK-023 %s: two events are one error: %#', async (_what, first, second, isSame) => {
  const { send, list } = await tracked()
  await send(first, second)
  expect(await list()).toHaveLength(isSame ? 1 : 2)
})

test('ERRTRK-014 the page of an error shows of what its group is made', async () => {
  const { send, list, partsOf } = await tracked()
  const refused = { type: 'Refused', value: 'connect ECONNREFUSED 10.0.0.1:5432' }
  const failed = { type: 'SaveError', value: 'Cannot save order 7', ...stack(frame('main'), frame('save')) }
  await send({ platform: 'node', exception: { values: [refused, failed] }, fingerprint: ['{{ default }}', 'north'] })
  const [error] = await list()
  expect(await partsOf(error?.id ?? 0)).toEqual([
    { part: 'platform', value: 'node' },
    { part: 'type', value: 'SaveError' },
    { part: 'message', value: 'Cannot save order …' },
    { part: 'call', value: 'main in shop.js' },
    { part: 'call', value: 'save in shop.js' },
    { part: 'cause', value: 'Refused: connect ECONNREFUSED …:5432' },
    { part: 'fingerprint', value: 'north' },
  ] satisfies readonly GroupPart[])
})

/** The statement of the migration that describes the groups of earlier versions. */
const describeFormerGroups = `insert into${
  readFileSync(new URL('../../../db/migrations/0770-groups-of-errors.sql', import.meta.url), 'utf8').split(
    'insert into',
  )[1]
}`

test.each([
  [
    'frames',
    raised(
      'TypeError',
      'x is not a function',
      frame('main'),
      frame('weave', '/srv/app/loom.js', { context_line: '  x()' }),
    ),
  ],
  ['no frames', raised('TypeError', 'x is not a function')],
])(
  'ERRTRK-023 an error of an earlier version with %s goes on with its latest cause; another cause becomes an error of its own',
  async (_what, event) => {
    const { send, list, db, as, place, eventsOf } = await tracked()
    const former = readEvent(event, Date.now())?.former.fingerprint ?? ''
    await send(event)
    const [old] = await list()
    const errorId = old?.id ?? 0
    await db.updateTable('trackedErrors').set({ fingerprint: former, groupedBy: null }).execute()
    await sql.raw(describeFormerGroups).execute(db)
    await as('dan').call(updateErrorStatus, { ...place, errorId, status: 'ignored' })
    await send({ ...event, release: '2' })
    expect(await list()).toEqual([])
    expect(await list('ignored')).toMatchObject([{ id: errorId, count: 2 }])
    await send(raised('TypeError', 'y is not a function', frame('main'), frame('spin')))
    expect(await list()).toMatchObject([{ message: 'y is not a function' }])
    expect(await eventsOf(errorId)).toHaveLength(2)
  },
)
