import { expect, test } from 'vitest'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { createMergeRequest, getMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { getIssue } from '#contract/plan/issues/issues.ts'
import { load } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Oid, oid } from '#server/platform/git/objects.ts'
import { git } from '#server/platform/git/run.ts'
import { codeWorld } from '#test/world/code.ts'
import { pushTo } from '../../repository/push/push-to.ts'

const author = { GIT_AUTHOR_NAME: 'Mina', GIT_AUTHOR_EMAIL: 'mina@example.com' }
const committer = { GIT_COMMITTER_NAME: 'Mina', GIT_COMMITTER_EMAIL: 'mina@example.com' }

/** A merge request from `feature` into `main`, which closes the first issue; pushes move main past the page, as git does. */
async function opened() {
  const built = await codeWorld()
  const { as, build, commit, deliver, dir, project } = built
  const base = oid(await commit({ 'a.txt': 'one\n' }))
  const head = oid(await commit({ 'b.txt': 'new\n' }, { branch: 'feature', message: 'Add b' }))
  await build.issue()
  const { iid } = await as('dan').call(createMergeRequest, {
    id: project.id,
    ...{ sourceBranch: 'feature', targetBranch: 'main', title: 'Add b', description: 'Closes #1' },
  })
  const commitOf = async (parents: readonly Oid[], tree: Oid): Promise<Oid> => {
    const args = ['commit-tree', `${tree}^{tree}`, '-m', 'On the command line', ...parents.flatMap(id => ['-p', id])]
    const { stdout } = await git(dir, args, { env: { ...author, ...committer } })
    return oid(stdout.toString().trim())
  }
  const push = async (after: Oid, before: Oid = base) => {
    const { ctx } = as('mina')
    const to = await load(ctx, 'project:push-code', projectByRef, { id: project.id })
    await pushTo(ctx, to)(dir, [{ ref: 'refs/heads/main', after, before }])
    await deliver()
  }
  const ref = { id: project.id, mergeRequestIid: iid }
  const find = () => as('dan').call(getMergeRequest, ref)
  return { ...built, base, head, ref, commitOf, push, find }
}

test('MR-014 a push of a merge made on the command line merges the merge request and closes its issues', async () => {
  const { as, base, commitOf, find, head, project, push, ref } = await opened()
  const merge = await commitOf([base, head], head)
  await push(await commitOf([merge], head))
  expect(await find()).toMatchObject({ state: 'merged', mergeCommitSha: merge, mergeUser: { username: 'mina' } })
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, ref)
  expect(notes.filter(note => note.system).map(note => note.body)).toEqual(['merged'])
  expect((await as('dan').call(getIssue, { id: project.id, issueIid: 1 })).state).toBe('closed')
})

test('a push of its commits straight to the target merges the merge request', async () => {
  const { find, head, push } = await opened()
  await push(head)
  expect(await find()).toMatchObject({ state: 'merged', mergeCommitSha: head })
})

test('a push of anything else to the target leaves the merge request open', async () => {
  const { base, commitOf, find, push } = await opened()
  const other = await commitOf([base], base)
  await push(other)
  expect(await find()).toMatchObject({ state: 'opened', mergeCommitSha: null })
})
