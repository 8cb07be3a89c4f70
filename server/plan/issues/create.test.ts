import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import {
  createIssue,
  deleteIssue,
  getIssue,
  getProjectIssuesStatistics,
  listParticipants,
  listProjectIssues,
  reorderIssue,
  subscribeToIssue,
  unsubscribeFromIssue,
  updateIssue,
} from '#contract/plan/issues/issues.ts'
import { load } from '#server/access/load.ts'
import { type Context, createContext, transact } from '#server/context.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import { createNote } from '#server/discuss/notes/create.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { openDatabase } from '#server/platform/sql/database.ts'
import { createServices } from '#server/services.ts'
import { readSettings } from '#server/settings.ts'
import { slices } from '#server/slices.ts'
import { addNamespace } from '#test/world/cast.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'
import { createIssue as create } from './create.ts'

const everything = {
  labels: ['bug'],
  weight: 3,
  dueDate: '2026-03-05',
  startDate: '2026-03-01',
  discussionLocked: true,
  confidential: true,
}

test.each<[Member | 'anon', string]>([
  ['olga', 'all'],
  ['rita', 'all'],
  ['gus', 'all'],
  ['nina', 'some'],
  ['anon', 'unauthenticated'],
])('PERM-002 %s opening an issue in a public project may say of it: %s', async (who, outcome) => {
  const { as, build, users } = await world()
  const members = { [users.olga.id]: 50, [users.rita.id]: 20, [users.gus.id]: 10 }
  const project = await build.project({ visibility: 'public', members })
  await build.label({ namespaceId: project.id, title: 'bug' })
  const milestone = await build.milestone({ namespaceId: project.id, title: 'v1' })
  const made = as(who).call(createIssue, {
    id: project.id,
    title: 'Mine',
    ...everything,
    milestoneId: milestone.id,
    assigneeIds: [users.gus.id],
  })
  if (outcome === 'unauthenticated') return expect(made).rejects.toMatchObject({ kind: outcome })
  const issue = await made
  expect(issue).toMatchObject(
    outcome === 'all'
      ? { ...everything, milestone: { id: milestone.id }, assignees: [{ username: 'gus' }] }
      : {
          labels: [],
          weight: null,
          dueDate: null,
          startDate: null,
          discussionLocked: false,
          confidential: true,
          milestone: null,
          assignees: [],
        },
  )
})

test('NEWISSUE-001 TIME-003 an issue is opened with its estimate, by those who may set it', async () => {
  const { as, build, users } = await world()
  const project = await build.project({ visibility: 'public', members: { [users.rita.id]: 20 } })
  const open = (who: Member, timeEstimate: string) =>
    as(who).call(createIssue, { id: project.id, title: 'Measured', timeEstimate })
  expect(await open('rita', '1h 30m')).toMatchObject({ timeStats: { timeEstimate: 5400, humanTimeEstimate: '1h 30m' } })
  expect(await open('nina', '1h 30m')).toMatchObject({ timeStats: { timeEstimate: 0 } })
  await expect(open('rita', 'soon')).rejects.toMatchObject({ kind: 'invalid' })
  expect(await as('rita').call(listProjectIssues, { id: project.id })).toHaveLength(2)
})

test('PERM-003 in a private project only members open issues', async () => {
  const { as, project } = await world()
  await expect(as('nina').call(createIssue, { id: project.id, title: 'x' })).rejects.toMatchObject({
    kind: 'not_found',
  })
})

test('labels that do not exist are made by who may manage them', async () => {
  const { as, project } = await world()
  expect((await as('gus').call(createIssue, { id: project.id, title: 'x', labels: ['new'] })).labels).toEqual([])
  expect((await as('rita').call(createIssue, { id: project.id, title: 'x', labels: ['new', 'New'] })).labels).toEqual([
    'new',
  ])
  expect((await as('gus').call(createIssue, { id: project.id, title: 'x', labels: ['new'] })).labels).toEqual(['new'])
})

test('EDIT-022 incidents are opened by reporters and above', async () => {
  const { as, project } = await world()
  await expect(
    as('gus').call(createIssue, { id: project.id, title: 'x', issueType: 'incident' }),
  ).rejects.toMatchObject({ kind: 'forbidden' })
  expect(await as('rita').call(createIssue, { id: project.id, title: 'x', issueType: 'incident' })).toMatchObject({
    type: 'INCIDENT',
  })
})

test('owners choose the number and the moment, but no number that is taken', async () => {
  const { as, project } = await world()
  const createdAt = '2020-01-02T03:04:05.000Z'
  const chosen = { id: project.id, title: 'x', iid: 7, createdAt }
  expect(await as('rita').call(createIssue, chosen)).toMatchObject({ iid: 1 })
  expect(await as('olga').call(createIssue, chosen)).toMatchObject({ iid: 7, createdAt })
  expect(await as('rita').call(createIssue, { id: project.id, title: 'x' })).toMatchObject({ iid: 8 })
  expect(await as('olga').reply(createIssue, chosen)).toMatchObject({
    status: 409,
    body: { message: 'Duplicated issue' },
  })
})

test('quick actions of a description run and leave it', async () => {
  const { as, project, build } = await world()
  await build.label({ title: 'bug' })
  const issue = await as('rita').call(createIssue, {
    id: project.id,
    title: 'x',
    description: 'It hangs.\n\n/label ~bug\n/weight 4\n/assign me\n/due 2026-12-24\n/close',
  })
  expect(issue).toMatchObject({
    description: 'It hangs.',
    labels: ['bug'],
    weight: 4,
    dueDate: '2026-12-24',
    state: 'closed',
    assignees: [{ username: 'rita' }],
  })
})

test('a title that is missing, and one that is blank', async () => {
  const { as, project } = await world()
  expect(await as('rita').reply(createIssue, { id: project.id })).toMatchObject({
    status: 400,
    body: { error: 'title is missing' },
  })
  expect(await as('rita').reply(createIssue, { id: project.id, title: ' ' })).toMatchObject({
    body: { message: { title: ["can't be blank"] } },
  })
})

test('ISSUE-004, ISSUE-005 the counters follow closing, reopening, hiding and deleting', async () => {
  const { as, project, build, db, users } = await world()
  const counts = async (who: 'rita' | 'gus') => {
    const { body } = await as(who).reply(getProjectIssuesStatistics, { id: project.id })
    return (body as { statistics: { counts: unknown } }).statistics.counts
  }
  const first = await as('rita').call(createIssue, { id: project.id, title: 'x' })
  await as('rita').call(createIssue, { id: project.id, title: 'y', confidential: true })
  await build.issue({ authorId: users.dan.id })
  expect(await counts('rita')).toEqual({ all: 3, opened: 3, closed: 0 })
  expect(await counts('gus')).toEqual({ all: 2, opened: 2, closed: 0 })
  const ref = { id: project.id, issueIid: first.iid }
  await as('rita').call(updateIssue, { ...ref, stateEvent: 'close' })
  await as('rita').call(updateIssue, { ...ref, stateEvent: 'close' })
  expect(await counts('gus')).toEqual({ all: 2, opened: 1, closed: 1 })
  const closed = await db.selectFrom('projects').selectAll().where('id', '=', project.id).executeTakeFirstOrThrow()
  expect(closed).toMatchObject({ openIssuesCount: 2, closedIssuesCount: 1, openConfidentialIssuesCount: 1 })
  await as('rita').call(updateIssue, { ...ref, stateEvent: 'reopen', confidential: true })
  expect(await counts('rita')).toEqual({ all: 3, opened: 3, closed: 0 })
  expect(await counts('gus')).toEqual({ all: 1, opened: 1, closed: 0 })
  await transact(as('root').ctx, ctx => ctx.events.record('user.banned', { userId: users.dan.id }))
  expect(await counts('rita')).toEqual({ all: 2, opened: 2, closed: 0 })
  await transact(as('root').ctx, ctx => ctx.events.record('user.unbanned', { userId: users.dan.id }))
  await as('olga').call(deleteIssue, ref)
  expect(await counts('rita')).toEqual({ all: 2, opened: 2, closed: 0 })
})

test('closing notes who and when, reopening forgets it, and a locked issue stays closed', async () => {
  const { as, build } = await world()
  const issue = await build.issue({ locked: true })
  const closed = await as('rita').call(updateIssue, { ...issue.ref, stateEvent: 'close' })
  expect(closed).toMatchObject({
    state: 'closed',
    closedBy: { username: 'rita' },
    closedAt: expect.stringMatching(/Z$/),
  })
  expect(await as('rita').call(updateIssue, { ...issue.ref, stateEvent: 'reopen' })).toMatchObject({ state: 'closed' })
  await as('rita').call(updateIssue, { ...issue.ref, discussionLocked: false })
  expect(await as('rita').call(updateIssue, { ...issue.ref, stateEvent: 'reopen' })).toMatchObject({
    state: 'opened',
    closedAt: null,
    closedBy: null,
  })
})

test.each<[Member, 'own' | 'other', string]>([
  ['olga', 'other', 'ok'],
  ['mina', 'other', 'forbidden'],
  ['rita', 'own', 'ok'],
  ['gus', 'own', 'forbidden'],
  ['nina', 'other', 'not_found'],
])('PERM-002 %s deleting an issue (%s): %s', async (who, whose, outcome) => {
  const { as, build, users } = await world()
  const issue = await build.issue({ authorId: whose === 'own' ? users[who].id : users.dan.id })
  const reply = outcomeOf(as(who).call(deleteIssue, issue.ref))
  await expect(reply).resolves.toBe(outcome)
})

test('the manual order holds issues where they were put', async () => {
  const { as, build, project } = await world()
  const [a, b, c] = [
    await build.issue({ title: 'a' }),
    await build.issue({ title: 'b' }),
    await build.issue({ title: 'c' }),
  ]
  const order = async () => {
    const { body } = await as('rita').reply(listProjectIssues, {
      id: project.id,
      orderBy: 'relative_position',
      sort: 'asc',
    })
    return (body as { title: string }[]).map(issue => issue.title).join('')
  }
  expect(await order()).toBe('cba')
  await as('rita').call(reorderIssue, { ...c.ref, moveBeforeId: a.id })
  expect(await order()).toBe('bac')
  await as('rita').call(reorderIssue, { ...c.ref, moveBeforeId: b.id, moveAfterId: a.id })
  expect(await order()).toBe('bca')
  await expect(as('gus').call(reorderIssue, { ...c.ref, moveBeforeId: a.id })).rejects.toMatchObject({
    kind: 'forbidden',
  })
})

test('subscribing, unsubscribing and twice the same', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  expect(await as('gus').call(getIssue, issue.ref)).toMatchObject({ subscribed: false })
  expect(await as('gus').call(subscribeToIssue, issue.ref)).toMatchObject({ subscribed: true })
  await expect(as('gus').call(subscribeToIssue, issue.ref)).rejects.toMatchObject({ status: 304 })
  expect(await as('rita').call(unsubscribeFromIssue, issue.ref)).toMatchObject({ subscribed: false })
  const people = await as('gus').call(listParticipants, issue.ref)
  expect(people.map(user => user.username)).toEqual(['rita'])
})

test('opening an issue costs a fixed number of statements', async () => {
  const { as, project, statements } = await world()
  const plain = await statements(() => as('rita').call(createIssue, { id: project.id, title: 'x' }))
  // The project, the row with its event, and the answer.
  expect(plain).toBe(3)
})

test('ten who open an issue or comment at the same time get ten numbers without a gap, and lose no count', async () => {
  const { db, close } = openDatabase({ connectionString: inject('databaseUrl'), max: 20 })
  const settings = readSettings({
    EXTERNAL_URL: 'http://weft.test',
    LOG_LEVEL: 'silent',
    DATA_DIR: inject('dataDir'),
  })
  const services = createServices(slices, settings, pino({ level: 'silent' }))
  const name = `racer${process.pid}`
  const user = await db
    .insertInto('users')
    .values({ username: name, name, email: `${name}@weft.test` })
    .returning(['id'])
    .executeTakeFirstOrThrow()
  const project = await addNamespace(db, { kind: 'project', path: name, name, parent: null, visibility: 'public' })
  try {
    await db.insertInto('projects').values({ id: project.id }).execute()
    const actor = { kind: 'user', id: user.id, username: name, name, isAdmin: false, isExternal: false } as const
    // Some run in a transaction of their own, the others in one statement with concurrent ones.
    const tenTimes = <T>(run: (ctx: Context, index: number) => Promise<T>): Promise<readonly T[]> =>
      Promise.all(
        Array.from({ length: 10 }, (_each, index) => {
          const ctx = createContext({ actor, db, services, requestId: `race-${index}` })
          return index % 3 === 0 ? transact(ctx, inner => run(inner, index)) : run(ctx, index)
        }),
      )
    const made = await tenTimes(async (ctx, index) =>
      create(ctx, await load(ctx, 'project:create-issue', projectByRef, { id: project.id }), {
        title: `Issue ${index}`,
      }),
    )
    expect(made.map(issue => issue.iid).sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const kept = await db
      .selectFrom('projects')
      .select('openIssuesCount')
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow()
    expect(kept.openIssuesCount).toBe(10)
    const issueId = made[0]?.id ?? 0
    const notes = await tenTimes(async (ctx, index) => {
      const noteable = await load(ctx, 'issuable:comment', noteableById, issueId)
      return createNote(ctx, noteable, { body: `Comment ${index}`, as: 'single' })
    })
    const stored = await db.selectFrom('notes').select(['id', 'body']).where('issuableId', '=', issueId).execute()
    expect(stored.map(note => note.body).sort()).toEqual(notes.map((_note, index) => `Comment ${index}`))
    // Each one gets a note of its own.
    for (const [index, note] of notes.entries())
      expect(stored.find(row => note.kind === 'note' && row.id === note.noteId)?.body).toBe(`Comment ${index}`)
    const issue = db.selectFrom('issuables').select('notesCount').where('id', '=', issueId)
    expect(await issue.executeTakeFirstOrThrow()).toEqual({ notesCount: 10 })
    const events = await db
      .selectFrom('events')
      .select(['sequence', 'name', 'payload'])
      .where('namespaceId', '=', project.id)
      .orderBy('sequence')
      .execute()
    expect(events.map(event => event.sequence)).toEqual(Array.from({ length: 20 }, (_each, index) => index + 1))
    const ids = (name: string, key: string) =>
      events.filter(event => event.name === name).map(event => (event.payload as Record<string, unknown>)[key])
    expect(ids('issue.created', 'issueId').sort()).toEqual(made.map(each => each.id).sort())
    expect(ids('note.created', 'noteId').sort()).toEqual(stored.map(note => note.id).sort())
  } finally {
    const ours = db.selectFrom('events').select('id').where('namespaceId', '=', project.id)
    await db.deleteFrom('batchedEvents').where('eventId', 'in', ours).execute()
    await db.deleteFrom('namespaces').where('id', '=', project.id).execute()
    await db.deleteFrom('events').where('namespaceId', '=', project.id).execute()
    await db.deleteFrom('eventSequences').where('namespaceId', '=', project.id).execute()
    await db.deleteFrom('users').where('id', '=', user.id).execute()
    await close()
  }
})

test('WORKITEM-002 an issue that is sent twice under one key is created once, also at the same moment', async () => {
  const { as, project } = await world({ commits: true })
  const given = { id: project.id, title: 'Once', idempotencyKey: 'key-1' }
  const sent = await Promise.all([1, 2].map(() => as('rita').call(createIssue, given)))
  const again = await as('rita').call(createIssue, given)
  expect(new Set([...sent, again].map(({ iid }) => iid)).size).toBe(1)
  expect(await as('rita').call(listProjectIssues, { id: project.id })).toHaveLength(1)
  expect(await as('gus').call(createIssue, given)).not.toMatchObject({ iid: again.iid })
})
