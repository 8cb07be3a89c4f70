import { expect, test } from 'vitest'
import {
  changeErrorTrackingSettings,
  createErrorClientKey,
  createIssueFromError,
  errorSettingsPage,
  getErrorDetails,
  getErrorOfIssue,
  getErrorTrackingSettings,
  getStackTrace,
  listErrorClientKeys,
  listErrors,
  revokeErrorClientKey,
  setErrorTrackingSettings,
  updateErrorStatus,
} from '#contract/monitor/error-tracking/errors.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { getIssue } from '#contract/plan/issues/issues.ts'
import { errorFrames } from '#test/world/builders/monitor.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'
import { purgeErrors } from './purge.ts'
import { eventsKept } from './store-events.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function errorWorld() {
  const made = await world()
  const { as, project } = made
  const place = { namespace: project.fullPath }
  const list = async (input: object = {}, who: Member = 'rita') =>
    as(who)
      .call(listErrors, { ...place, ...input })
      .then(page => page.errors.map(error => error.type))
  const linked = async () => {
    const { id } = await made.build.error()
    const { iid } = await as('dan').call(createIssueFromError, { ...place, errorId: id, title: 'It jams' })
    return { errorId: id, iid }
  }
  return { ...made, place, list, linked }
}

test('ERRTRK-002, ERRTRK-004, ERRTRK-027 the list shows unresolved errors, the last seen first', async () => {
  const { build, as, place, list } = await errorWorld()
  await build.error({ type: 'Old', timestamp: minutesAgo(60) })
  await build.error({ type: 'New', timestamp: minutesAgo(1) })
  await build.error({ type: 'Done', status: 'resolved' })
  expect(await list()).toEqual(['New', 'Old'])
  const reply = await as('rita').reply(listErrors, place)
  expect(reply).toMatchObject({
    status: 200,
    headers: { 'poll-interval': '1000' },
    body: {
      errors: [{ title: 'New: The shuttle jams', count: 1, user_count: 0, status: 'unresolved' }, {}],
      pagination: { next: null, previous: null },
      external_url: 'http://weft.test/weft/loom/-/error_tracking',
    },
  })
})

test('ERRTRK-003 the list is sorted by the first event and by the number of events too', async () => {
  const { build, list } = await errorWorld()
  for (const minutes of [90, 5, 4]) await build.error({ type: 'Often', timestamp: minutesAgo(minutes) })
  await build.error({ type: 'Fresh', timestamp: minutesAgo(30) })
  expect(await list()).toEqual(['Often', 'Fresh'])
  expect(await list({ sort: 'first_seen' })).toEqual(['Fresh', 'Often'])
  expect(await list({ sort: 'frequency' })).toEqual(['Often', 'Fresh'])
})

test('ERRTRK-005 the list is filtered by each status', async () => {
  const { build, as, place, list } = await errorWorld()
  for (const status of ['unresolved', 'resolved', 'ignored'] as const) await build.error({ type: status, status })
  for (const status of ['unresolved', 'resolved', 'ignored'])
    expect(await list({ issueStatus: status })).toEqual([status])
  expect(await as('rita').reply(listErrors, { ...place, issueStatus: 'lost' })).toMatchObject({ status: 400 })
  expect(await as('rita').reply(listErrors, { ...place, sort: 'title' })).toMatchObject({ status: 400 })
})

test('ERRTRK-006 the search is trimmed, and finds texts as they are', async () => {
  const { build, list } = await errorWorld()
  await build.error({ type: 'Jam', value: '100% of the picks' })
  await build.error({ type: 'Break', value: '100 of the picks', transaction: 'GET /warp_beams' })
  expect(await list({ searchTerm: '  jam ' })).toEqual(['Jam'])
  expect(await list({ searchTerm: '0%' })).toEqual(['Jam'])
  expect(await list({ searchTerm: 'p_b' })).toEqual(['Break'])
  expect(await list({ searchTerm: '   ' })).toHaveLength(2)
})

test('ERRTRK-010 the cursors lead through all pages and back', async () => {
  const { build, as, place } = await errorWorld()
  for (let number = 1; number <= 45; number += 1)
    await build.error({ type: `E${number}`, timestamp: minutesAgo(50 - number) })
  const page = (cursor?: string) =>
    as('rita')
      .call(listErrors, { ...place, ...(cursor === undefined ? {} : { cursor }) })
      .then(({ errors, pagination: { next, previous } }) => ({
        types: errors.map(error => error.type),
        next,
        previous,
      }))
  const first = await page()
  const second = await page(first.next?.cursor)
  const third = await page(second.next?.cursor)
  expect([...first.types, ...second.types, ...third.types]).toEqual(
    Array.from({ length: 45 }, (_, at) => `E${45 - at}`),
  )
  expect([first.previous, third.next]).toEqual([null, null])
  expect(await page(third.previous?.cursor)).toMatchObject({ types: second.types })
  const back = await page(second.previous?.cursor)
  expect(back).toMatchObject({ types: first.types, previous: null })
  for (const cursor of ['x', 'next.x', `next.${Buffer.from('["a","b"]').toString('base64url')}`])
    expect(await as('rita').reply(listErrors, { ...place, cursor })).toMatchObject({ status: 400 })
})

test('ERRTRK-001, ERRTRK-014 the list takes the same number of statements for 2 and 20 errors, and so does the page of an error', async () => {
  const { build, as, place, statements } = await errorWorld()
  const ask = () => statements(() => as('rita').call(listErrors, place))
  const { id: errorId } = await build.error({ type: 'E1' })
  await build.error({ type: 'E2' })
  await ask()
  const few = await ask()
  for (let number = 3; number <= 20; number += 1) await build.error({ type: `E${number}` })
  expect(await ask()).toBe(few)
  expect(few).toBeLessThanOrEqual(4)
  expect(await statements(() => as('rita').call(getErrorDetails, { ...place, errorId }))).toBeLessThanOrEqual(3)
  expect(await statements(() => as('rita').call(getStackTrace, { ...place, errorId }))).toBeLessThanOrEqual(2)
})

test('ERRTRK-025, ERRTRK-026, ERRTRK-028 the details and the stack trace have the fields of the contract', async () => {
  const { build, as, place } = await errorWorld()
  const { id: errorId } = await build.error()
  const details = await as('rita').reply(getErrorDetails, { ...place, errorId })
  expect(details.body).toMatchObject({
    error: {
      id: errorId,
      status: 'unresolved',
      type: 'Jam',
      message: 'The shuttle jams',
      gitlab_issue: null,
      integrated: true,
    },
  })
  const trace = await as('rita').reply(getStackTrace, { ...place, errorId })
  expect(trace).toMatchObject({
    status: 200,
    body: {
      error: {
        issue_id: errorId,
        stack_trace_entries: [
          { filename: 'main.ts', lineNo: 3, colNo: 1, function: 'main', context: [] },
          {
            filename: 'src/loom.ts',
            lineNo: 41,
            colNo: 7,
            function: 'weave',
            context: [
              [40, '// Before the next pick'],
              [41, "  throw new Jam('The shuttle jams')"],
              [42, '}'],
            ],
          },
        ],
      },
    },
  })
})

test('ERRTRK-011, ERRTRK-013, ERRTRK-029 the status is set by its word, and the answer says it', async () => {
  const { build, as, place, list } = await errorWorld()
  const { id: errorId } = await build.error()
  const set = (status: string) => as('dan').reply(updateErrorStatus, { ...place, errorId, status })
  for (const status of ['ignored', 'resolved', 'unresolved']) {
    expect(await set(status)).toMatchObject({
      status: 200,
      body: { result: { updated: true, closed_issue_iid: null, status } },
    })
    expect(await list({ issueStatus: status })).toEqual(['Jam'])
  }
  expect(await set('RESOLVED')).toMatchObject({ status: 400 })
  expect(await list()).toEqual(['Jam'])
})

test('ERRTRK-017, ERRTRK-029 resolving an error closes its issue, with a note in its history', async () => {
  const { as, db, place, project, linked } = await errorWorld()
  const { errorId, iid } = await linked()
  const { result } = await as('dan').call(updateErrorStatus, { ...place, errorId, status: 'resolved' })
  expect(result).toEqual({ updated: true, closedIssueIid: iid, status: 'resolved' })
  const ref = { id: project.id, issueIid: iid }
  expect(await as('dan').call(getIssue, ref)).toMatchObject({ state: 'closed' })
  const notes = await db.selectFrom('notes').select('body').where('systemAction', '=', 'closed').execute()
  expect(notes).toEqual([{ body: 'closed via error tracking' }])
  const again = await as('dan').call(updateErrorStatus, { ...place, errorId, status: 'resolved' })
  expect(again.result.closedIssueIid).toBeNull()
})

test('ERRTRK-004 an error that occurs after it was resolved is unresolved again; an ignored one, or an event of before, is not', async () => {
  const { build, as, place, list } = await errorWorld()
  const resolved = await build.error({ type: 'Resolved', timestamp: minutesAgo(60) })
  const ignored = await build.error({ type: 'Ignored', timestamp: minutesAgo(60) })
  await as('dan').call(updateErrorStatus, { ...place, errorId: resolved.id, status: 'resolved' })
  await as('dan').call(updateErrorStatus, { ...place, errorId: ignored.id, status: 'ignored' })
  const { storeAgain } = eventsOf(build)
  await storeAgain('Resolved', minutesAgo(30))
  expect(await list()).toEqual([])
  for (const type of ['Resolved', 'Ignored']) await storeAgain(type)
  expect(await list()).toEqual(['Resolved'])
  expect(await list({ issueStatus: 'ignored' })).toEqual(['Ignored'])
})

test('ERRTRK-018 the issue of an error shows its stack trace to those who read errors, and to no one else', async () => {
  const { as, place, linked, build } = await errorWorld()
  const { iid } = await linked()
  const other = await build.issue()
  expect(await as('rita').call(getIssuePage, { ...place, iid })).toMatchObject({ hasError: true })
  const { error } = await as('rita').call(getErrorOfIssue, { ...place, iid })
  expect(error).toMatchObject({ title: 'Jam: The shuttle jams', status: 'unresolved' })
  expect(error.stackTraceEntries).toHaveLength(errorFrames.length)
  const widget = async (who: Member) => {
    const query = `{ project(fullPath: "${place.namespace}") { workItems(iid: "${iid}") { nodes { widgets(onlyTypes: [ERROR_TRACKING]) {
      ... on WorkItemWidgetErrorTracking { identifier status stackTrace { nodes { function } } } } } } } }`
    return (await askGraphql(as(who).ctx, query)).data.project.workItems.nodes[0].widgets[0]
  }
  expect(await widget('rita')).toMatchObject({ identifier: expect.stringMatching(/^\d+$/), status: 'SUCCESS' })
  expect((await widget('rita')).stackTrace.nodes).toHaveLength(errorFrames.length)
  expect(await widget('gus')).toEqual({ identifier: null, status: 'NOT_FOUND', stackTrace: { nodes: [] } })
  expect(await as('gus').call(getIssuePage, { ...place, iid })).toMatchObject({ hasError: false })
  expect(await outcomeOf(as('gus').call(getErrorOfIssue, { ...place, iid }))).toBe('not_found')
  expect(await outcomeOf(as('rita').call(getErrorOfIssue, { ...place, iid: other.iid }))).toBe('not_found')
})

test('ERRTRK-017 an error has one issue, and names it only to those who can see that', async () => {
  const { as, place, linked, db, users } = await errorWorld()
  const { errorId, iid } = await linked()
  const create = (who: Member) =>
    outcomeOf(as(who).call(createIssueFromError, { ...place, errorId, title: 'Again', description: '/close' }))
  expect(await create('dan')).toBe('conflict')
  expect(await create('gus')).toBe('not_found')
  const issueOf = async (who: Member) => (await as(who).call(getErrorDetails, { ...place, errorId })).error.issue
  expect(await issueOf('rita')).toMatchObject({ iid, title: 'It jams', state: 'opened' })
  await db.updateTable('users').set({ state: 'banned' }).where('id', '=', users.dan.id).execute()
  await db.updateTable('issuables').set({ hidden: true }).where('authorId', '=', users.dan.id).execute()
  expect(await issueOf('rita')).toBeNull()
})

test.each<[Member | 'anon', string, string, string]>([
  ['anon', 'not_found', 'not_found', 'not_found'],
  ['nina', 'not_found', 'not_found', 'not_found'],
  ['gus', 'not_found', 'not_found', 'forbidden'],
  ['rita', 'ok', 'forbidden', 'forbidden'],
  ['dan', 'ok', 'ok', 'forbidden'],
  ['mina', 'ok', 'ok', 'ok'],
])('PERM-002 %s: reading errors %s, resolving one %s, the client keys %s', async (who, reads, resolves, keys) => {
  const { build, as, place, project } = await errorWorld()
  const { id: errorId } = await build.error()
  const one = { ...place, errorId }
  expect(await outcomeOf(as(who).call(getErrorDetails, one))).toBe(reads)
  expect(await outcomeOf(as(who).call(getStackTrace, one))).toBe(reads)
  expect(await outcomeOf(as(who).call(listErrors, place))).toBe(reads)
  expect(await outcomeOf(as(who).call(updateErrorStatus, { ...one, status: 'resolved' }))).toBe(resolves)
  expect(await outcomeOf(as(who).call(createErrorClientKey, { id: project.id }))).toBe(keys)
  expect(await outcomeOf(as(who).call(errorSettingsPage, place))).toBe(keys)
})

test('ERRTRK-025, ERRTRK-026, ERRTRK-027 GraphQL gives the errors of a project to those who can read them', async () => {
  const { build, as, linked } = await errorWorld()
  await build.error({ type: 'Other', timestamp: minutesAgo(5) })
  const { errorId, iid } = await linked()
  const ask = (who: Member) =>
    askGraphql(
      as(who).ctx,
      `{ project(fullPath: "weft/loom") { sentryErrors { externalUrl
          errors(first: 1, sort: "last_seen") { nodes { title count status frequency { count } } pageInfo { hasNextPage } }
          found: errors(searchTerm: " other ") { nodes { type } }
          detailedError(id: "gid://gitlab/Gitlab::ErrorTracking::DetailedError/${errorId}") { sentryId gitlabIssuePath integrated tags { level } }
          errorStackTrace(id: "gid://gitlab/Gitlab::ErrorTracking::DetailedError/${errorId}") {
            stackTraceEntries { fileName function line col traceContext { line code } } } } } }`,
    )
  const { data } = await ask('rita')
  expect(data.project.sentryErrors).toMatchObject({
    externalUrl: 'http://weft.test/weft/loom/-/error_tracking',
    errors: {
      nodes: [{ title: 'Jam: The shuttle jams', count: 1, status: 'UNRESOLVED', frequency: [{ count: 1 }] }],
      pageInfo: { hasNextPage: true },
    },
    found: { nodes: [{ type: 'Other' }] },
    detailedError: {
      sentryId: String(errorId),
      gitlabIssuePath: `/weft/loom/-/issues/${iid}`,
      integrated: true,
      tags: { level: 'error' },
    },
    errorStackTrace: {
      stackTraceEntries: [
        { fileName: 'main.ts', line: '3', traceContext: [] },
        { fileName: 'src/loom.ts', function: 'weave', line: '41', col: '7', traceContext: [{ line: 40 }, {}, {}] },
      ],
    },
  })
  expect((await ask('gus')).data.project.sentryErrors).toBeNull()
})

test('ERRTRK-023 settings are set up by PUT, changed by PATCH, and not there before', async () => {
  const { as, project } = await errorWorld()
  const { id } = project
  const mina = as('mina')
  expect(await outcomeOf(mina.call(getErrorTrackingSettings, { id }))).toBe('not_found')
  expect(await outcomeOf(mina.call(changeErrorTrackingSettings, { id, active: true }))).toBe('not_found')
  const set = await mina.reply(setErrorTrackingSettings, { id, active: true, integrated: true })
  expect(set).toMatchObject({
    status: 200,
    body: { active: true, integrated: true, project_name: null, sentry_external_url: null, api_url: null },
  })
  expect(await mina.call(changeErrorTrackingSettings, { id, active: false })).toMatchObject({ active: false })
  expect(await mina.call(getErrorTrackingSettings, { id })).toMatchObject({ active: false })
  expect(await outcomeOf(mina.call(setErrorTrackingSettings, { id, active: true, integrated: false }))).toBe('invalid')
})

test('ERRTRK-023 client keys are created, listed and revoked', async () => {
  const { as, project } = await errorWorld()
  const mina = as('mina')
  const made = await mina.reply(createErrorClientKey, { id: project.id })
  expect(made).toMatchObject({
    status: 201,
    body: { active: true, public_key: expect.stringMatching(/^glet_[0-9a-f]{32}$/) },
  })
  const [key] = await mina.call(listErrorClientKeys, { id: project.id })
  expect(key?.sentryDsn).toBe(`http://${key?.publicKey}@weft.test/api/v4/error_tracking/collector/${project.id}`)
  const ref = { id: project.id, keyId: key?.id ?? 0 }
  expect(await mina.reply(revokeErrorClientKey, ref)).toMatchObject({ status: 204 })
  expect(await outcomeOf(mina.call(revokeErrorClientKey, ref))).toBe('not_found')
  expect(await mina.call(listErrorClientKeys, { id: project.id })).toEqual([])
})

test('ERRTRK-023 the newest events of an error are kept, and its counts include the others', async () => {
  const { build, db, as, place } = await errorWorld()
  const { storeAgain } = eventsOf(build)
  for (let event = 0; event <= eventsKept + 5; event += 1) await storeAgain('Jam', minutesAgo(200 - event))
  const { events } = await db
    .selectFrom('errorEvents')
    .select(db.fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  expect(events).toBe(eventsKept)
  const { errors } = await as('rita').call(listErrors, place)
  expect(errors[0]).toMatchObject({ count: eventsKept + 6 })
})

test('ERRTRK-023 errors that did not occur for 90 days are deleted, unless they have an issue', async () => {
  const { build, db, linked, project } = await errorWorld()
  const { errorId } = await linked()
  await build.error({ type: 'Gone' })
  const { id: recent } = await build.error({ type: 'Recent' })
  await db
    .updateTable('trackedErrors')
    .set({ lastSeenAt: minutesAgo(91 * 1440) })
    .where('id', '<>', recent)
    .execute()
  await db
    .updateTable('errorEvents')
    .set({ occurredAt: minutesAgo(91 * 1440) })
    .where('errorId', '<>', recent)
    .execute()
  const ofUsers = (seenOn: string, userHash: string) => ({ errorId: recent, namespaceId: project.id, userHash, seenOn })
  await db
    .insertInto('errorUsers')
    .values([ofUsers(minutesAgo(92 * 1440), 'gone'), ofUsers(minutesAgo(1440), 'here')])
    .execute()
  await purgeErrors(db)
  const users = await db.selectFrom('errorUsers').select('userHash').execute()
  expect(users).toEqual([{ userHash: 'here' }])
  const left = await db.selectFrom('errorEvents').select('errorId').orderBy('errorId').execute()
  expect(left.map(event => event.errorId)).toEqual([errorId, recent])
})

/** Stores further events of an error as they come, without touching its status. */
function eventsOf({ error }: Awaited<ReturnType<typeof world>>['build']) {
  return {
    storeAgain: (type: string, timestamp = new Date().toISOString()) => error({ type, timestamp, keepsStatus: true }),
  }
}
