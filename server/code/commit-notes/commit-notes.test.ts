import { expect, test } from 'vitest'
import { codeCommitPage, codeCommitsPage } from '#contract/code/code-pages.ts'
import {
  commitDiscussion,
  commitDiscussionPage,
  createCommitComment,
  listCommitComments,
} from '#contract/code/commits/commit-discussion.ts'
import { getCommit } from '#contract/code/commits/commits.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestCommitsPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { addBranch, listTags } from '#contract/code/refs.ts'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { projectActivityPage } from '#contract/feeds/activity.ts'
import { listTodos } from '#contract/feeds/todos.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { commitIid } from '#contract/issuable-kinds.ts'
import { deleteRef } from '#server/platform/git/writing/update-refs.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

async function withCommit() {
  const built = await codeWorld()
  const base = await built.commit({ 'loom.ts': 'one\ntwo\nthree\n' })
  const sha = await built.commit({ 'loom.ts': 'one\nTWO\nthree\n' }, { message: 'Louder' })
  return { ...built, base, sha, ref: { id: built.project.id, sha } }
}

test('PLATFORM-011 the older comments of a commit stand on their lines, or on the commit where it has no such line', async () => {
  const { as, ref } = await withCommit()
  expect(await as('rita').call(listCommitComments, ref)).toEqual([])
  const dan = as('dan')
  await dan.call(createCommitComment, { ...ref, note: 'Too loud.', path: 'loom.ts', line: 2, lineType: 'new' })
  await dan.call(createCommitComment, { ...ref, note: 'It was two.', path: 'loom.ts', line: 2, lineType: 'old' })
  await dan.call(createCommitComment, { ...ref, note: 'Nowhere.', path: 'none.ts', line: 9 })
  const shown = await as('rita').call(listCommitComments, { ...ref, sha: ref.sha.slice(0, 9) })
  expect(shown.map(({ note, path, line, lineType }) => [note, path, line, lineType])).toEqual([
    ['Too loud.', 'loom.ts', 2, 'new'],
    ['It was two.', 'loom.ts', 2, 'old'],
    ['Nowhere.', null, null, null],
  ])
})

test('DISC-002 DISC-031 a thread on a line of a commit knows the commit, takes replies and is resolved', async () => {
  const { as, ref, base, sha, project } = await withCommit()
  const position = {
    baseSha: base,
    startSha: base,
    headSha: sha,
    positionType: 'text',
    newPath: 'loom.ts',
    newLine: 2,
  } as const
  const thread = await as('dan').call(commitDiscussion.createDiscussion, { ...ref, body: 'Why?', position })
  if (!('notes' in thread)) throw new Error('no thread')
  expect(thread.notes[0]).toMatchObject({ type: 'DiffNote', noteableType: 'Commit', noteableIid: null, commitId: sha })
  await as('rita').call(commitDiscussion.replyToDiscussion, { ...ref, discussionId: thread.id, body: 'Because.' })
  await as('dan').call(commitDiscussion.resolveDiscussion, { ...ref, discussionId: thread.id, resolved: true })
  const page = { namespace: project.fullPath, iid: commitIid(sha) }
  const [shown] = await as('rita').call(commitDiscussionPage.listPageDiscussions, { ...page, inDiff: true })
  expect(shown).toMatchObject({ forCommit: true, commitId: sha, resolved: true, notes: [{}, { note: 'Because.' }] })
  const elsewhere = { ...position, headSha: base }
  const refused = as('dan').reply(commitDiscussion.createDiscussion, { ...ref, body: 'x', position: elsewhere })
  expect((await refused).status).toBe(400)
})

test.each<[Member | 'anon', number, number]>([
  ['rita', 200, 201],
  ['gus', 404, 404],
  ['nina', 404, 404],
  ['anon', 404, 404],
])(
  'PERM-002 %s reads the comments of a commit of a private project: %s, and writes one: %s',
  async (who, read, write) => {
    const { as, ref } = await withCommit()
    expect((await as(who).reply(commitDiscussion.listDiscussions, ref)).status).toBe(read)
    expect((await as(who).reply(createCommitComment, { ...ref, note: 'Hm.' })).status).toBe(write)
  },
)

test('the first comment of a page mentions, is in the activity, and tags the commit', async () => {
  const { as, ref, sha, project, deliver } = await withCommit()
  const target = { namespace: project.fullPath, targetType: 'commit', targetId: commitIid(sha) }
  await as('dan').call(createPageNote, { ...target, note: { note: 'See this @rita\n/tag v1 First' } })
  await deliver()
  expect(await as('dan').call(listTags, { id: project.id })).toMatchObject([
    { name: 'v1', message: 'First', target: expect.anything() },
  ])
  const page = `/${project.fullPath}/-/commit/${sha.slice(0, 13)}#note_`
  expect(await as('rita').call(listTodos, {})).toMatchObject([
    { targetType: 'Commit', targetUrl: expect.stringContaining(page) },
  ])
  expect(JSON.stringify(await as('rita').call(projectActivityPage, { namespace: project.fullPath }))).toContain(
    `"reference":"@${sha.slice(0, 8)}"`,
  )
  expect((await as('dan').call(commitDiscussion.listNotes, ref)).length).toBe(1)
})

test('DISC-002 a comment stays with its commit when a branch has the beginning of its SHA as name', async () => {
  const { as, ref, base, sha, project } = await withCommit()
  const dan = as('dan')
  await dan.call(createCommitComment, { ...ref, sha: base, note: 'About the first.' })
  await dan.call(addBranch, { id: project.id, branch: sha.slice(0, 13), ref: base })
  await dan.call(createCommitComment, { ...ref, note: 'About the second.' })
  const target = { namespace: project.fullPath, targetType: 'commit', targetId: commitIid(sha) }
  await dan.call(createPageNote, { ...target, note: { note: 'From its page.' } })
  const notes = async (of: string) =>
    (await as('rita').call(listCommitComments, { ...ref, sha: of })).map(each => each.note)
  expect([await notes(base), await notes(sha)]).toEqual([['About the first.'], ['About the second.', 'From its page.']])
  const page = await as('rita').call(codeCommitPage, { namespace: project.fullPath, sha: sha.slice(0, 13) })
  expect(page.commit.id).toBe(sha)
})

test('NOTIF-001 a mail about a commit names it by its SHA, and reaches nobody who may no longer see the code', async () => {
  const { as, ref, sha, project, users, db, deliver, build } = await withCommit()
  await build.member({ at: project.id, userId: users.nina.id, level: 20 })
  await as('dan').call(createCommitComment, { ...ref, note: 'Look @rita @nina' })
  await as('olga').call(removeProjectMember, { id: project.id, userId: users.nina.id })
  await deliver()
  const mails = await db.selectFrom('mails').select(['recipient', 'subject', 'text']).execute()
  expect(mails).toMatchObject([
    { recipient: expect.stringContaining('rita'), subject: expect.stringContaining(`Louder (@${sha.slice(0, 8)})`) },
  ])
})

test('comments outlive the branch of their commit', async () => {
  const { as, ref, dir, commit } = await withCommit()
  const sha = await commit({ 'loom.ts': 'gone\n' }, { branch: 'short' })
  await as('dan').call(createCommitComment, { ...ref, sha, note: 'Keep me.' })
  await deleteRef(dir, 'branch', 'short')
  expect(await as('rita').call(listCommitComments, { ...ref, sha })).toMatchObject([{ note: 'Keep me.' }])
  expect((await as('rita').reply(listCommitComments, { ...ref, sha: 'f'.repeat(40) })).status).toBe(404)
})

test('comments are refused on a commit whose SHA begins as that of another one with comments', async () => {
  const { as, ref, sha, db } = await withCommit()
  await as('dan').call(createCommitComment, { ...ref, note: 'On the other one.' })
  // A second commit with the same prefix, which cannot be made.
  const other = `${sha.slice(0, 13)}${sha.slice(13) === '0'.repeat(27) ? '1' : '0'.repeat(27)}`
  await db.updateTable('discussedCommits').set({ sha: other }).where('sha', '=', sha).execute()
  const reply = await as('dan').reply(createCommitComment, { ...ref, note: 'On this one.' })
  expect([reply.status, reply.body]).toEqual([
    409,
    expect.objectContaining({ message: 'This short SHA is ambiguous. Use more digits.' }),
  ])
  expect(await as('rita').call(listCommitComments, ref)).toEqual([])
})

test('a commit page names the merge requests with threads on it to who may see them, and these count its comments', async () => {
  const { as, base, project, commit } = await withCommit()
  const sha = await commit({ 'loom.ts': 'one\nTWO\nTHREE\n' }, { branch: 'louder' })
  // With one commit alone, its changes are those of the merge request.
  const head = await commit({ 'reed.ts': 'reed\n' }, { branch: 'louder' })
  const given = { id: project.id, sourceBranch: 'louder', targetBranch: 'main', title: 'Louder still' }
  const { iid } = await as('dan').call(createMergeRequest, given)
  const [parent = base] = (await as('dan').call(getCommit, { id: project.id, sha })).parentIds
  const position = {
    baseSha: parent,
    startSha: parent,
    headSha: sha,
    positionType: 'text',
    newPath: 'loom.ts',
    newLine: 3,
  } as const
  const threads = { id: project.id, mergeRequestIid: iid }
  await as('mina').call(mergeRequestDiscussion.createDiscussion, { ...threads, body: 'Why?', position })
  await as('mina').call(createCommitComment, { id: project.id, sha, note: 'On the commit.' })
  const pageFor = (who: Member) => as(who).call(codeCommitPage, { namespace: project.fullPath, sha })
  expect((await pageFor('rita')).discussion.mergeRequests).toEqual([{ iid, title: 'Louder still', threadCount: 1 }])
  const { commits } = await as('rita').call(getMergeRequestCommitsPage, { namespace: project.fullPath, iid })
  expect(commits.map(each => [each.id, each.commentCount])).toEqual([
    [head, undefined],
    [sha, 1],
  ])
  const history = await as('rita').call(codeCommitsPage, { namespace: project.fullPath, path: 'louder' })
  expect(history.commits.map(each => each.commentCount)).toEqual([undefined, 1, undefined, undefined])
  await as('mina').call(updateProject, { id: project.id, mergeRequestsAccessLevel: 'disabled' })
  expect((await pageFor('rita')).discussion.mergeRequests).toEqual([])
})
