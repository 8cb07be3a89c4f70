import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { getOutdatedLineChange, getThreadDiffLines } from '#contract/code/diffs/diff-notes.ts'
import {
  mergeRequestDiscussion,
  mergeRequestDiscussionPage,
} from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestChangesPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  createMergeRequest,
  listMergeRequestCommits,
  listMergeRequestVersions,
} from '#contract/code/merge-requests/merge-requests.ts'
import { updatePageNote } from '#contract/discuss/discussion-page.ts'
import type { PositionInput } from '#contract/discuss/positions.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'

const lines = (...words: string[]) => `${words.join('\n')}\n`
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
const long = Array.from({ length: 40 }, (_, at) => `row ${at + 1}`)

/** loom.ts: `two` becomes TWO and `new` comes after it; the others do not change. */
async function reviewed() {
  const built = await codeWorld()
  const { as, project, commit, deliver } = built
  await commit({ 'loom.ts': lines('one', 'two', 'three'), 'long.txt': lines(...long), 'logo.png': 'pixels' })
  await commit({ 'loom.ts': lines('one', 'TWO', 'new', 'three') }, { branch: 'feature' })
  const given = { id: project.id, sourceBranch: 'feature', targetBranch: 'main', title: 'Weave' }
  const { iid } = await as('dan').call(createMergeRequest, given)
  const ref = { id: project.id, mergeRequestIid: iid }
  const page = { namespace: project.fullPath, iid }
  const refs = async () => {
    const [newest] = await as('dan').call(listMergeRequestVersions, ref)
    return {
      baseSha: newest?.baseCommitSha ?? '',
      startSha: newest?.startCommitSha ?? '',
      headSha: newest?.headCommitSha ?? '',
    }
  }
  const at = async (path: string, given: Partial<PositionInput>): Promise<PositionInput> => ({
    ...(await refs()),
    oldPath: path,
    newPath: path,
    positionType: 'text',
    ...given,
  })
  return {
    ...built,
    iid,
    ref,
    page,
    at,
    comment: async (path: string, place: Partial<PositionInput>) =>
      as('dan').call(mergeRequestDiscussion.createDiscussion, {
        ...ref,
        body: 'Too tight.',
        position: await at(path, place),
      }),
    push: async (actions: readonly object[]) => {
      const change = { id: project.id, branch: 'feature', commitMessage: 'Change', actions }
      await as('dan').call(createCommit, change as never)
      // The push is followed by a new version, which is followed by the threads.
      await deliver()
      await deliver()
    },
    threads: (who: Member = 'rita') =>
      as(who).call(mergeRequestDiscussionPage.listPageDiscussions, { ...page, inDiff: true }),
  }
}

const update = (content: string, filePath = 'loom.ts') => ({ action: 'update', filePath, content })

test.each<[string, object, string, { state: string; active: boolean; at: object | null }]>([
  [
    'untouched',
    update(lines('one', 'TWO', 'new', 'three', 'four')),
    'new',
    { state: 'untouched', active: true, at: { newLine: 3, oldLine: null } },
  ],
  [
    'moved',
    update(lines('zero', 'one', 'TWO', 'new', 'three')),
    'new',
    { state: 'moved', active: true, at: { newLine: 4, oldLine: null } },
  ],
  [
    'edited under it',
    update(lines('one', 'TWO', 'newer', 'three')),
    'new',
    { state: 'edited', active: false, at: { newLine: 3, oldLine: null } },
  ],
  [
    'deleted',
    update(lines('one', 'TWO', 'three')),
    'new',
    { state: 'deleted', active: false, at: { positionType: 'file', newPath: 'loom.ts' } },
  ],
  ['file gone', { action: 'delete', filePath: 'loom.ts' }, 'new', { state: 'file_gone', active: false, at: null }],
  [
    'moved with its file',
    { action: 'move', previousPath: 'loom.ts', filePath: 'weave.ts', content: lines('one', 'TWO', 'new', 'three') },
    'new',
    { state: 'moved', active: true, at: { newPath: 'weave.ts', newLine: 3 } },
  ],
  [
    'a removed line that is there again',
    update(lines('one', 'two', 'three')),
    'removed',
    { state: 'edited', active: false, at: { oldLine: 2, newLine: 2 } },
  ],
  [
    'a removed line that still is',
    update(lines('one', '2', 'three')),
    'removed',
    { state: 'untouched', active: true, at: { oldLine: 2, newLine: null } },
  ],
  [
    'an unchanged line',
    update(lines('0', '00', 'one', 'TWO', 'new', 'three')),
    'unchanged',
    { state: 'moved', active: true, at: { oldLine: 3, newLine: 6 } },
  ],
])('DISC-031 DISC-005 a push carries a thread to the newest version: %s', async (_name, action, on, becomes) => {
  const { comment, push, threads } = await reviewed()
  const place = { new: { newLine: 3 }, removed: { oldLine: 2 }, unchanged: { oldLine: 3, newLine: 4 } }[on] ?? {}
  await comment('loom.ts', place)
  await push([action])
  const [thread] = await threads()
  const { lineState, active, currentPosition, originalPosition, originalVersion } = thread ?? {}
  expect({ lineState, active }).toEqual({ lineState: becomes.state, active: becomes.active })
  expect(originalVersion).toBe(becomes.active ? null : 1)
  if (becomes.at === null) expect(currentPosition).toBeNull()
  else expect(currentPosition).toMatchObject(becomes.at)
  expect(originalPosition).toMatchObject({ newPath: 'loom.ts' })
})

test('DISC-035 DISC-037 SYSNOTE-015 an edited line leaves its lines, the change and a system note with the thread', async () => {
  const { comment, push, threads, as, page, project } = await reviewed()
  await comment('loom.ts', { newLine: 3 })
  await push([update(lines('one', 'TWO', 'newer', 'three'))])
  const [thread] = await threads()
  expect(thread?.truncatedDiffLines?.map(line => line.text)).toEqual([' one', '-two', '+TWO', '+new'])
  expect(thread?.truncatedDiffLinesPath).toBe(`/weft/loom/-/merge_requests/${page.iid}/discussions/${thread?.id}`)
  expect(thread?.codeChange).toContain('-new\n+newer\n')
  expect(thread).toMatchObject({
    lineCode: `${sha1('loom.ts')}_3_3`,
    diffFile: { fileHash: sha1('loom.ts') },
    resolved: false,
  })
  const [, told] = thread?.notes ?? []
  expect(told).toMatchObject({
    system: true,
    note: 'changed this line in version 2 of the diff',
    systemNoteIconName: 'diff',
  })
  const rita = as('rita')
  const kept = await rita.call(getThreadDiffLines, { ...page, discussionId: thread?.id ?? '' })
  expect(kept.truncatedDiffLines.at(-1)).toMatchObject({ type: 'new', newLine: 3, text: '+new' })
  const change = await rita.call(getOutdatedLineChange, { namespace: project.fullPath, noteId: Number(told?.id) })
  expect(change.map(line => line.text)).toEqual([' one', ' TWO', '-new', '+newer', ' three'])
})

test('a push that brings the line back makes the thread untouched again', async () => {
  const { comment, push, threads } = await reviewed()
  await comment('loom.ts', { newLine: 3 })
  await push([update(lines('one', 'TWO', 'newer', 'three'))])
  await push([update(lines('one', 'TWO', 'new', 'three'))])
  expect((await threads())[0]).toMatchObject({ lineState: 'untouched', active: true, codeChange: '' })
})

test('DISC-031 a push resolves threads whose lines changed, and only those, where the project wants that', async () => {
  const { comment, push, threads, as, project } = await reviewed()
  await as('root').call(updateProject, { id: project.id, resolveOutdatedDiffDiscussions: true })
  await comment('loom.ts', { newLine: 3 })
  await comment('loom.ts', { newLine: 2 })
  await push([update(lines('one', 'TWO', 'newer', 'three'))])
  expect((await threads()).map(thread => [thread.resolved, thread.resolvedByPush])).toEqual([
    [true, true],
    [false, false],
  ])
})

test.each<[string, string, Partial<PositionInput>]>([
  ['an unchanged line of a file that did not change', 'long.txt', { oldLine: 30, newLine: 30 }],
  [
    'several lines',
    'loom.ts',
    {
      newLine: 3,
      lineRange: {
        start: { lineCode: `${sha1('loom.ts')}_2_2` },
        end: { lineCode: `${sha1('loom.ts')}_3_3`, type: 'new' },
      },
    },
  ],
  ['a whole file', 'loom.ts', { positionType: 'file' }],
  ['a point of an image', 'logo.png', { positionType: 'image', width: 10, height: 10, x: 3, y: 4 }],
])('NOTE-039 NOTE-040 a thread stands on %s', async (_name, path, place) => {
  const { comment, threads, at } = await reviewed()
  await comment(path, place)
  const position = await at(path, place)
  const { lineRange: _range, ...rest } = position
  expect((await threads())[0]).toMatchObject({ active: true, lineState: 'untouched', position: rest })
})

test.each<[string, string, Partial<PositionInput>]>([
  ['a line after the last one', 'long.txt', { oldLine: 41, newLine: 41 }],
  ['an added line as an unchanged one', 'loom.ts', { oldLine: 3, newLine: 3 }],
  ['an unchanged line as an added one', 'loom.ts', { newLine: 1 }],
  ['an unchanged line as a removed one', 'loom.ts', { oldLine: 1 }],
  ['a file that is not there', 'gone.ts', { newLine: 1 }],
  ['another version', 'loom.ts', { newLine: 3, headSha: 'f'.repeat(40) }],
  [
    'a range with the code of another file',
    'loom.ts',
    {
      newLine: 3,
      lineRange: { start: { lineCode: `${sha1('other.ts')}_3_2` }, end: { lineCode: `${sha1('loom.ts')}_3_3` } },
    },
  ],
  ['a point outside of its image', 'logo.png', { positionType: 'image', width: 10, height: 10, x: 11, y: 4 }],
  ['an image without a size', 'logo.png', { positionType: 'image', width: 0, height: 10, x: 0, y: 4 }],
  ['a point of a file that is not an image', 'loom.ts', { positionType: 'image', width: 10, height: 10, x: 3, y: 4 }],
])('DIFF-038 a position on %s is refused', async (_name, path, place) => {
  const { comment, threads } = await reviewed()
  await expect(comment(path, place)).rejects.toMatchObject({ kind: 'invalid' })
  expect(await threads()).toEqual([])
})

test('DRAFT-001 a draft in the diff is seen by its author only, and follows the code when it is published', async () => {
  const { as, ref, at, push, threads, page } = await reviewed()
  const position = await at('loom.ts', { newLine: 3 })
  await as('dan').call(mergeRequestDiscussion.createDraftNote, { ...ref, note: 'Too tight.', position })
  expect(await as('rita').call(mergeRequestDiscussionPage.listPageDrafts, page)).toEqual([])
  await push([update(lines('zero', 'one', 'TWO', 'new', 'three'))])
  await as('dan').call(mergeRequestDiscussion.publishDraftNotes, ref)
  expect(await threads()).toMatchObject([
    { lineState: 'moved', position: { newLine: 4 }, originalPosition: { newLine: 3 } },
  ])
})

test('DRAFT-001 a pending comment follows the code as a published one does, and tells its author where it stands', async () => {
  const { as, ref, at, push, page } = await reviewed()
  const position = await at('loom.ts', { newLine: 3 })
  const { id } = await as('dan').call(mergeRequestDiscussion.createDraftNote, { ...ref, note: 'Too tight.', position })
  await push([update(lines('zero', 'one', 'TWO', 'new', 'three'))])
  const [draft] = await as('dan').call(mergeRequestDiscussionPage.listPageDrafts, page)
  const place = await at('loom.ts', { newLine: 4 })
  expect(draft).toMatchObject({
    filePath: 'loom.ts',
    lineState: 'moved',
    originalPosition: { newLine: 3, headSha: position.headSha },
    currentPosition: { newLine: 4, headSha: place.headSha },
  })
  const read = () => as('dan').call(mergeRequestDiscussion.getDraftNote, { ...ref, draftNoteId: id })
  expect(await read()).toMatchObject({ position: { newLine: 4, headSha: place.headSha } })
  await push([{ action: 'delete', filePath: 'loom.ts' }])
  expect(await as('dan').call(mergeRequestDiscussionPage.listPageDrafts, page)).toMatchObject([
    { filePath: 'loom.ts', lineState: 'file_gone', currentPosition: null, position: { newLine: 3 } },
  ])
  await as('dan').call(mergeRequestDiscussion.publishDraftNotes, ref)
  const threads = await as('rita').call(mergeRequestDiscussionPage.listPageDiscussions, { ...page, inDiff: true })
  expect(threads).toMatchObject([{ lineState: 'file_gone', originalPosition: { newLine: 3 } }])
  expect(threads[0]?.notes).toHaveLength(1)
})

test('DISC-031 a push that changes an image leaves its point with the thread, which is outdated', async () => {
  const { comment, push, threads } = await reviewed()
  const point = { positionType: 'image', width: 10, height: 10, x: 3, y: 4 } as const
  await comment('logo.png', point)
  await push([update('other pixels', 'logo.png')])
  const [thread] = await threads()
  expect(thread).toMatchObject({ lineState: 'edited', active: false, originalPosition: point, currentPosition: point })
  expect(thread?.notes[1]).toMatchObject({ system: true, note: 'changed this file in version 2 of the diff' })
})

test.each<[Member, string]>([
  ['dan', 'moved'],
  ['mina', 'moved'],
  ['rita', 'refused'],
])('IMGDIFF-008 %s moves the pin of a developer: %s, by GraphQL and from the page', async (who, outcome) => {
  const { comment, threads, as, at, project } = await reviewed()
  const point = { width: 10, height: 10, x: 3, y: 4 }
  await comment('logo.png', { positionType: 'image', ...point })
  const noteId = Number((await threads())[0]?.notes[0]?.id)
  const mutation = `mutation { repositionImageDiffNote(input: { id: "gid://gitlab/DiffNote/${noteId}", position: { x: 7 } }) {
    errors note { position { x y } } } }`
  const { data } = await askGraphql(as(who).ctx, mutation)
  expect(data?.repositionImageDiffNote?.note?.position).toEqual(outcome === 'moved' ? { x: 7, y: 4 } : undefined)
  const position = await at('logo.png', { positionType: 'image', ...point, x: 9 })
  const put = { namespace: project.fullPath, noteId, note: { position } }
  const { status } = await as(who).reply(updatePageNote, put)
  expect(status).toBe(outcome === 'moved' ? 200 : 403)
  expect((await threads())[0]?.position).toMatchObject({ x: outcome === 'moved' ? 9 : 3, y: 4 })
  const beside = await as(who).reply(updatePageNote, { ...put, note: { position: { ...position, x: 11 } } })
  expect(beside.status).toBe(outcome === 'moved' ? 422 : 403)
})

test('IMGDIFF-008 a reply does not move the pin of its thread, and no pin leaves its image', async () => {
  const { comment, threads, as, at, project, ref } = await reviewed()
  const point = { width: 10, height: 10, x: 3, y: 4 }
  const thread = await comment('logo.png', { positionType: 'image', ...point })
  const { id: discussionId, notes } = 'notes' in thread ? thread : { id: '', notes: [] }
  const reply = await as('rita').call(mergeRequestDiscussion.replyToDiscussion, {
    ...ref,
    discussionId,
    body: 'Agreed.',
  })
  const replyId = 'id' in reply ? reply.id : 0
  const position = await at('logo.png', { positionType: 'image', ...point, x: 9 })
  const put = (note: object) =>
    as('rita').reply(updatePageNote, { namespace: project.fullPath, noteId: replyId, note: { position, ...note } })
  expect((await put({})).status).toBe(422)
  expect((await put({ note: 'I agree.' })).status).toBe(200)
  const move = (who: Member, id: unknown, x: number) =>
    askGraphql(
      as(who).ctx,
      `mutation { repositionImageDiffNote(input: { id: "gid://gitlab/DiffNote/${id}", position: { x: ${x} } }) { errors } }`,
    )
  expect((await move('rita', replyId, 9)).data?.repositionImageDiffNote?.errors).toHaveLength(1)
  expect((await move('dan', notes[0]?.id, -1)).data?.repositionImageDiffNote?.errors).toHaveLength(1)
  expect((await threads())[0]?.position).toMatchObject(point)
})

test.each([
  ['a line of the diff', 'createDiffNote', 'loom.ts', { newLine: 3 }],
  ['a point of an image', 'createImageDiffNote', 'logo.png', { width: 10, height: 8, x: 3, y: 4 }],
] as const)('NOTE-039 GraphQL starts a thread on %s', async (_name, mutation, path, place) => {
  const { as, at, iid, project, threads } = await reviewed()
  const { oldPath, newPath, positionType: _type, ...rest } = await at(path, place)
  const dan = as('dan').ctx
  const found = await askGraphql(
    dan,
    `{ project(fullPath: "${project.fullPath}") { mergeRequest(iid: "${iid}") { id } } }`,
  )
  const noteableId: string = found.data.project.mergeRequest.id
  const shown = `position { ${Object.keys(place).join(' ')} }`
  const { data } = await askGraphql(
    dan,
    `mutation ($input: C${mutation.slice(1)}Input!) { ${mutation}(input: $input) { errors note { ${shown} } } }`,
    { input: { noteableId, body: 'Too tight.', position: { ...rest, paths: { oldPath, newPath } } } },
  )
  expect(data[mutation]).toEqual({ errors: [], note: { position: place } })
  expect(await threads()).toMatchObject([{ position: place }])
})

test('PERM-002 who may not read the code sees no thread and its lines neither', async () => {
  const { comment, threads, as, page, project } = await reviewed()
  await comment('loom.ts', { newLine: 3 })
  const discussionId = (await threads())[0]?.id ?? ''
  await as('root').call(updateProject, { id: project.id, visibility: 'private' })
  await expect(threads('gus')).rejects.toMatchObject({ kind: 'not_found' })
  await expect(as('gus').call(getThreadDiffLines, { ...page, discussionId })).rejects.toMatchObject({
    kind: 'not_found',
  })
  expect(await threads('rita')).toHaveLength(1)
})

test('DISC-002 DISC-004 a thread on one commit names it, and is outdated when a later commit changes its lines', async () => {
  const { as, ref, page, push } = await reviewed()
  const update = (content: string) => push([{ action: 'update', filePath: 'loom.ts', content }])
  await update(lines('one', 'TWO', 'new', 'three', 'four'))
  const [second] = await as('dan').call(listMergeRequestCommits, ref)
  const parent = second?.parentIds[0] ?? ''
  const place = { baseSha: parent, startSha: parent, headSha: second?.id ?? '', oldPath: 'loom.ts', newPath: 'loom.ts' }
  const start = (given: object) =>
    as('dan').call(mergeRequestDiscussion.createDiscussion, {
      ...ref,
      body: 'Why four?',
      position: { ...place, positionType: 'text', newLine: 5, ...given },
    })
  await start({})
  await expect(start({ baseSha: 'f'.repeat(40), startSha: 'f'.repeat(40) })).rejects.toThrow('is not part of a version')
  const thread = async () => {
    const [found] = await as('rita').call(mergeRequestDiscussionPage.listPageDiscussions, { ...page, inDiff: true })
    return { commitId: found?.commitId, forCommit: found?.forCommit, active: found?.active, state: found?.lineState }
  }
  const onCommit = { commitId: second?.id, forCommit: true }
  expect(await thread()).toEqual({ ...onCommit, active: true, state: 'untouched' })
  await update(lines('one', 'TWO', 'new', 'three', '4'))
  expect(await thread()).toEqual({ ...onCommit, active: false, state: 'edited' })
  const shown = await as('dan').call(getMergeRequestChangesPage, { ...page, commitId: second?.id ?? '' })
  expect(shown).toMatchObject({ commit: { id: second?.id }, changes: { diff: { fromId: parent, toId: second?.id } } })
  const other = { ...page, commitId: shown.version?.startSha ?? '' }
  await expect(as('dan').call(getMergeRequestChangesPage, other)).rejects.toThrow('404 Commit Not Found')
})

test('DISC-002 a comment and a draft name the commit in whose changes they are, though it is the only one', async () => {
  const { as, ref, at } = await reviewed()
  const position = await at('loom.ts', { newLine: 3 })
  const commitId = position.headSha
  const { createDiscussion, createDraftNote, updateDraftNote, publishDraftNotes, listNotes } = mergeRequestDiscussion
  const thread = await as('dan').call(createDiscussion, { ...ref, body: 'Why?', position, commitId })
  expect(thread).toMatchObject({ notes: [{ commitId, position: { newLine: 3 } }] })
  const plain = await as('dan').call(createDiscussion, { ...ref, body: 'Why?', position })
  expect(plain).toMatchObject({ notes: [{ commitId: null }] })
  const lineCode = `${sha1('loom.ts')}_3_3`
  const draft = await as('mina').call(createDraftNote, { ...ref, note: 'How?', position, commitId })
  expect(draft).toMatchObject({ commitId, lineCode, position: { newLine: 3 } })
  const moved = await at('loom.ts', { newLine: 2 })
  const change = { ...ref, draftNoteId: draft.id, position: moved, commitId }
  expect(await as('mina').call(updateDraftNote, change)).toMatchObject({ commitId, position: { newLine: 2 } })
  await as('mina').call(publishDraftNotes, ref)
  const published = (await as('rita').call(listNotes, ref)).find(note => note.body === 'How?')
  expect(published).toMatchObject({ commitId, position: { newLine: 2 } })
  const refused = async (given: object) =>
    JSON.stringify((await as('dan').reply(createDiscussion, { ...ref, body: 'Hm', ...given })).body)
  expect(await refused({ commitId })).toContain('needs a position in the changes of that commit')
  const ofBase = { position, commitId: position.baseSha }
  expect(await refused(ofBase)).toContain('has no such position in its changes')
})
