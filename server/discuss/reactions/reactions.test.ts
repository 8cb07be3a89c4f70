import { expect, test } from 'vitest'
import { toggleNoteAward } from '#contract/discuss/reactions.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { type Member, world } from '#test/world/world.ts'

test.each<[Member | 'anon', boolean, number]>([
  ['rita', false, 201],
  ['gus', false, 201],
  ['nina', false, 404],
  ['anon', false, 404],
  ['gus', true, 201],
])('EMOJI-022 %s reacting (locked: %j): %i', async (who, locked, status) => {
  const { as, build } = await world()
  const issue = await build.issuable({ locked })
  await expect(as(who).reply(issueDiscussion.createAward, { ...issue.ref, name: 'tada' })).resolves.toMatchObject({
    status,
  })
})

test('EMOJI-011 aliases are one reaction, given once; unknown names are none', async () => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const award = await as('rita').call(issueDiscussion.createAward, { ...issue.ref, name: '+1' })
  expect(award).toMatchObject({
    name: 'thumbsup',
    user: { username: 'rita' },
    awardableId: issue.id,
    awardableType: 'Issue',
  })
  await expect(
    as('rita').reply(issueDiscussion.createAward, { ...issue.ref, name: 'thumbsup' }),
  ).resolves.toMatchObject({
    status: 404,
  })
  await expect(as('rita').reply(issueDiscussion.createAward, { ...issue.ref, name: 'nosuch' })).resolves.toMatchObject({
    status: 404,
  })
  const counts = () =>
    db.selectFrom('issuables').select(['upvotes', 'downvotes']).where('id', '=', issue.id).executeTakeFirst()
  await as('dan').call(issueDiscussionPage.toggleAward, { ...issue.page, name: 'thumbsdown' })
  await expect(counts()).resolves.toEqual({ upvotes: 1, downvotes: 1 })
  await expect(
    as('dan').reply(issueDiscussion.deleteAward, { ...issue.ref, awardId: award.id }),
  ).resolves.toMatchObject({
    status: 401,
  })
  await as('rita').call(issueDiscussion.deleteAward, { ...issue.ref, awardId: award.id })
  await as('dan').call(issueDiscussionPage.toggleAward, { ...issue.page, name: 'thumbsdown' })
  await expect(counts()).resolves.toEqual({ upvotes: 0, downvotes: 0 })
})

test('EMOJI-025 the toggle on a note adds, takes back, and says no to what is no emoji', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
  const ref = { namespace: issue.page.namespace, noteId: note.id }
  const list = () => as('gus').call(issueDiscussion.listNoteAwards, { ...issue.ref, noteId: note.id })
  await expect(as('gus').call(toggleNoteAward, { ...ref, name: 'heart' })).resolves.toEqual({ ok: true })
  await expect(list()).resolves.toMatchObject([{ name: 'heart', awardableType: 'Note', awardableId: note.id }])
  await expect(as('gus').call(toggleNoteAward, { ...ref, name: 'heart' })).resolves.toEqual({ ok: true })
  await expect(list()).resolves.toEqual([])
  await expect(as('gus').call(toggleNoteAward, { ...ref, name: 'nosuch' })).resolves.toEqual({ ok: false })
})

test('PERM-012 reactions to internal notes are for reporters', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const note = await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: 'Between us', internal: true })
  if (!('id' in note)) throw new Error('no note')
  const ref = { ...issue.ref, noteId: note.id }
  await expect(as('gus').reply(issueDiscussion.createNoteAward, { ...ref, name: 'tada' })).resolves.toMatchObject({
    status: 404,
  })
  await expect(as('gus').reply(issueDiscussion.listNoteAwards, ref)).resolves.toMatchObject({ status: 404 })
  await as('dan').call(issueDiscussion.createNoteAward, { ...ref, name: 'tada' })
  await expect(as('gus').call(issueDiscussion.listAwards, issue.ref)).resolves.toEqual([])
})

test('PERM-011 no one reacts in an archived project', async () => {
  const { as, build, db, project } = await world()
  const issue = await build.issuable()
  await db.updateTable('namespaces').set({ archived: true }).where('id', '=', project.id).execute()
  await expect(
    as('olga').reply(issueDiscussionPage.toggleAward, { ...issue.page, name: 'tada' }),
  ).resolves.toMatchObject({
    status: 403,
  })
})

test('EMOJI-024 NOTE-041 a note of the page carries each award with who gave it, thumbs and all', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
  const ref = { ...issue.ref, noteId: note.id }
  await as('gus').call(issueDiscussion.createNoteAward, { ...ref, name: 'heart' })
  await as('dan').call(issueDiscussion.createNoteAward, { ...ref, name: '-1' })
  const shown = (await as('gus').call(issueDiscussionPage.listPageDiscussions, issue.page))
    .flatMap(each => each.notes)
    .find(each => each.id === String(note.id))
  expect(shown?.awardEmoji).toMatchObject([
    { name: 'heart', user: { id: users.gus.id, name: 'Gus' } },
    { name: 'thumbsdown', user: { id: users.dan.id, name: 'Dan' } },
  ])
})

test('EMOJI-026 the toggle on an issue adds and takes back, also by an alias or a number', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const names = async () => (await as('rita').call(issueDiscussion.listAwards, issue.ref)).map(award => award.name)
  const press = (name: string | number) => as('rita').reply(issueDiscussionPage.toggleAward, { ...issue.page, name })
  await expect(press('tada')).resolves.toMatchObject({ status: 200, body: { ok: true } })
  await expect(press('+1')).resolves.toMatchObject({ body: { ok: true } })
  await expect(press(100)).resolves.toMatchObject({ body: { ok: true } })
  await expect(names()).resolves.toEqual(['tada', 'thumbsup', '100'])
  await expect(press('thumbsup')).resolves.toMatchObject({ body: { ok: true } })
  await expect(press('100')).resolves.toMatchObject({ body: { ok: true } })
  await expect(press('nonsense')).resolves.toMatchObject({ status: 200, body: { ok: false } })
  await expect(names()).resolves.toEqual(['tada'])
})

test('EMOJI-022 a reaction of the API: one, its page, and whose it is to take back', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
  const ref = { ...issue.ref, noteId: note.id }
  const onIssue = await as('gus').call(issueDiscussion.createAward, { ...issue.ref, name: 'wave_tone3' })
  const onNote = await as('gus').call(issueDiscussion.createNoteAward, { ...ref, name: 100 })
  expect(onIssue).toMatchObject({ name: 'wave_tone3', awardableType: 'Issue', user: { username: 'gus' } })
  expect(onNote).toMatchObject({ name: '100', awardableType: 'Note', awardableId: note.id })
  await expect(as('rita').call(issueDiscussion.getAward, { ...issue.ref, awardId: onIssue.id })).resolves.toEqual(
    onIssue,
  )
  await expect(as('rita').call(issueDiscussion.getNoteAward, { ...ref, awardId: onNote.id })).resolves.toEqual(onNote)
  const page = await as('rita').reply(issueDiscussion.listNoteAwards, { ...ref, page: 1, perPage: 1 })
  expect(page).toMatchObject({ status: 200, body: [{ id: onNote.id }] })
  expect(page.headers).toMatchObject({ 'x-total': '1' })

  const status = async (asked: Promise<{ readonly status: number }>) => (await asked).status
  const elsewhere = { ...issue.ref, awardId: onNote.id }
  await expect(status(as('rita').reply(issueDiscussion.getAward, elsewhere))).resolves.toBe(404)
  await expect(status(as('gus').reply(issueDiscussion.deleteAward, elsewhere))).resolves.toBe(404)
  await expect(status(as('olga').reply(issueDiscussion.deleteNoteAward, { ...ref, awardId: onNote.id }))).resolves.toBe(
    401,
  )
  await expect(status(as('nina').reply(issueDiscussion.deleteNoteAward, { ...ref, awardId: onNote.id }))).resolves.toBe(
    404,
  )
  await expect(status(as('root').reply(issueDiscussion.deleteNoteAward, { ...ref, awardId: onNote.id }))).resolves.toBe(
    204,
  )
  await expect(
    status(as('gus').reply(issueDiscussion.deleteAward, { ...issue.ref, awardId: onIssue.id })),
  ).resolves.toBe(204)
  await expect(status(as('gus').reply(issueDiscussion.getAward, { ...issue.ref, awardId: onIssue.id }))).resolves.toBe(
    404,
  )
})

test('EMOJI-022 NOTE-012 a user who may not react cannot toggle', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
  const press = async (who: Member | 'anon') =>
    (await as(who).reply(toggleNoteAward, { namespace: issue.page.namespace, noteId: note.id, name: 'tada' })).status
  await expect(press('nina')).resolves.toBe(404)
  await expect(press('anon')).resolves.toBe(404)
})
