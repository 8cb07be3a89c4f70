import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bulkUpdateMergeRequests } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import {
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { ownChangesPage } from '#contract/feeds/own-changes.ts'
import { ownChangesTopic } from '#contract/live-topics.ts'
import { getChangeSet, undoChangeSet, undoEvent } from '#contract/plan/changes/change-sets.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { addIssueChildren, bulkUpdateIssues } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { addLinkedIssues, listIssueLinks, removeLinkedIssue } from '#contract/plan/work-items/links.ts'
import { findLinked } from '#server/plan/links/queries.ts'
import { codeWorld } from '#test/world/code.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'
import { activity } from './slice.ts'

const changesOf = async ({ as }: Pick<World, 'as'>, who: Parameters<World['as']>[0] = 'rita') =>
  (await as(who).call(ownChangesPage, {})).changes

async function latest(here: Pick<World, 'as'>, who: Parameters<World['as']>[0] = 'rita'): Promise<number> {
  const id = (await changesOf(here, who))[0]?.eventId
  if (id == null) throw new Error('No change')
  return id
}

/** Undo rita's last change: a change set, or an event. */
async function undoLatest(here: Pick<World, 'as'>) {
  const [{ changeSetId = null, eventId = null } = {}] = await changesOf(here)
  return changeSetId === null
    ? here.as('rita').call(undoEvent, { eventId: eventId ?? 0 })
    : here.as('rita').call(undoChangeSet, { changeSetId })
}

test('LIST-015 links of one quick action are undone together, and the history names each', async () => {
  const here = await world()
  const { as, build } = here
  const [issue, one, two] = [
    await build.issue({}),
    await build.issue({ title: 'One' }),
    await build.issue({ title: 'Two' }),
  ]
  const say = (body: string) => as('rita').reply(issueDiscussion.createNote, { ...issue.ref, body })
  const linked = async () => (await as('rita').call(listIssueLinks, issue.ref)).map(each => each.title).sort()
  const notes = async () =>
    (await as('rita').call(issueDiscussion.listNotes, { ...issue.ref, sort: 'asc' })).map(note => note.body)
  await say(`/relate #${one.iid} #${two.iid}`)
  expect([await linked(), (await changesOf(here)).length]).toEqual([['One', 'Two'], 1])
  expect(await notes()).toEqual([
    `marked this issue as related to #${one.iid}`,
    `marked this issue as related to #${two.iid}`,
  ])
  expect(await undoLatest(here)).toMatchObject({ isUndo: true, changed: 1, refused: 0 })
  expect(await linked()).toEqual([])
  await say(`/relate #${one.iid}\n/relate #${two.iid}`)
  await say(`/unlink #${one.iid} #${two.iid}`)
  expect(await linked()).toEqual([])
  await undoLatest(here)
  expect(await linked()).toEqual(['One', 'Two'])
})

test.each<[string, object, string]>([
  ['title', { title: 'Warp' }, 'title of 1 issue changed'],
  ['description', { description: 'New words' }, 'description of 1 issue changed'],
  ['state', { stateEvent: 'close' }, '1 issue closed'],
  ['labels', { addLabels: ['bug'] }, 'label bug added to 1 issue'],
  ['due date', { dueDate: '2040-05-06' }, 'due date set to 6 May, 2040 on 1 issue'],
])('LIST-015 a change of the %s of one issue is listed, and undone', async (_, change, words) => {
  const here = await world()
  await here.build.label({ title: 'bug' })
  const issue = await here.build.issue({ title: 'Weft', description: 'Old words' })
  const before = await here.as('rita').call(getIssue, issue.ref)
  await here.as('rita').call(updateIssue, { ...issue.ref, ...change })
  const [shown] = await changesOf(here)
  expect(
    shown?.made.map(({ before, preposition, after, count }) =>
      [before, preposition, `${count} issue`, after].filter(Boolean).join(' '),
    ),
  ).toEqual([words])
  expect(shown).toMatchObject({ kind: 'issue', target: { reference: '#1' }, undo: null })
  const undone = await here.as('rita').call(undoEvent, { eventId: await latest(here) })
  expect(undone).toMatchObject({ isUndo: true, changed: 1, refused: 0, reference: '#1' })
  const { title, description, state, labels, dueDate } = before
  expect(await here.as('rita').call(getIssue, issue.ref)).toMatchObject({ title, description, state, labels, dueDate })
  expect(await changesOf(here)).toMatchObject([{ undo: { changeSetId: undone.id, changed: 1 } }])
  expect(await outcomeOf(here.as('rita').call(undoEvent, { eventId: shown?.eventId ?? 0 }))).toBe('conflict')
})

test.each<[string, object, object]>([
  ['title', { title: 'Warp' }, { title: 'Shuttle' }],
  ['description', { description: 'New words' }, { description: 'Later words' }],
  ['state', { stateEvent: 'close' }, { stateEvent: 'reopen' }],
])(
  'EDIT-016 the undo of a %s that somebody has changed since leaves it, and names the issue',
  async (_, mine, theirs) => {
    const here = await world()
    const issue = await here.build.issue({ title: 'Weft', description: 'Old words' })
    await here.as('rita').call(updateIssue, { ...issue.ref, ...mine })
    await here.as('mina').call(updateIssue, { ...issue.ref, ...theirs })
    const now = await here.as('rita').call(getIssue, issue.ref)
    const { id, ...undone } = await here.as('rita').call(undoEvent, { eventId: await latest(here) })
    expect(undone).toMatchObject({ changed: 0, refused: 1 })
    const { refusals } = await here.as('rita').call(getChangeSet, { changeSetId: id })
    expect(refusals).toMatchObject([{ reason: 'Someone has edited these items since', items: [{ reference: '#1' }] }])
    const { title, description, state } = now
    expect(await here.as('rita').call(getIssue, issue.ref)).toMatchObject({ title, description, state })
  },
)

test('LIST-015 a merge request that was closed is reopened by an undo', async () => {
  const here = await codeWorld()
  await here.commit({ 'a.txt': 'one\n' })
  await here.commit({ 'b.txt': 'two\n' }, { branch: 'two' })
  const given = { id: here.project.id, sourceBranch: 'two', targetBranch: 'main', title: 'Two' }
  const { iid } = await here.as('dan').call(createMergeRequest, given)
  const ref = { id: here.project.id, mergeRequestIid: iid }
  await here.as('dan').call(updateMergeRequest, { ...ref, stateEvent: 'close' })
  const undone = await here.as('dan').call(undoEvent, { eventId: await latest(here, 'dan') })
  expect(undone).toMatchObject({ kind: 'merge_request', changed: 1, made: [{ after: 'reopened', count: 1 }] })
})

test('PERM-003 LIST-015 the page lists each bulk edit of the viewer once, and no item that they can no longer see', async () => {
  const here = await world()
  const [one, two] = [await here.build.issue({ title: 'One' }), await here.build.issue({ title: 'Two' })]
  const update = { issuableIds: `${one.id},${two.id}`, dueDate: '2040-05-06' }
  await here.as('rita').call(bulkUpdateIssues, { namespace: here.project.fullPath, update })
  await here.as('rita').call(updateIssue, { ...two.ref, title: 'Second' })
  const changes = await changesOf(here)
  expect(changes.map(({ eventId, made }) => [eventId === null, made[0]?.count])).toEqual([
    [false, 1],
    [true, 2],
  ])
  expect(await changesOf(here, 'mina')).toEqual([])
  const [{ changeSetId = null } = {}] = changes.slice(1)
  expect(await here.as('rita').call(undoChangeSet, { changeSetId: changeSetId ?? 0 })).toMatchObject({ changed: 2 })
  expect(await outcomeOf(here.as('mina').call(undoEvent, { eventId: changes[0]?.eventId ?? 0 }))).toBe('not_found')
  const own = await here.build.issue({ title: 'Own', authorId: here.users.gus.id, assigneeIds: [here.users.gus.id] })
  await here.as('gus').call(updateIssue, { ...own.ref, title: 'Mine' })
  expect(await changesOf(here, 'gus')).toHaveLength(1)
  await here.db
    .updateTable('issuables')
    .set({ namespaceId: (await here.build.project()).id, iid: 900 })
    .where('id', '=', own.id)
    .execute()
  expect(await changesOf(here, 'gus')).toEqual([])
})

test('LIST-015 the page of changes takes as many statements for 20 changes as for 2, and has a next page after 30', async () => {
  const here = await world()
  const issue = await here.build.issue({})
  const change = async (count: number) => {
    for (let day = 0; day < count; day += 1)
      await here.as('rita').call(updateIssue, { ...issue.ref, weight: Math.round(Math.random() * 1e6) + 1 })
  }
  await change(2)
  const few = await here.statements(() => changesOf(here))
  await change(33)
  expect(await here.statements(() => changesOf(here))).toBe(few)
  const first = await here.as('rita').call(ownChangesPage, {})
  expect(first.changes).toHaveLength(30)
  const second = await here.as('rita').call(ownChangesPage, { cursor: first.next ?? '' })
  expect([second.changes.length, second.next]).toEqual([5, null])
  expect(await outcomeOf(here.as('rita').call(ownChangesPage, { cursor: 'x' }))).toBe('malformed')
})

test('LIST-015 a change is compared with the next 25 changes of its author to the same item', async () => {
  const here = await world()
  const [issue, other] = [await here.build.issue({ title: 'Weft' }), await here.build.issue({})]
  const edit = (change: object) => here.as('rita').call(updateIssue, { ...issue.ref, ...change })
  const first = async () => {
    const { next } = await here.as('rita').call(ownChangesPage, {})
    return (await here.as('rita').call(ownChangesPage, { cursor: next ?? '' })).changes.at(-1)
  }
  await edit({ title: 'Warp' })
  for (let weight = 1; weight <= 24; weight += 1) await edit({ weight })
  // Changes of other items do not count.
  for (let weight = 1; weight <= 6; weight += 1) await here.as('rita').call(updateIssue, { ...other.ref, weight })
  await edit({ title: 'Weft' })
  expect(await first()).toMatchObject({ made: [{ before: 'title' }], isReverted: true })
  await here.as('rita').call(undoEvent, { eventId: await latest(here) })
  await edit({ weight: 25 })
  await edit({ title: 'Weft' })
  expect(await first()).toMatchObject({ made: [{ before: 'title' }], isReverted: false })
})

test('EDIT-016 the undo of a description whose former text was deleted leaves it', async () => {
  const here = await world()
  const issue = await here.build.issue({ description: 'One' })
  for (const description of ['Two', 'Three']) await here.as('rita').call(updateIssue, { ...issue.ref, description })
  const versions = await here.db
    .selectFrom('descriptionVersions')
    .select('id')
    .where('issuableId', '=', issue.id)
    .orderBy('id')
    .execute()
  const page = { namespace: here.project.fullPath, iid: issue.iid, versionId: versions[1]?.id ?? 0 }
  await here.as('olga').call(issueDiscussionPage.deleteDescriptionVersion, page)
  expect(await here.as('rita').call(undoEvent, { eventId: await latest(here) })).toMatchObject({
    changed: 0,
    refused: 1,
  })
  expect(await here.as('rita').call(getIssue, issue.ref)).toMatchObject({ description: 'Three' })
})

test('PERM-003 LIST-015 the list of changes does not name an epic that its reader removed without knowing of it', async () => {
  const here = await world()
  const { id: authorId } = here.users.gus
  const epic = await here.build.issue({
    ...{ type: 'epic', projectId: here.group.id, confidential: true, title: 'Secret' },
  })
  const issue = await here.build.issue({ authorId, assigneeIds: [authorId] })
  await here.db.updateTable('issuables').set({ parentId: epic.id }).where('id', '=', issue.id).execute()
  await here.as('gus').call(updateIssue, { ...issue.ref, epicId: 0 })
  const [shown] = await changesOf(here, 'gus')
  expect(shown?.made).toEqual([{ before: 'parent epic removed', preposition: 'from', after: '', count: 1 }])
})

test('EDIT-016 the undo of a change that its author could now take back only in part leaves it whole, and can be tried again', async () => {
  const here = await world()
  const issue = await here.build.issue({ authorId: here.users.dan.id, title: 'Old' })
  await here.as('dan').call(updateIssue, { ...issue.ref, title: 'New', weight: 3 })
  const giveDan = (accessLevel: number) =>
    here.db.updateTable('members').set({ accessLevel }).where('userId', '=', here.users.dan.id).execute()
  const eventId = await latest(here, 'dan')
  const undo = () => here.as('dan').call(undoEvent, { eventId })
  await giveDan(10)
  expect(await undo()).toMatchObject({ changed: 0, refused: 1 })
  expect(await here.as('mina').call(getIssue, issue.ref)).toMatchObject({ title: 'New', weight: 3 })
  await giveDan(30)
  expect(await undo()).toMatchObject({ changed: 1, refused: 0 })
  expect(await outcomeOf(undo())).toBe('conflict')
  expect(await here.as('mina').call(getIssue, issue.ref)).toMatchObject({ title: 'Old', weight: null })
})

test('EDIT-016 an undo that brings a description back runs no command that somebody without the right to it wrote there', async () => {
  const here = await world()
  const description = 'Weave it\n\n/close'
  const issue = await here.build.issue({ authorId: here.users.gus.id, description })
  await here.as('rita').call(updateIssue, { ...issue.ref, description: 'Weave it' })
  expect(await here.as('rita').call(undoEvent, { eventId: await latest(here) })).toMatchObject({ changed: 1 })
  expect(await here.as('rita').call(getIssue, issue.ref)).toMatchObject({ description, state: 'opened' })
})

test('LIST-015 what is refused in part changes nothing and tells of nothing: a merge request whose branches another one has', async () => {
  const here = await codeWorld()
  await here.commit({ 'a.txt': 'one\n' })
  await here.commit({ 'b.txt': 'two\n' }, { branch: 'two' })
  const given = { id: here.project.id, sourceBranch: 'two', targetBranch: 'main', title: 'Two' }
  const { id, iid } = await here.as('dan').call(createMergeRequest, given)
  const namespace = here.project.fullPath
  const change = (update: object) =>
    here.as('dan').call(bulkUpdateMergeRequests, { namespace, update: { issuableIds: `${id}`, ...update } })
  const bug = await here.build.label({ title: 'bug' })
  await change({ stateEvent: 'close' })
  await here.as('dan').call(createMergeRequest, given)
  const events = async () => (await here.db.selectFrom('events').select('name').execute()).length
  const before = await events()
  expect(await change({ stateEvent: 'reopen', addLabelIds: [bug.id] })).toMatchObject({ count: 0, changeSetId: null })
  expect(await events()).toBe(before)
  const ref = { id: here.project.id, mergeRequestIid: iid }
  expect(await here.as('dan').call(getMergeRequest, ref)).toMatchObject({ state: 'closed', labels: [] })
})

test.each(['relates_to', 'blocks', 'is_blocked_by'] as const)(
  'LIST-015 an added link (%s) is removed by an undo, and a removed one comes back',
  async linkType => {
    const here = await world()
    const [one, two] = [await here.build.issue({ title: 'One' }), await here.build.issue({ title: 'Two' })]
    const at = { namespace: here.project.fullPath, iid: one.iid }
    const links = async () =>
      (await here.as('rita').call(listIssueLinks, one.ref)).map(link => [link.id, link.linkType])
    await here.as('rita').call(addLinkedIssues, { ...at, issuableReferences: [`#${two.iid}`], linkType })
    expect(await links()).toEqual([[two.id, linkType]])
    const undo = () => undoLatest(here)
    expect(await undo()).toMatchObject({ changed: 1, reference: `#${one.iid}` })
    expect(await links()).toEqual([])
    await here.as('rita').call(addLinkedIssues, { ...at, issuableReferences: [`#${two.iid}`], linkType })
    const [link] = await here.as('rita').call(listIssueLinks, one.ref)
    await here.as('rita').call(removeLinkedIssue, { ...at, linkId: link?.issueLinkId ?? 0 })
    expect(await changesOf(here)).toMatchObject([
      { made: [{ preposition: 'from' }], undo: null, isReverted: false },
      { made: [{ preposition: 'to' }], undo: null, isReverted: true },
      { made: [{ preposition: 'to' }], undo: { changed: 1 } },
    ])
    expect(await undo()).toMatchObject({ changed: 1 })
    expect(await links()).toEqual([[two.id, linkType]])
  },
)

test('LIST-015 links that are added at once are one change, and so are child items', async () => {
  const here = await world()
  const [one, two, three] = [await here.build.issue({}), await here.build.issue({}), await here.build.issue({})]
  const at = { namespace: here.project.fullPath, iid: one.iid }
  const rita = here.as('rita')
  const { changeSetId } = await rita.call(addLinkedIssues, { ...at, issuableReferences: [`#${two.iid} #${three.iid}`] })
  expect(await changesOf(here)).toMatchObject([
    { changeSetId, target: { reference: '#1' }, made: [{ before: '2 related issues added', preposition: 'to' }] },
  ])
  const undone = await rita.call(undoChangeSet, { changeSetId: changeSetId ?? 0 })
  expect(undone).toMatchObject({ changed: 1, reference: '#1', made: [{ before: '2 related issues removed' }] })
  expect(await rita.call(listIssueLinks, one.ref)).toEqual([])
  const tasks = [await here.build.issue({ type: 'task' }), await here.build.issue({ type: 'task' })]
  const references = tasks.map(task => `#${task.iid}`)
  const { changeSetIds } = await rita.call(addIssueChildren, { ...at, references })
  expect(changeSetIds).toHaveLength(1)
  const parents = async () =>
    (await here.db.selectFrom('issuables').select('parentId').where('parentId', 'is not', null).execute()).length
  expect(await parents()).toBe(2)
  expect(await rita.call(undoChangeSet, { changeSetId: changeSetIds[0] ?? 0 })).toMatchObject({ changed: 2 })
  expect(await parents()).toBe(0)
})

test('EDIT-016 the undo of links that its author could now remove only in part leaves all of them', async () => {
  const here = await world()
  const [one, two, three] = [await here.build.issue({}), await here.build.issue({}), await here.build.issue({})]
  const at = { namespace: here.project.fullPath, iid: one.iid }
  const rita = here.as('rita')
  await rita.call(addLinkedIssues, { ...at, issuableReferences: [`#${two.iid} #${three.iid}`] })
  const other = await here.build.project({ visibility: 'public' })
  await here.db.updateTable('issuables').set({ namespaceId: other.id, iid: 900 }).where('id', '=', three.id).execute()
  expect(await undoLatest(here)).toMatchObject({ changed: 0, refused: 1 })
  expect(await rita.call(listIssueLinks, one.ref)).toMatchObject([{ id: two.id }, { id: three.id }])
})

test('EDIT-016 the undo of a link leaves one that somebody has changed since, and one to an issue that its author no longer sees', async () => {
  const here = await world()
  const [one, two] = [await here.build.issue({ title: 'One' }), await here.build.issue({ title: 'Two' })]
  const at = { namespace: here.project.fullPath, iid: one.iid }
  const link = (who: 'rita' | 'mina', linkType: 'blocks' | 'relates_to') =>
    here.as(who).call(addLinkedIssues, { ...at, issuableReferences: [`#${two.iid}`], linkType })
  const remove = async () => {
    const [known] = await here.as('mina').call(listIssueLinks, one.ref)
    await here.as('mina').call(removeLinkedIssue, { ...at, linkId: known?.issueLinkId ?? 0 })
  }
  const undo = () => undoLatest(here)
  await link('rita', 'blocks')
  await remove()
  expect(await undo()).toMatchObject({ changed: 0, refused: 1 })
  await link('mina', 'relates_to')
  expect(await undo()).toMatchObject({ changed: 0, refused: 1 })
  expect(await here.as('rita').call(listIssueLinks, one.ref)).toMatchObject([{ linkType: 'relates_to' }])
  await remove()
  await link('rita', 'blocks')
  await here.db
    .updateTable('issuables')
    .set({ namespaceId: (await here.build.project()).id, iid: 900 })
    .where('id', '=', two.id)
    .execute()
  const { id, ...undone } = await undo()
  expect(undone).toMatchObject({ changed: 0, refused: 1 })
  const { refusals } = await here.as('rita').call(getChangeSet, { changeSetId: id })
  expect(refusals).toMatchObject([{ reason: 'You do not have permission to edit these items' }])
})

test.each<[string, object, object]>([
  ['title', { title: 'Warp' }, { title: 'Weft' }],
  ['description', { description: 'New words' }, { description: 'Old words' }],
  ['state', { stateEvent: 'close' }, { stateEvent: 'reopen' }],
  ['labels', { addLabels: ['bug'] }, { removeLabels: ['bug'] }],
])(
  'LIST-015 a change of the %s that its author has taken back by another change is not offered to be undone, until that one is undone',
  async (_, change, back) => {
    const here = await world()
    await here.build.label({ title: 'bug' })
    const issue = await here.build.issue({ title: 'Weft', description: 'Old words' })
    const edit = (given: object) => here.as('rita').call(updateIssue, { ...issue.ref, ...given })
    const reverted = async () => (await changesOf(here)).map(({ isReverted }) => isReverted)
    await edit(change)
    await here.as('mina').call(updateIssue, { ...issue.ref, weight: 3 })
    expect(await reverted()).toEqual([false])
    await edit(back)
    expect(await reverted()).toEqual([false, true])
    expect(await here.as('rita').call(undoEvent, { eventId: await latest(here) })).toMatchObject({ changed: 1 })
    expect(await reverted()).toEqual([false, false])
  },
)

test('PLATFORM-016 the page of changes hears of every change of its reader that can be undone, and of its undo; nobody else may listen', async () => {
  const here = await world()
  const [one, two] = [await here.build.issue({}), await here.build.issue({})]
  const topic = ownChangesTopic(here.users.rita.id)
  const lastId = async () =>
    (await here.db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirst())?.id
  const hears = async (change: () => Promise<unknown>) => {
    const since = (await lastId()) ?? 0
    await change()
    const later = await here.db.selectFrom('events').select('topics').where('id', '>', since).execute()
    return later.some(({ topics }) => topics.includes(topic))
  }
  const at = { namespace: here.project.fullPath, iid: one.iid }
  const edit = (change: object) => () => here.as('rita').call(updateIssue, { ...one.ref, ...change })
  const link = () => here.as('rita').call(addLinkedIssues, { ...at, issuableReferences: [`#${two.iid}`] })
  for (const change of [edit({ title: 'Warp' }), edit({ stateEvent: 'close' }), edit({ stateEvent: 'reopen' }), link])
    expect(await hears(change)).toBe(true)
  expect(await hears(() => undoLatest(here))).toBe(true)
  expect(await hears(() => here.as('mina').call(updateIssue, { ...one.ref, title: 'Theirs' }))).toBe(false)
  const mayListen = activity.topics?.['own-changes']
  const answers = (['rita', 'mina', 'anon'] as const).map(who => mayListen?.(here.as(who).ctx, here.users.rita.id))
  expect(await Promise.all(answers)).toEqual([true, false, false])
})

test('LIST-015 RELATED-012 an undone removal of a link or a child item stands where it was, on both sides', async () => {
  const here = await world()
  const { as, build, db } = here
  const issue = await build.issue({ title: 'All' })
  const others = [
    await build.issue({ title: 'A' }),
    await build.issue({ title: 'B' }),
    await build.issue({ title: 'C' }),
  ]
  const page = { namespace: here.project.fullPath, iid: issue.iid }
  const issuableReferences = others.map(({ iid }) => `#${iid}`)
  await as('rita').call(addLinkedIssues, { ...page, issuableReferences })
  // The order of the page.
  const linked = async () => (await findLinked(as('rita').ctx, issue.id)).map(each => each.title).join('')
  const remove = async (title: string) => {
    const found = (await as('rita').call(listIssueLinks, issue.ref)).find(each => each.title === title)
    await as('rita').call(removeLinkedIssue, { ...page, linkId: found?.issueLinkId ?? 0 })
  }
  await remove('A')
  await undoLatest(here)
  expect(await linked()).toBe('ABC')
  await db
    .updateTable('issuableLinks')
    .set(row => ({ sourcePosition: sql`4 - (${row.ref('id')} % 3)` }))
    .execute()
  const order = await linked()
  await remove(order.charAt(1))
  await undoLatest(here)
  expect(await linked()).toBe(order)
  const child = await build.issue({ type: 'task', title: 'T' })
  await db
    .updateTable('issuables')
    .set({ parentId: issue.id, parentPosition: 512 })
    .where('id', '=', child.id)
    .execute()
  const position = async () =>
    (await db.selectFrom('issuables').select(['parentId', 'parentPosition']).where('id', '=', child.id).execute())[0]
  await as('rita').reply(issueDiscussion.createNote, { ...child.ref, body: '/remove_parent' })
  expect(await position()).toEqual({ parentId: null, parentPosition: null })
  await undoLatest(here)
  expect(await position()).toEqual({ parentId: issue.id, parentPosition: 512 })
})
