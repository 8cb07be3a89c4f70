import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPageNote, deletePageNote, pollNotes, putPageNoteResolve } from '#contract/discuss/discussion-page.ts'
import { toggleNoteAward } from '#contract/discuss/reactions.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

type Bodies = readonly { readonly notes: readonly { readonly id: string }[] }[]
// The wire of a list of discussions.
const idsOf = (body: unknown) => (body as Bodies).flatMap(each => each.notes.map(note => note.id))

async function longIssue(count: number) {
  const made = await world()
  const issue = await made.build.issuable()
  const ids: string[] = []
  for (let each = 0; each < count; each++) {
    const { id } = await made.build.note({ issuableId: issue.id, authorId: made.users.rita.id, body: `Word ${each}` })
    await sql`update notes set created_at = timestamptz '2026-01-01' + ${each} * interval '1 minute', updated_at = timestamptz '2026-01-01' + ${each} * interval '1 minute'
      where id = ${id}`.execute(made.db)
    ids.push(String(id))
  }
  return { ...made, issue, ids }
}

test('POLL-003 POLL-006 POLL-023 a list starts with 20 and cursors lead on, forwards and backwards', async () => {
  const { as, issue, ids } = await longIssue(60)
  const ask = (input: object) => as('gus').reply(issueDiscussionPage.listPageDiscussions, { ...issue.page, ...input })
  const first = await ask({})
  expect(idsOf(first.body)).toEqual(ids.slice(0, 20))
  const second = await ask({ cursor: first.headers['x-next-page-cursor'], perPage: 30 })
  expect(idsOf(second.body)).toEqual(ids.slice(20, 50))
  const third = await ask({ cursor: second.headers['x-next-page-cursor'], perPage: 45 })
  expect(idsOf(third.body)).toEqual(ids.slice(50))
  expect(third.headers['x-next-page-cursor']).toBeUndefined()
  const newest = await ask({ sort: 'desc' })
  expect(idsOf(newest.body)).toEqual(ids.slice(40).toReversed())
  const older = await ask({ sort: 'desc', perPage: 100, cursor: newest.headers['x-next-page-cursor'] })
  expect(idsOf(older.body)).toEqual(ids.slice(0, 40).toReversed())
  expect(older.headers['x-next-page-cursor']).toBeUndefined()
})

test('NOTE-036 a page begins with the discussion of the note that is asked for, and leads both ways', async () => {
  const { as, build, users, issue, ids } = await longIssue(30)
  const { discussionId } = (
    await as('gus').call(issueDiscussionPage.listPageDiscussions, { ...issue.page, around: Number(ids[10]) })
  )[0]?.notes[0] ?? { discussionId: '' }
  const reply = await build.note({ issuableId: issue.id, authorId: users.rita.id, discussionId })
  const around = await as('gus').reply(issueDiscussionPage.listPageDiscussions, {
    ...issue.page,
    around: reply.id,
    perPage: 5,
  })
  expect(idsOf(around.body)).toEqual([ids[10], String(reply.id), ...ids.slice(11, 15)])
  const before = await as('gus').reply(issueDiscussionPage.listPageDiscussions, {
    ...issue.page,
    sort: 'desc',
    cursor: around.headers['x-prev-page-cursor'],
    perPage: 3,
  })
  expect(idsOf(before.body)).toEqual(ids.slice(7, 10).toReversed())
  const after = await as('gus').reply(issueDiscussionPage.listPageDiscussions, {
    ...issue.page,
    cursor: around.headers['x-next-page-cursor'],
    perPage: 2,
  })
  expect(idsOf(after.body)).toEqual(ids.slice(15, 17))
  const inside = await build.note({ issuableId: issue.id, authorId: users.rita.id, internal: true })
  await expect(
    as('gus').call(issueDiscussionPage.listPageDiscussions, { ...issue.page, around: inside.id }),
  ).resolves.toEqual([])
})

test('POLL-013 POLL-024 a poll tells of edits, reactions and deletions alike', async () => {
  const { as, build, db, users } = await world()
  const issue = await build.issuable()
  const { namespace } = issue.page
  const notes = []
  for (const body of ['one', 'two']) {
    const { id } = await as('rita').call(createPageNote, { ...issue.target, note: { note: body } })
    notes.push(Number(id))
  }
  const inside = await build.note({ issuableId: issue.id, authorId: users.rita.id, internal: true })
  const past = sql`timestamptz '2026-01-01'`
  await sql`update notes set created_at = ${past}, updated_at = ${past} where issuable_id = ${issue.id}`.execute(db)
  const since = Date.now() * 1000
  const poll = (who: Member = 'gus') => as(who).call(pollNotes, { ...issue.target, lastFetchedAt: since })
  await expect(poll()).resolves.toMatchObject({ notes: [], deleted: [], more: false })
  await as('dan').call(toggleNoteAward, { namespace, noteId: notes[0] ?? 0, name: 'tada' })
  await expect(poll()).resolves.toMatchObject({ notes: [{ id: String(notes[0]), awardEmoji: [{ name: 'tada' }] }] })
  await as('rita').call(deletePageNote, { namespace, noteId: notes[1] ?? 0 })
  await as('rita').call(deletePageNote, { namespace, noteId: inside.id })
  await expect(poll()).resolves.toMatchObject({ deleted: [String(notes[1])] })
  await expect(poll('dan')).resolves.toMatchObject({ deleted: [String(notes[1]), String(inside.id)] })
})

test('POLL-024 POLL-025 notes that do not fit into one answer follow in the next', async () => {
  const { as, build, db, users, statements } = await world()
  const issue = await build.issuable()
  await sql`insert into notes (namespace_id, issuable_id, discussion_id, author_id, body, body_html, created_at, updated_at)
    select ${issue.namespaceId}, ${issue.id}, lpad(g::text, 40, '0'), ${users.rita.id}, 'x', '<p>x</p>', at, at
    from (select g, timestamptz '2026-01-01' + (g / 3) * interval '1 microsecond' as at from generate_series(1, 2500) g) made`.execute(
    db,
  )
  const seen = new Set<string>()
  let lastFetchedAt = 0
  const sizes: number[] = []
  for (let asked = 0; asked < 5; asked++) {
    const answer = await as('gus').call(pollNotes, { ...issue.target, lastFetchedAt })
    for (const note of answer.notes) seen.add(note.id)
    sizes.push(answer.notes.length)
    lastFetchedAt = answer.lastFetchedAt
    if (!answer.more) break
  }
  // Notes of one moment stay together, so an answer may be a little longer than a thousand.
  expect(sizes).toHaveLength(3)
  expect(Math.max(...sizes)).toBeLessThan(1003)
  expect(seen.size).toBe(2500)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(2500)
  expect(await statements(() => as('gus').call(pollNotes, { ...issue.target, lastFetchedAt: 0, notesFilter: 0 }))).toBe(
    2,
  )
})

test('DISC-013 DISC-033 DISC-034 resolving by PUT, once more without effect, and one note alone', async () => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const { namespace } = issue.page
  const first = await as('gus').call(createPageNote, {
    ...issue.target,
    note: { note: 'Why?', type: 'DiscussionNote' },
  })
  const discussionId = first.discussionId ?? ''
  const reply = await as('gus').call(createPageNote, {
    ...issue.target,
    inReplyToDiscussionId: discussionId,
    note: { note: 'So' },
  })
  const one = await as('dan').call(putPageNoteResolve, { namespace, noteId: Number(reply.id) })
  expect(one).toMatchObject({ resolved: true, resolvedBy: { username: 'dan' } })
  const half = await as('dan').call(issueDiscussionPage.listPageDiscussions, issue.page)
  expect(half[0]).toMatchObject({ resolved: false, resolvable: true })
  const whole = await as('mina').call(issueDiscussionPage.putPageDiscussionResolve, { ...issue.page, discussionId })
  expect(whole.notes.map(note => note.resolvedBy?.username)).toEqual(['mina', 'dan'])
  const stamps = () =>
    db
      .selectFrom('notes')
      .select(['resolvedAt', 'updatedAt'])
      .where('discussionId', '=', discussionId)
      .orderBy('id')
      .execute()
  const events = () => db.selectFrom('events').select('id').where('name', '=', 'discussion.resolved').execute()
  const [before, recorded] = [await stamps(), await events()]
  await as('olga').call(issueDiscussionPage.putPageDiscussionResolve, { ...issue.page, discussionId })
  await as('olga').call(issueDiscussionPage.resolvePageDiscussion, { ...issue.page, discussionId })
  expect(await stamps()).toEqual(before)
  expect(await events()).toEqual(recorded)
  const open = await as('mina').call(issueDiscussionPage.putPageDiscussionResolve, {
    ...issue.page,
    discussionId,
    resolved: false,
  })
  expect(open).toMatchObject({ resolved: false, resolvedBy: null, resolvedAt: null })
})

test.each<[Member, string]>([
  ['olga', 'ok'],
  ['gus', 'forbidden'],
  ['rita', 'forbidden'],
  ['dan', 'ok'],
  ['nina', 'not_found'],
])('PERM-009 an answer of one’s own is not enough to resolve its thread: %s %s', async (who, outcome) => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const { discussionId } = await build.note({ issuableId: issue.id, authorId: users.olga.id, type: 'DiscussionNote' })
  await build.note({ issuableId: issue.id, authorId: users.gus.id, discussionId, type: 'DiscussionNote' })
  const reply = outcomeOf(as(who).call(issueDiscussionPage.resolvePageDiscussion, { ...issue.page, discussionId }))
  await expect(reply).resolves.toBe(outcome)
})

test('DISC-015 the summary counts the notes that its reader may see', async () => {
  const { as, build, users, statements } = await world()
  const issue = await build.issuable()
  const by = { issuableId: issue.id, authorId: users.olga.id }
  await build.note(by)
  await build.note({ ...by, system: true, systemAction: 'label' })
  const open = await build.note({ ...by, type: 'DiscussionNote' })
  const done = await build.note({ ...by, type: 'DiscussionNote' })
  const inside = await build.note({ ...by, type: 'DiscussionNote', internal: true })
  await as('olga').call(issueDiscussionPage.resolvePageDiscussion, { ...issue.page, discussionId: done.discussionId })
  const summary = (who: Member) => as(who).call(issueDiscussionPage.getDiscussionSummary, issue.page)
  await expect(summary('gus')).resolves.toEqual({
    comments: 3,
    threads: 2,
    unresolved: 1,
    unresolvedNoteIds: [open.id],
  })
  await expect(summary('rita')).resolves.toEqual({
    comments: 4,
    threads: 3,
    unresolved: 2,
    unresolvedNoteIds: [open.id, inside.id],
  })
  expect(await statements(() => summary('gus'))).toBe(2)
})

test('PERM-012 looking for words finds comments, newest first, and internal ones for insiders only', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const by = { issuableId: issue.id, authorId: users.olga.id }
  const long = await build.note({ ...by, body: `${'before '.repeat(20)}the 100% Shuttle_jam${' after'.repeat(40)}` })
  const inside = await build.note({ ...by, body: 'a shuttle_jam between us', internal: true })
  await build.note({ ...by, body: 'shuttlexjam' })
  await build.note({ ...by, body: 'changed shuttle_jam', system: true, systemAction: 'title' })
  const found = async (who: Member, search: string) =>
    (await as(who).call(issueDiscussionPage.searchPageNotes, { ...issue.page, search })).map(each => each.id)
  await expect(found('gus', 'shuttle_JAM')).resolves.toEqual([long.id])
  await expect(found('rita', 'shuttle_jam')).resolves.toEqual([inside.id, long.id])
  await expect(found('gus', '100%')).resolves.toEqual([long.id])
  await expect(found('gus', '0% s')).resolves.toEqual([long.id])
  await expect(found('gus', "%'; --")).resolves.toEqual([])
  const [hit] = await as('gus').call(issueDiscussionPage.searchPageNotes, { ...issue.page, search: 'shuttle_jam' })
  expect(hit?.excerpt).toMatch(/^….*the 100% Shuttle_jam after.*…$/)
  await expect(found('nina', 'shuttle_jam')).rejects.toMatchObject({ kind: 'not_found' })
})

test('FORM-031 a comment sent again with its key is written once and answered alike', async () => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const weigh = { ...issue.target, note: { note: 'So be it\n/weight 5' }, idempotencyKey: 'weigh' }
  const first = await as('dan').call(createPageNote, weigh)
  expect(first).toMatchObject({ valid: true, note: 'So be it', quickActionsStatus: { commandsOnly: false } })
  await expect(as('dan').call(createPageNote, weigh)).resolves.toEqual(first)
  const only = { ...issue.target, note: { note: '/weight 7' }, idempotencyKey: 'only' }
  const told = await as('dan').call(createPageNote, only)
  await as('dan').call(createPageNote, { ...issue.target, note: { note: '/weight 9' } })
  await expect(as('dan').call(createPageNote, only)).resolves.toEqual(told)
  const row = await db.selectFrom('issuables').select('weight').where('id', '=', issue.id).executeTakeFirst()
  expect(row).toEqual({ weight: 9 })
  const other = await build.issuable()
  await expect(as('dan').reply(createPageNote, { ...only, ...other.target })).resolves.toMatchObject({ status: 409 })
  // Another person's key of the same words is another key.
  await expect(as('mina').call(createPageNote, { ...weigh, note: { note: 'Mine' } })).resolves.toMatchObject({
    note: 'Mine',
  })
  const cheer = { ...issue.ref, body: ':tada:', idempotencyKey: 'cheer' }
  const cheered = await as('dan').reply(issueDiscussion.createNote, cheer)
  await expect(as('dan').reply(issueDiscussion.createNote, cheer)).resolves.toEqual(cheered)
})

test('ERRMSG-047 a text of nothing but commands that cannot be done answers 422 with why', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const reply = await as('dan').reply(createPageNote, { ...issue.target, note: { note: '/weight heavy' } })
  expect(reply).toMatchObject({ status: 422, body: { errors: { commands_only: [expect.stringContaining('weight')] } } })
})
