import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listTodos } from '#contract/feeds/todos.ts'
import { deleteUser } from '#contract/foundation/users.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { deleteIssue, getIssue } from '#contract/plan/issues/issues.ts'
import { sendDueNotices } from '#server/feeds/notifications/write.ts'
import { world } from '#test/world/world.ts'
import { maxDrafts } from './save.ts'
import { draftNotes } from './slice.ts'
import { wordsOf } from './words.ts'

async function scene() {
  const it = await world()
  const issue = await it.build.issuable({ author: 'gus' })
  const rita = it.as('rita')
  const started = await it.as('dan').call(issueDiscussion.createDiscussion, { ...issue.ref, body: 'Warp or weft?' })
  if (!('notes' in started)) throw new Error('no thread')
  return {
    ...it,
    issue,
    rita,
    thread: started,
    said: async () => {
      const notes = await it
        .as('olga')
        .call(issueDiscussion.listNotes, { ...issue.ref, sort: 'asc', activityFilter: 'only_comments' })
      return notes.map(note => note.body)
    },
    /** Developers turn every thread, others those that they began. */
    mayTurn: () =>
      it.db.updateTable('members').set({ accessLevel: 30 }).where('userId', '=', it.users.rita.id).execute(),
    standing: async () => {
      const discussions = await rita.call(issueDiscussionPage.listPageDiscussions, { ...issue.page, perPage: 100 })
      return discussions.find(each => each.id === started.id)?.resolved
    },
  }
}

const noPosition = {
  base_sha: null,
  start_sha: null,
  head_sha: null,
  old_path: null,
  new_path: null,
  position_type: null,
  old_line: null,
  new_line: null,
  line_range: null,
}

test('DRAFT-016 the API takes, shows, changes and deletes a draft in the shape of the contract', async () => {
  const { issue, rita, thread, users } = await scene()
  const made = await rita.reply(issueDiscussion.createDraftNote, {
    ...issue.ref,
    note: 'Weft, as @dan says',
    inReplyToDiscussionId: thread.id,
    resolveDiscussion: true,
  })
  const id = (made.body as { id: number }).id
  const shape = {
    id,
    author_id: users.rita.id,
    merge_request_id: null,
    noteable_id: issue.id,
    noteable_type: 'Issue',
    resolve_discussion: true,
    discussion_id: thread.id,
    note: 'Weft, as @dan says',
    internal: false,
    commit_id: null,
    line_code: null,
    position: noPosition,
  }
  expect(made).toMatchObject({ status: 201, body: shape })
  const at = { ...issue.ref, draftNoteId: id }
  await rita.call(issueDiscussion.createDraftNote, { ...issue.ref, note: 'Another' })
  const listed = await rita.reply(issueDiscussion.listDraftNotes, issue.ref)
  expect(listed.body).toMatchObject([shape, { note: 'Another', discussion_id: null, resolve_discussion: false }])
  const changed = await rita.reply(issueDiscussion.updateDraftNote, { ...at, note: 'Warp' })
  expect(changed).toMatchObject({ status: 200, body: { ...shape, note: 'Warp' } })
  await expect(rita.reply(issueDiscussion.updateDraftNote, at)).resolves.toMatchObject({ status: 400 })
  await expect(rita.reply(issueDiscussion.updateDraftNote, { ...at, note: ' ' })).resolves.toMatchObject({
    status: 400,
  })
  await expect(rita.reply(issueDiscussion.createDraftNote, { ...issue.ref, note: '' })).resolves.toMatchObject({
    status: 400,
  })
  await expect(rita.reply(issueDiscussion.getDraftNote, at)).resolves.toMatchObject({
    status: 200,
    body: { note: 'Warp' },
  })
  await expect(rita.reply(issueDiscussion.deleteDraftNote, at)).resolves.toMatchObject({ status: 204 })
  await expect(rita.reply(issueDiscussion.getDraftNote, at)).resolves.toMatchObject({ status: 404 })
  await expect(rita.reply(issueDiscussion.deleteDraftNote, at)).resolves.toMatchObject({ status: 404 })
})

test('DRAFT-015 DRAFT-016 NOTE-040 the page saves a draft in the shape of a comment or its own, and is answered with the entity', async () => {
  const { issue, rita, thread, users, mayTurn } = await scene()
  await mayTurn()
  const payload = { resolveDiscussion: true, noteProjectId: issue.namespaceId, inReplyToDiscussionId: thread.id }
  const own = await rita.reply(issueDiscussionPage.createPageDraft, {
    ...issue.page,
    ...payload,
    draftNote: { note: 'Weft\n/close', resolveDiscussion: true },
  })
  const first = thread.notes[0]?.id
  expect(own).toMatchObject({
    status: 200,
    body: {
      id: expect.any(Number),
      author: { id: users.rita.id, username: 'rita', path: '/rita' },
      file_path: null,
      discussion_id: thread.id,
      reply_to_note_id: first,
      resolve_discussion: true,
      note: 'Weft\n/close',
      references: { users: [], commands: '<p>Closes this issue.</p>' },
      is_draft: true,
      noteable_type: 'Issue',
      current_user: { can_edit: true, can_award_emoji: false, can_resolve: true, can_resolve_discussion: true },
    },
  })
  expect((own.body as { note_html: string }).note_html).toBe('<p>Weft</p>\n')
  const noteable = { noteableType: 'Issue', noteableId: issue.id }
  const usual = await rita.reply(issueDiscussionPage.createPageDraft, {
    ...issue.page,
    note: { note: 'As comments are', type: 'DiscussionNote', internal: true, ...noteable },
  })
  expect(usual.body).toMatchObject({
    note: 'As comments are',
    type: 'DiscussionNote',
    internal: true,
    discussion_id: null,
  })
  await expect(
    rita.reply(issueDiscussionPage.createPageDraft, { ...issue.page, draftNote: { note: ' ' } }),
  ).resolves.toMatchObject({
    status: 422,
    body: { errors: expect.stringContaining("can't be blank") },
  })
  const listed = await rita.call(issueDiscussionPage.listPageDrafts, issue.page)
  expect(listed.map(each => each.note)).toEqual(['Weft\n/close', 'As comments are'])
})

test('DRAFT-017 the page changes, deletes, publishes one, some and all, and discards', async () => {
  const { issue, rita, said, thread } = await scene()
  const save = async (note: string, more: object = {}) =>
    (await rita.call(issueDiscussionPage.createPageDraft, { ...issue.page, draftNote: { note }, ...more })).id
  const [one, two, three] = [
    await save('One'),
    await save('Two'),
    await save('Three', { inReplyToDiscussionId: thread.id }),
  ]
  const changed = await rita.reply(issueDiscussionPage.updatePageDraft, {
    ...issue.page,
    draftId: one,
    draftNote: { note: 'First' },
  })
  expect(changed).toMatchObject({ status: 200, body: { id: one, note: 'First' } })
  await expect(rita.reply(issueDiscussionPage.deletePageDraft, { ...issue.page, draftId: two })).resolves.toMatchObject(
    { status: 200 },
  )
  expect(await said()).toEqual(['Warp or weft?'])
  const published = await rita.reply(issueDiscussionPage.publishPageDrafts, { ...issue.page, id: one })
  expect(published).toMatchObject({ status: 200, body: { notes: [{ note: 'First', type: null }], kept_ids: [] } })
  const rest = await rita.reply(issueDiscussionPage.publishPageDrafts, {
    ...issue.page,
    ids: [three],
    note: 'That was all',
  })
  expect(rest.body).toMatchObject({ notes: [{ note: 'Warp or weft?' }, { note: 'Three' }, { note: 'That was all' }] })
  expect(await said()).toEqual(['Warp or weft?', 'First', 'Three', 'That was all'])
  await save('Four')
  await expect(rita.reply(issueDiscussionPage.discardPageDrafts, issue.page)).resolves.toMatchObject({ status: 200 })
  expect(await rita.call(issueDiscussionPage.listPageDrafts, issue.page)).toEqual([])
  await expect(rita.reply(issueDiscussionPage.publishPageDrafts, issue.page)).resolves.toMatchObject({
    status: 200,
    body: { notes: [] },
  })
})

test('DRAFT-001 PERM-003 only its author learns of a draft, whatever the role of others', async () => {
  const { as, db, deliver, issue, rita, services, thread, users } = await scene()
  const events = async () =>
    (await db.selectFrom('events').select('name').orderBy('id').execute()).map(event => event.name)
  const before = await events()
  const { id } = await rita.call(issueDiscussion.createDraftNote, {
    ...issue.ref,
    note: 'Zanzibar, @gus and @olga, see #1\n/close\n/assign @dan',
    inReplyToDiscussionId: thread.id,
    resolveDiscussion: true,
  })
  await rita.call(issueDiscussion.updateDraftNote, { ...issue.ref, draftNoteId: id, note: 'Zanzibar, @gus\n/close' })
  expect(await events()).toEqual(before)
  await deliver()
  await sendDueNotices(db, services, new Date(Date.now() + 3_600_000).toISOString())
  const mails = await db.selectFrom('mails').select('text').execute()
  expect(mails.filter(mail => mail.text?.includes('Zanzibar'))).toEqual([])
  const row = await as('olga').call(getIssue, issue.ref)
  expect(row).toMatchObject({ userNotesCount: 1, state: 'opened', assignees: [] })
  for (const who of ['olga', 'mina', 'dan', 'gus', 'root', 'nina', 'anon'] as const) {
    const other = as(who)
    const isInside = who !== 'nina' && who !== 'anon'
    const at = { ...issue.ref, draftNoteId: id }
    const onPage = { ...issue.page, draftId: id }
    for (const [operation, input] of [
      [issueDiscussion.getDraftNote, at],
      [issueDiscussion.updateDraftNote, { ...at, note: 'Mine' }],
      [issueDiscussion.deleteDraftNote, at],
      [issueDiscussion.publishDraftNote, at],
      [issueDiscussionPage.updatePageDraft, { ...onPage, draftNote: { note: 'Mine' } }],
      [issueDiscussionPage.deletePageDraft, onPage],
    ] as const)
      expect(await other.reply(operation, input), `${who} ${operation.name}`).toMatchObject({ status: 404 })
    if (!isInside) continue
    expect(await other.call(issueDiscussion.listDraftNotes, issue.ref)).toEqual([])
    expect(await other.call(issueDiscussionPage.listPageDrafts, issue.page)).toEqual([])
    await other.call(issueDiscussion.publishDraftNotes, issue.ref)
    await other.call(issueDiscussionPage.publishPageDrafts, { ...issue.page, id })
    await other.call(issueDiscussionPage.discardPageDrafts, issue.page)
    const page = await other.reply(getIssuePage, issue.page)
    expect(page.body).toMatchObject({ viewer: { drafts_count: 0 } })
    expect(JSON.stringify(page.body)).not.toContain('Zanzibar')
    expect((await other.call(listTodos, {})).filter(todo => todo.body.includes('Zanzibar'))).toEqual([])
  }
  const mine = await rita.call(getIssuePage, issue.page)
  expect(mine.viewer.draftsCount).toBe(1)
  for (const [who, hears] of [
    ['rita', true],
    ['olga', false],
    ['root', false],
    ['anon', false],
  ] as const)
    await expect(draftNotes.topics?.['draft-notes']?.(as(who).ctx, users.rita.id)).resolves.toBe(hears)
})

test('DRAFT-002 publishing a draft has the effects of a comment, then and not before', async () => {
  const { as, issue, rita, said, standing, thread, mayTurn } = await scene()
  await mayTurn()
  const { id } = await rita.call(issueDiscussion.createDraftNote, {
    ...issue.ref,
    note: 'Done, @gus\n/weight 5',
    inReplyToDiscussionId: thread.id,
    resolveDiscussion: true,
  })
  const other = await rita.call(issueDiscussion.createDraftNote, { ...issue.ref, note: 'Later' })
  expect(await standing()).toBe(false)
  await expect(rita.reply(issueDiscussion.publishDraftNote, { ...issue.ref, draftNoteId: id })).resolves.toMatchObject({
    status: 204,
  })
  expect(await said()).toEqual(['Warp or weft?', 'Done, @gus'])
  expect(await standing()).toBe(true)
  expect(await as('rita').call(getIssue, issue.ref)).toMatchObject({ weight: 5 })
  expect((await as('gus').call(listTodos, {})).map(todo => todo.actionName)).toContain('mentioned')
  expect((await rita.call(issueDiscussion.listDraftNotes, issue.ref)).map(each => each.id)).toEqual([other.id])
  await expect(rita.reply(issueDiscussion.publishDraftNote, { ...issue.ref, draftNoteId: id })).resolves.toMatchObject({
    status: 404,
  })
})

test('DRAFT-003 all together: in their order, in one transaction, told of by one mail', async () => {
  const { db, deliver, issue, rita, said, services, thread } = await scene()
  for (const note of ['One', 'Two, @gus', 'Three'])
    await rita.call(issueDiscussion.createDraftNote, { ...issue.ref, note })
  await rita.call(issueDiscussion.createDraftNote, { ...issue.ref, note: 'Four', inReplyToDiscussionId: thread.id })
  await deliver()
  await db.deleteFrom('mails').execute()
  await expect(rita.reply(issueDiscussion.publishDraftNotes, issue.ref)).resolves.toMatchObject({ status: 204 })
  expect(await said()).toEqual(['Warp or weft?', 'One', 'Two, @gus', 'Three', 'Four'])
  expect(await rita.call(issueDiscussion.listDraftNotes, issue.ref)).toEqual([])
  await deliver()
  await sendDueNotices(db, services, new Date(Date.now() + 3_600_000).toISOString())
  const mails = await db
    .selectFrom('mails as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['u.username', 'm.text'])
    .execute()
  const toGus = mails.filter(mail => mail.username === 'gus')
  expect(toGus).toHaveLength(1)
  expect(toGus[0]?.text).toMatch(/One[\s\S]*Two, @gus[\s\S]*Three[\s\S]*Four/)
  expect(mails.filter(mail => mail.username === 'dan')).toHaveLength(1)
})

test('a review of which one part is refused is kept whole, and says which and why', async () => {
  const { as, db, issue, rita, said, users } = await scene()
  const inside = await as('dan').call(issueDiscussion.createNote, { ...issue.ref, body: 'Among us', internal: true })
  if (!('id' in inside)) throw new Error('no note')
  const discussion = await db
    .selectFrom('notes')
    .select('discussionId')
    .where('id', '=', inside.id)
    .executeTakeFirstOrThrow()
  await rita.call(issueDiscussionPage.createPageDraft, { ...issue.page, draftNote: { note: 'For all' } })
  const answer = await rita.call(issueDiscussionPage.createPageDraft, {
    ...issue.page,
    draftNote: { note: 'A secret answer' },
    inReplyToDiscussionId: discussion.discussionId,
  })
  expect(answer).toMatchObject({ internal: true, replyToNoteId: inside.id })
  await db.updateTable('members').set({ accessLevel: 10 }).where('userId', '=', users.rita.id).execute()
  const before = await said()
  const refused = await rita.reply(issueDiscussionPage.publishPageDrafts, issue.page)
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors:
        '“A secret answer” could not be published: you no longer have access to its thread. All your comments are still pending.',
    },
  })
  await expect(rita.reply(issueDiscussion.publishDraftNotes, issue.ref)).resolves.toMatchObject({ status: 400 })
  expect(await said()).toEqual(before)
  const kept = await rita.call(issueDiscussionPage.listPageDrafts, issue.page)
  expect(kept.map(each => [each.note, each.replyToNoteId])).toEqual([
    ['For all', null],
    ['A secret answer', null],
  ])
})

test.each([
  ['locked against', 403],
  ['of an archived project', 403],
  ['out of sight for', 404],
] as const)('what is %s its author refuses to publish, and the draft is kept', async (change, status) => {
  const { as, build, db, issue, users } = await scene()
  const project = await build.project({ visibility: 'public' })
  const open = await build.issuable({ projectId: project.id, projectPath: project.fullPath })
  const nina = as('nina')
  const { id } = await nina.call(issueDiscussion.createDraftNote, { ...open.ref, note: 'Let me add' })
  switch (change) {
    case 'locked against':
      await db.updateTable('issuables').set({ discussionLocked: true }).where('id', '=', open.id).execute()
      break
    case 'of an archived project':
      await db.updateTable('namespaces').set({ archived: true }).where('id', '=', project.id).execute()
      break
    case 'out of sight for':
      await db.updateTable('issuables').set({ confidential: true }).where('id', '=', open.id).execute()
      break
    default:
      change satisfies never
  }
  const one = await nina.reply(issueDiscussion.publishDraftNote, { ...open.ref, draftNoteId: id })
  const all = await nina.reply(issueDiscussion.publishDraftNotes, open.ref)
  const onPage = await nina.reply(issueDiscussionPage.publishPageDrafts, open.page)
  expect([one.status, all.status, onPage.status]).toEqual([status, status, status])
  const kept = await db.selectFrom('draftNotes').select('body').where('authorId', '=', users.nina.id).execute()
  expect(kept).toEqual([{ body: 'Let me add' }])
  // Elsewhere nothing has changed.
  await expect(as('rita').reply(issueDiscussion.publishDraftNotes, issue.ref)).resolves.toMatchObject({ status: 204 })
})

test('PERM-003 drafts go with the account and with the issue', async () => {
  const { as, build, db, issue, rita } = await scene()
  const writer = await build.user({})
  const other = await build.issuable({})
  await db
    .insertInto('draftNotes')
    .values({
      namespaceId: issue.namespaceId,
      issuableId: issue.id,
      authorId: writer.id,
      body: 'Soon gone',
      bodyHtml: '',
      markdownVersion: 1,
      foreseen: JSON.stringify({ users: [], commands: [] }),
      createdAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
    })
    .execute()
  await rita.call(issueDiscussion.createDraftNote, { ...issue.ref, note: 'Goes with the issue' })
  await rita.call(issueDiscussion.createDraftNote, { ...other.ref, note: 'Stays' })
  const left = async () =>
    (await db.selectFrom('draftNotes').select('body').orderBy('id').execute()).map(row => row.body)
  await as('root').call(deleteUser, { id: writer.id })
  expect(await left()).toEqual(['Goes with the issue', 'Stays'])
  await as('olga').call(deleteIssue, issue.ref)
  expect(await left()).toEqual(['Stays'])
})

test('a key keeps a draft from being written twice, and there is a limit to their number', async () => {
  const { db, issue, build, rita, users } = await scene()
  const given = { ...issue.ref, note: 'Once', idempotencyKey: 'a-key' }
  const first = await rita.call(issueDiscussion.createDraftNote, given)
  const again = await rita.call(issueDiscussion.createDraftNote, given)
  expect(again.id).toBe(first.id)
  const elsewhere = await build.issuable({})
  await expect(rita.call(issueDiscussion.createDraftNote, { ...given, ...elsewhere.ref })).rejects.toMatchObject({
    kind: 'conflict',
  })
  await rita.call(issueDiscussion.publishDraftNotes, issue.ref)
  await expect(rita.call(issueDiscussion.createDraftNote, given)).rejects.toMatchObject({ kind: 'conflict' })
  await sql`insert into draft_notes (namespace_id, issuable_id, author_id, body, body_html, markdown_version, foreseen, created_at, updated_at)
    select ${issue.namespaceId}, ${issue.id}, ${users.rita.id}, 'x', '', 1, '{"users":[],"commands":[]}', now(), now()
    from generate_series(1, ${maxDrafts}::int)`.execute(db)
  await expect(rita.call(issueDiscussion.createDraftNote, { ...issue.ref, note: 'More' })).rejects.toMatchObject({
    kind: 'invalid',
  })
})

test('the flag of the page counts when it publishes; commands alone that cannot be applied stay, and say why', async () => {
  const { issue, rita, standing, thread, mayTurn } = await scene()
  await mayTurn()
  const save = async (note: string, more: object = {}) =>
    (await rita.call(issueDiscussionPage.createPageDraft, { ...issue.page, draftNote: { note }, ...more })).id
  const reply = await save('Settled', { inReplyToDiscussionId: thread.id })
  const refused = await save('/reopen')
  const done = await save('/weight 3')
  const published = await rita.call(issueDiscussionPage.publishPageDrafts, {
    ...issue.page,
    flags: [{ id: reply, resolveDiscussion: true }],
  })
  expect(published).toMatchObject({
    notes: [{ resolved: true }, { note: 'Settled', resolved: true }],
    keptIds: [refused],
    quickActionsStatus: { messages: ['Set weight to 3.'], errorMessages: ['Could not apply reopen command.'] },
  })
  expect(published.keptIds).not.toContain(done)
  expect((await rita.call(issueDiscussionPage.listPageDrafts, issue.page)).map(each => each.id)).toEqual([refused])
  // A thread without comments keeps its state, and one with comments is reopened.
  await save('One more thing', { inReplyToDiscussionId: thread.id })
  await rita.call(issueDiscussionPage.publishPageDrafts, issue.page)
  expect(await standing()).toBe(true)
  await save('No, it is open', { inReplyToDiscussionId: thread.id, resolveDiscussion: false })
  await rita.call(issueDiscussionPage.publishPageDrafts, issue.page)
  expect(await standing()).toBe(false)
})

test('lists and the page cost as many statements with drafts as without', async () => {
  const { issue, rita, statements } = await scene()
  const cost = async () => ({
    api: await statements(() => rita.call(issueDiscussion.listDraftNotes, issue.ref)),
    page: await statements(() => rita.call(issueDiscussionPage.listPageDrafts, issue.page)),
    issue: await statements(() => rita.call(getIssuePage, issue.page)),
  })
  const without = await cost()
  for (const note of ['One', 'Two', 'Three']) await rita.call(issueDiscussion.createDraftNote, { ...issue.ref, note })
  expect(await cost()).toEqual(without)
})

test('an answer whose thread was deleted becomes a comment of its own', async () => {
  const { as, issue, rita, said, thread } = await scene()
  await rita.call(issueDiscussion.createDraftNote, { ...issue.ref, note: 'I agree', inReplyToDiscussionId: thread.id })
  await as('dan').call(issueDiscussion.deleteNote, { ...issue.ref, noteId: thread.notes[0]?.id ?? 0 })
  expect((await rita.call(issueDiscussionPage.listPageDrafts, issue.page))[0]).toMatchObject({
    discussionId: thread.id,
    replyToNoteId: null,
  })
  await rita.call(issueDiscussion.publishDraftNotes, issue.ref)
  expect(await said()).toEqual(['I agree'])
})

test('DRAFT-010 the words are read from three shapes', () => {
  expect(wordsOf({ draftNote: { note: 'a' } })).toBe('a')
  expect(wordsOf({ 'note[note]': 'b' })).toBe('b')
  expect(wordsOf({ note: { note: 'c' } })).toBe('c')
  expect(wordsOf({})).toBe('')
})
