import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

type Person = Member | 'anon' | 'root'

test.each<[Person, string]>([
  ['olga', 'ok'],
  ['rita', 'ok'],
  ['gus', 'ok'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('PERM-002 %s commenting on an issue of a private project: %s', async (who, outcome) => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const reply = as(who).call(issueDiscussion.createNote, { ...issue.ref, body: 'Hello' })
  await expect(outcomeOf(reply)).resolves.toBe(outcome)
})

test.each<[Person, string]>([
  ['olga', 'ok'],
  ['gus', 'ok'],
  ['nina', 'forbidden'],
  ['anon', 'unauthenticated'],
])('PERM-010 %s commenting on a locked issue of a public project: %s', async (who, outcome) => {
  const { as, build, users } = await world()
  const project = await build.project({ visibility: 'public', members: { [users.olga.id]: 50, [users.gus.id]: 10 } })
  const issue = await build.issuable({ projectId: project.id, locked: true })
  const reply = as(who).call(issueDiscussion.createNote, { ...issue.ref, body: 'Hello' })
  await expect(outcomeOf(reply)).resolves.toBe(outcome)
})

test('PERM-011 no one comments in an archived project', async () => {
  const { as, build, db, project } = await world()
  const issue = await build.issuable()
  await db.updateTable('namespaces').set({ archived: true }).where('id', '=', project.id).execute()
  const reply = as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'Hello' })
  await expect(outcomeOf(reply)).resolves.toBe('forbidden')
})

test('NOTE-038 a note has the shape of the contract and counts on its issue', async () => {
  const { as, build, db, project } = await world()
  const issue = await build.issuable()
  const note = await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Some **bold** words' })
  expect(note).toMatchObject({
    type: null,
    body: 'Some **bold** words',
    author: { username: 'rita' },
    system: false,
    noteableId: issue.id,
    noteableType: 'Issue',
    noteableIid: issue.iid,
    projectId: project.id,
    resolvable: false,
    internal: false,
    confidential: false,
    commandsChanges: {},
  })
  expect(note).not.toHaveProperty('resolved')
  const row = await db.selectFrom('issuables').select('notesCount').where('id', '=', issue.id).executeTakeFirstOrThrow()
  expect(row.notesCount).toBe(1)
  const stored = await db
    .selectFrom('notes')
    .select('bodyHtml')
    .where('issuableId', '=', issue.id)
    .executeTakeFirstOrThrow()
  expect(stored.bodyHtml).toContain('<strong>bold</strong>')
})

test('NOTE-021 a note cannot inject anything', async () => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  await as('gus').call(issueDiscussion.createNote, {
    ...issue.ref,
    body: '<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) <a href="data:text/html,x">y</a>',
  })
  const { bodyHtml } = await db
    .selectFrom('notes')
    .select('bodyHtml')
    .where('issuableId', '=', issue.id)
    .executeTakeFirstOrThrow()
  expect(bodyHtml).not.toMatch(/<script|onerror=|href="javascript|href="data:/i)
})

test.each<[string, RegExp]>([
  ['', /can't be blank/],
  ['  \n ', /can't be blank/],
  ['x'.repeat(1_000_001), /too long/],
])('a note of %.5j is refused with a sentence', async (body, sentence) => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const reply = await as('rita').reply(issueDiscussion.createNote, { ...issue.ref, body })
  expect(reply.status).toBe(400)
  expect(reply.body).toMatchObject({ message: expect.stringMatching(sentence) })
})

test('the same note sent twice with one key is stored once', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const input = { ...issue.ref, body: 'Only once @gus', idempotencyKey: 'key-1' }
  const first = await as('rita').call(issueDiscussion.createNote, input)
  const second = await as('rita').call(issueDiscussion.createNote, input)
  expect(second).toEqual(first)
  await expect(as('rita').call(issueDiscussion.listNotes, issue.ref)).resolves.toHaveLength(1)
  const other = await build.issuable()
  await expect(outcomeOf(as('rita').call(issueDiscussion.createNote, { ...input, ...other.ref }))).resolves.toBe(
    'conflict',
  )
})

test('only owners date a note', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const createdAt = '2020-01-02T03:04:05.000Z'
  await expect(
    as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'Old', createdAt }),
  ).resolves.toMatchObject({
    createdAt,
  })
  const late = await as('mina').call(issueDiscussion.createNote, { ...issue.ref, body: 'New', createdAt })
  expect(late).not.toMatchObject({ createdAt })
})

test('notes are listed newest first, filtered by activity, without resource events', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const by = { issuableId: issue.id, authorId: users.rita.id }
  const first = await build.note(by)
  const second = await build.note({ ...by, system: true, systemAction: 'title' })
  await build.note({ ...by, system: true, systemAction: 'label' })
  const ids = async (input: object) => {
    const notes = await as('gus').call(issueDiscussion.listNotes, { ...issue.ref, ...input })
    return notes.map(note => note.id)
  }
  await expect(ids({})).resolves.toEqual([second.id, first.id])
  await expect(ids({ sort: 'asc' })).resolves.toEqual([first.id, second.id])
  await expect(ids({ activityFilter: 'only_comments' })).resolves.toEqual([first.id])
  await expect(ids({ activityFilter: 'only_activity' })).resolves.toEqual([second.id])
  const reply = await as('gus').reply(issueDiscussion.listNotes, { ...issue.ref, perPage: 1 })
  expect(reply.headers).toMatchObject({ 'x-total': '2', 'x-total-pages': '2', 'x-next-page': '2' })
})

test.each<[Person, string, string]>([
  ['gus', 'ok', 'ok'],
  ['rita', 'forbidden', 'forbidden'],
  ['dan', 'forbidden', 'forbidden'],
  ['mina', 'ok', 'ok'],
  ['olga', 'ok', 'ok'],
  ['nina', 'not_found', 'not_found'],
  ['anon', 'not_found', 'not_found'],
])("PERM-002 %s changing a guest's note: %s, deleting it: %s", async (who, changing, deleting) => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const note = await build.note({ issuableId: issue.id, authorId: users.gus.id })
  const ref = { ...issue.ref, noteId: note.id }
  await expect(outcomeOf(as(who).call(issueDiscussion.updateNote, { ...ref, body: 'Changed' }))).resolves.toBe(changing)
  await expect(outcomeOf(as(who).call(issueDiscussion.deleteNote, ref))).resolves.toBe(deleting)
})

test('NOTE-022 an edit is stored with its time and editor', async () => {
  const { as, build, db, users } = await world()
  const issue = await build.issuable()
  const note = await as('gus').call(issueDiscussion.createNote, { ...issue.ref, body: 'Before' })
  if (!('id' in note)) throw new Error('no note')
  const edited = await as('mina').call(issueDiscussion.updateNote, { ...issue.ref, noteId: note.id, body: 'After' })
  expect(edited).toMatchObject({ body: 'After', author: { username: 'gus' } })
  const row = await db
    .selectFrom('notes')
    .select(['lastEditedById', 'lastEditedAt', 'bodyHtml'])
    .where('id', '=', note.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ lastEditedById: users.mina.id, bodyHtml: '<p>After</p>\n' })
  expect(row.lastEditedAt).not.toBeNull()
})

test('system notes cannot be changed or answered', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id, system: true, systemAction: 'title' })
  const reply = as('olga').call(issueDiscussion.updateNote, { ...issue.ref, noteId: note.id, body: 'x' })
  await expect(outcomeOf(reply)).resolves.toBe('forbidden')
  const answer = as('olga').call(issueDiscussion.replyToDiscussion, {
    ...issue.ref,
    discussionId: note.discussionId,
    body: 'x',
  })
  await expect(outcomeOf(answer)).resolves.toBe('forbidden')
})

test('DISC-027 a reply turns a single note into a thread', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const note = await build.note({ issuableId: issue.id, authorId: users.gus.id })
  const before = await as('rita').call(issueDiscussion.getDiscussion, { ...issue.ref, discussionId: note.discussionId })
  expect(before).toMatchObject({ individualNote: true, notes: [{ type: null }] })
  await as('rita').call(issueDiscussion.replyToDiscussion, {
    ...issue.ref,
    discussionId: note.discussionId,
    body: 'And so?',
  })
  const [discussion] = await as('rita').call(issueDiscussion.listDiscussions, issue.ref)
  expect(discussion).toMatchObject({
    id: note.discussionId,
    individualNote: false,
    notes: [
      { id: note.id, type: 'DiscussionNote', resolvable: true, resolved: false },
      { body: 'And so?', type: 'DiscussionNote', resolvable: true },
    ],
  })
})

test('DISC-011 a thread is resolved and opened again as a whole', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const thread = await as('gus').call(issueDiscussion.createDiscussion, { ...issue.ref, body: 'Why?' })
  if (!('notes' in thread)) throw new Error('no thread')
  const ref = { ...issue.ref, discussionId: thread.id }
  expect(thread.id).toMatch(/^[0-9a-f]{40}$/)
  await as('rita').call(issueDiscussion.replyToDiscussion, { ...ref, body: 'Because' })
  const resolved = await as('dan').call(issueDiscussion.resolveDiscussion, { ...ref, resolved: true })
  expect(resolved.notes).toMatchObject([
    { resolved: true, resolvedBy: { username: 'dan' } },
    { resolved: true, resolvedBy: { username: 'dan' } },
  ])
  const late = await as('rita').call(issueDiscussion.replyToDiscussion, { ...ref, body: 'Late' })
  expect(late).toMatchObject({ resolved: true })
  const open = await as('gus').call(issueDiscussion.resolveDiscussion, { ...ref, resolved: false })
  expect(open.notes.map(note => note.resolved)).toEqual([false, false, false])
  await expect(outcomeOf(as('rita').call(issueDiscussion.resolveDiscussion, { ...ref, resolved: true }))).resolves.toBe(
    'forbidden',
  )
})

test('a note of a discussion takes a body or resolved, never both', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const thread = await as('gus').call(issueDiscussion.createDiscussion, { ...issue.ref, body: 'Why?' })
  if (!('notes' in thread)) throw new Error('no thread')
  const ref = { ...issue.ref, discussionId: thread.id, noteId: thread.notes[0]?.id ?? 0 }
  await expect(outcomeOf(as('gus').call(issueDiscussion.updateDiscussionNote, ref))).resolves.toBe('malformed')
  const both = as('gus').call(issueDiscussion.updateDiscussionNote, { ...ref, body: 'x', resolved: true })
  await expect(outcomeOf(both)).resolves.toBe('malformed')
  await expect(as('gus').call(issueDiscussion.updateDiscussionNote, { ...ref, resolved: true })).resolves.toMatchObject(
    {
      resolved: true,
    },
  )
  await expect(as('gus').call(issueDiscussion.updateDiscussionNote, { ...ref, body: 'New' })).resolves.toMatchObject({
    body: 'New',
  })
})

test.each<[Person, string]>([
  ['olga', 'ok'],
  ['rita', 'ok'],
  ['gus', 'not_found'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('PERM-012 %s reading an internal note by any address: %s', async (who, outcome) => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const note = await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Between us', internal: true })
  if (!('id' in note)) throw new Error('no note')
  expect(note).toMatchObject({ internal: true, confidential: true })
  await expect(outcomeOf(as(who).call(issueDiscussion.getNote, { ...issue.ref, noteId: note.id }))).resolves.toBe(
    outcome,
  )
  const { discussionId } = await db
    .selectFrom('notes')
    .select('discussionId')
    .where('id', '=', note.id)
    .executeTakeFirstOrThrow()
  const ref = { ...issue.ref, discussionId }
  await expect(outcomeOf(as(who).call(issueDiscussion.getDiscussion, ref))).resolves.toBe(outcome)
  await expect(outcomeOf(as(who).call(issueDiscussion.replyToDiscussion, { ...ref, body: 'x' }))).resolves.toBe(outcome)
  if (outcome === 'ok' || who === 'gus') {
    const notes = await as(who).call(issueDiscussion.listNotes, issue.ref)
    const discussions = await as(who).call(issueDiscussion.listDiscussions, issue.ref)
    expect([notes.length, discussions.length]).toEqual(outcome === 'ok' ? [2, 1] : [0, 0])
  }
  const row = await db.selectFrom('issuables').select('notesCount').where('id', '=', issue.id).executeTakeFirstOrThrow()
  expect(row.notesCount).toBe(0)
})

test('PERM-012 a guest cannot write an internal note, and a reply takes the kind of its thread', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const reply = as('gus').call(issueDiscussion.createNote, { ...issue.ref, body: 'x', internal: true })
  await expect(outcomeOf(reply)).resolves.toBe('forbidden')
  const thread = await as('rita').call(issueDiscussion.createDiscussion, {
    ...issue.ref,
    body: 'Between us',
    internal: true,
  })
  if (!('notes' in thread)) throw new Error('no thread')
  const answer = await as('dan').call(issueDiscussion.replyToDiscussion, {
    ...issue.ref,
    discussionId: thread.id,
    body: 'Yes',
  })
  expect(answer).toMatchObject({ internal: true })
})

test('a body of nothing but an emoji becomes a reaction', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const reply = await as('rita').reply(issueDiscussion.createNote, { ...issue.ref, body: ':+1:' })
  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject({ name: 'thumbsup', awardable_id: issue.id, awardable_type: 'Issue' })
  await expect(as('rita').call(issueDiscussion.listNotes, issue.ref)).resolves.toEqual([])
})

test('statements for 5 and 50 notes are the same', async () => {
  const { as, build, statements, users } = await world()
  const [few, many] = [await build.issuable(), await build.issuable()]
  for (let made = 0; made < 50; made++) {
    await build.note({ issuableId: many.id, authorId: users.rita.id })
    if (made < 5) await build.note({ issuableId: few.id, authorId: users.rita.id })
  }
  const notes = (ref: typeof few.ref) =>
    statements(() => as('gus').call(issueDiscussion.listNotes, { ...ref, perPage: 100 }))
  const discussions = (ref: typeof few.ref) =>
    statements(() => as('gus').call(issueDiscussion.listDiscussions, { ...ref, perPage: 100 }))
  expect([await notes(few.ref), await notes(many.ref)]).toEqual([2, 2])
  expect([await discussions(few.ref), await discussions(many.ref)]).toEqual([2, 2])
})

test('a comment costs the same statements for 2 references and people as for 20', async () => {
  const { as, build, statements } = await world()
  const issue = await build.issuable()
  const textFor = async (count: number) => {
    const words: string[] = []
    for (let made = 0; made < count; made++) {
      const [user, other] = [await build.user(), await build.issuable()]
      words.push(`@${user.username} #${other.iid}`)
    }
    return words.join(', ')
  }
  const [few, many] = [await textFor(2), await textFor(20)]
  const forFew = await statements(() => as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: few }))
  const forMany = await statements(() => as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: many }))
  expect(forMany).toBe(forFew)
  const plain = await statements(() => as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Plain' }))
  // The statements for the noteable, and for the note with its count and its event.
  expect(plain).toBe(2)
})
