import { expect, test } from 'vitest'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { getGroupIssuesPage, getIssuePage, getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { type Member, type World, world } from '#test/world/world.ts'

type Caller = Member | 'anon' | 'root'

async function scene(it: World) {
  const issue = await it.build.issue({ description: 'Old words' })
  const page = { namespace: it.project.fullPath, iid: issue.iid }
  const ref = { id: it.project.id, issueIid: issue.iid }
  const say = async (who: Member, body = 'A word', internal = false) => {
    const { id } = (await it.as(who).call(issueDiscussion.createNote, { ...ref, body, internal })) as { id: number }
    return id
  }
  const reading = async (who: Caller) => (await it.as(who).call(getIssuePage, page)).viewer.reading
  const news = async (who: Caller) =>
    (await it.as(who).call(getIssuesPage, { namespace: page.namespace })).issues.find(row => row.id === issue.id)?.news
  const read = (who: Caller, noteId: number, descriptionVersionId = 0) =>
    it.as(who).reply(issueDiscussionPage.markRead, { ...page, noteId, descriptionVersionId })
  return { issue, page, ref, say, reading, news, read }
}

test('a first visit has no news; afterwards comments of others are counted, and own ones are not', async () => {
  const it = await world()
  const { say, reading, news, read } = await scene(it)
  const first = await say('rita')
  await expect(reading('gus')).resolves.toMatchObject({ mark: null, commentNews: null, descriptionNews: null })
  await expect(news('gus')).resolves.toBeNull()
  await expect(read('gus', first)).resolves.toMatchObject({ status: 204 })
  await expect(reading('gus')).resolves.toMatchObject({ mark: { noteId: first }, commentNews: null })
  const second = await say('dan')
  await say('gus', 'My own')
  await say('rita')
  await expect(reading('gus')).resolves.toMatchObject({
    mark: { noteId: first },
    commentNews: { firstNoteId: second, count: 2 },
  })
  await expect(news('gus')).resolves.toEqual({ comments: 2, isDescriptionEdited: false })
  // The page reports changes, and they count as no comment.
  await expect(news('dan')).resolves.toBeNull()
})

test('a mark never goes backwards, and not beyond what there is', async () => {
  const it = await world()
  const { say, reading, read } = await scene(it)
  const first = await say('rita')
  const second = await say('rita')
  await read('gus', second)
  await read('gus', first)
  await expect(reading('gus')).resolves.toMatchObject({ mark: { noteId: second } })
  await read('gus', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  await expect(reading('gus')).resolves.toMatchObject({ mark: { noteId: second } })
  const third = await say('rita')
  await expect(reading('gus')).resolves.toMatchObject({ commentNews: { firstNoteId: third, count: 1 } })
})

test('NOTE-006 an internal note is no news for who may not read it: not on the page, not in a list', async () => {
  const it = await world()
  const { say, reading, news, read, page } = await scene(it)
  const first = await say('dan')
  for (const who of ['gus', 'rita', 'root'] as const) await read(who, first)
  const internal = await say('dan', 'Between us', true)
  await expect(reading('gus')).resolves.toMatchObject({ commentNews: null, lastNoteId: first })
  await expect(news('gus')).resolves.toBeNull()
  const inGroup = async (who: Caller) =>
    (await it.as(who).call(getGroupIssuesPage, { namespace: 'weft' })).issues.find(row => row.iid === page.iid)?.news
  await expect(inGroup('gus')).resolves.toBeNull()
  for (const who of ['rita', 'root'] as const) {
    await expect(reading(who)).resolves.toMatchObject({ commentNews: { firstNoteId: internal, count: 1 } })
    await expect(news(who)).resolves.toEqual({ comments: 1, isDescriptionEdited: false })
    await expect(inGroup(who)).resolves.toEqual({ comments: 1, isDescriptionEdited: false })
  }
  await say('dan', 'For all')
  await expect(news('gus')).resolves.toMatchObject({ comments: 1 })
  await expect(news('rita')).resolves.toMatchObject({ comments: 2 })
})

test('a description that another user changed since is news, with the versions to compare', async () => {
  const it = await world()
  const { ref, reading, news, read } = await scene(it)
  const edit = (who: Member, description: string) => it.as(who).call(updateIssue, { ...ref, description })
  await read('rita', 0)
  await edit('rita', 'Mine')
  await expect(reading('rita')).resolves.toMatchObject({ descriptionNews: null })
  const seen = (await reading('rita'))?.descriptionVersionId ?? 0
  await read('rita', 0, seen)
  await edit('dan', 'Of Dan')
  await edit('mina', 'Of Mina')
  const after = await reading('rita')
  expect(after?.descriptionNews).toMatchObject({
    versionId: after?.descriptionVersionId,
    startVersionId: (after?.descriptionVersionId ?? 0) - 1,
  })
  expect(after?.descriptionNews?.editors).toHaveLength(2)
  await expect(news('rita')).resolves.toEqual({ comments: 0, isDescriptionEdited: true })
  await read('rita', 0, after?.descriptionVersionId ?? 0)
  await expect(reading('rita')).resolves.toMatchObject({
    mark: { descriptionVersionId: after?.descriptionVersionId },
    descriptionNews: null,
  })
  await expect(news('rita')).resolves.toBeNull()
})

test.each<[Caller, number]>([
  ['anon', 404],
  ['nina', 404],
  ['gus', 204],
  ['root', 204],
])('PERM-003 %s marking a private issue as read: %i', async (who, status) => {
  const it = await world()
  const { read } = await scene(it)
  await expect(read(who, 0)).resolves.toMatchObject({ status })
})

test('a visitor of a public project has no mark, and pays nothing for that of others', async () => {
  const it = await world()
  const open = await it.build.project({ visibility: 'public' })
  const issue = await it.build.issue({ projectId: open.id })
  const page = { namespace: open.fullPath, iid: issue.iid }
  await expect(it.as('anon').reply(issueDiscussionPage.markRead, { ...page, noteId: 0 })).resolves.toMatchObject({
    status: 401,
  })
  const { viewer } = await it.as('anon').call(getIssuePage, page)
  expect(viewer).toMatchObject({ reading: null, notesFilter: null })
  const list = await it.as('anon').call(getIssuesPage, { namespace: open.fullPath })
  expect(list.issues[0]?.news).toBeNull()
})

test('news of a list cost no statement of their own, however many rows', async () => {
  const it = await world()
  const { say, read, page } = await scene(it)
  const list = () => it.as('gus').call(getIssuesPage, { namespace: page.namespace })
  const before = await it.statements(list)
  await read('gus', await say('rita'))
  for (let count = 0; count < 5; count++) await it.build.issue()
  await say('rita')
  await expect(it.statements(list)).resolves.toBe(before)
})

test('FILTER-009 FILTER-003 the chosen filter is remembered for a person, unless it shall not be', async () => {
  const it = await world()
  const { ref, page, say } = await scene(it)
  await say('rita')
  await it.as('rita').call(updateIssue, { ...ref, title: 'Renamed' })
  const kinds = async (who: Caller, wish: { notesFilter?: number; persistFilter?: boolean } = {}) =>
    (await it.as(who).call(issueDiscussionPage.listPageDiscussions, { ...page, ...wish })).map(
      each => each.notes[0]?.system,
    )
  const kept = async (who: Caller) => (await it.as(who).call(getIssuePage, page)).viewer.notesFilter
  await expect(kinds('gus')).resolves.toEqual([false, true])
  await expect(kinds('gus', { notesFilter: 1, persistFilter: false })).resolves.toEqual([false])
  await expect(kept('gus')).resolves.toBe(0)
  await expect(kinds('gus', { notesFilter: 2, persistFilter: true })).resolves.toEqual([true])
  await expect(kept('gus')).resolves.toBe(2)
  await expect(kinds('gus')).resolves.toEqual([true])
  await expect(kinds('gus', { notesFilter: 0, persistFilter: false })).resolves.toEqual([false, true])
  await expect(kept('gus')).resolves.toBe(2)
  await expect(kinds('rita')).resolves.toEqual([false, true])
})
