import { expect, test } from 'vitest'
import { createIssueNote } from '#contract/discuss/notes.ts'
import {
  createIssueAward,
  createNoteAward,
  deleteIssueAward,
  listIssueAwards,
  listNoteAwards,
  toggleIssueAward,
  toggleNoteAward,
} from '#contract/discuss/reactions.ts'
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
  await expect(as(who).reply(createIssueAward, { ...issue.ref, name: 'tada' })).resolves.toMatchObject({ status })
})

test('EMOJI-011 aliases are one reaction, given once; unknown names are none', async () => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const award = await as('rita').call(createIssueAward, { ...issue.ref, name: '+1' })
  expect(award).toMatchObject({
    name: 'thumbsup',
    user: { username: 'rita' },
    awardableId: issue.id,
    awardableType: 'Issue',
  })
  await expect(as('rita').reply(createIssueAward, { ...issue.ref, name: 'thumbsup' })).resolves.toMatchObject({
    status: 404,
  })
  await expect(as('rita').reply(createIssueAward, { ...issue.ref, name: 'nosuch' })).resolves.toMatchObject({
    status: 404,
  })
  const counts = () =>
    db.selectFrom('issuables').select(['upvotes', 'downvotes']).where('id', '=', issue.id).executeTakeFirst()
  await as('dan').call(toggleIssueAward, { ...issue.page, name: 'thumbsdown' })
  await expect(counts()).resolves.toEqual({ upvotes: 1, downvotes: 1 })
  await expect(as('dan').reply(deleteIssueAward, { ...issue.ref, awardId: award.id })).resolves.toMatchObject({
    status: 401,
  })
  await as('rita').call(deleteIssueAward, { ...issue.ref, awardId: award.id })
  await as('dan').call(toggleIssueAward, { ...issue.page, name: 'thumbsdown' })
  await expect(counts()).resolves.toEqual({ upvotes: 0, downvotes: 0 })
})

test('EMOJI-025 the toggle on a note adds, takes back, and says no to what is no emoji', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
  const ref = { namespace: issue.page.namespace, noteId: note.id }
  const list = () => as('gus').call(listNoteAwards, { ...issue.ref, noteId: note.id })
  await expect(as('gus').call(toggleNoteAward, { ...ref, name: 'heart' })).resolves.toEqual({ ok: true })
  await expect(list()).resolves.toMatchObject([{ name: 'heart', awardableType: 'Note', awardableId: note.id }])
  await expect(as('gus').call(toggleNoteAward, { ...ref, name: 'heart' })).resolves.toEqual({ ok: true })
  await expect(list()).resolves.toEqual([])
  await expect(as('gus').call(toggleNoteAward, { ...ref, name: 'nosuch' })).resolves.toEqual({ ok: false })
})

test('PERM-012 reactions to internal notes are for reporters', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const note = await as('rita').call(createIssueNote, { ...issue.ref, body: 'Between us', internal: true })
  if (!('id' in note)) throw new Error('no note')
  const ref = { ...issue.ref, noteId: note.id }
  await expect(as('gus').reply(createNoteAward, { ...ref, name: 'tada' })).resolves.toMatchObject({ status: 404 })
  await expect(as('gus').reply(listNoteAwards, ref)).resolves.toMatchObject({ status: 404 })
  await as('dan').call(createNoteAward, { ...ref, name: 'tada' })
  await expect(as('gus').call(listIssueAwards, issue.ref)).resolves.toEqual([])
})

test('PERM-011 nobody reacts in an archived project', async () => {
  const { as, build, db, project } = await world()
  const issue = await build.issuable()
  await db.updateTable('namespaces').set({ archived: true }).where('id', '=', project.id).execute()
  await expect(as('olga').reply(toggleIssueAward, { ...issue.page, name: 'tada' })).resolves.toMatchObject({
    status: 403,
  })
})
