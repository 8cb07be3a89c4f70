import { expect, test } from 'vitest'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import {
  createMergeRequest,
  getMergeRequest,
  rebaseMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { completeCommands } from '#contract/discuss/completion.ts'
import { previewMarkdown } from '#contract/discuss/markdown.ts'
import { blockUser } from '#contract/foundation/users.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

/** A merge request whose source branch is a commit behind its target. */
async function behind(theirs: Readonly<Record<string, string>> = { 'c.txt': 'meanwhile\n' }, description = '') {
  const built = await codeWorld()
  const { as, commit, dir, project } = built
  await commit({ 'a.txt': 'one\n' })
  const head = await commit({ 'a.txt': 'ours\n' }, { branch: 'feature' })
  const main = await commit(theirs)
  const branches = { sourceBranch: 'feature', targetBranch: 'main' }
  const { iid } = await as('dan').call(createMergeRequest, { id: project.id, ...branches, title: 'Ours', description })
  const ref = { id: project.id, mergeRequestIid: iid }
  const target = { namespace: project.fullPath, text: '/rebase', targetType: 'MergeRequest', targetId: iid }
  return {
    ...built,
    ref,
    head,
    say: (who: Member = 'dan') =>
      as(who).call(mergeRequestDiscussion.createNote, { ...ref, body: '/rebase' }) as Promise<object>,
    preview: async (who: Member) => (await as(who).call(previewMarkdown, target)).references.commands,
    isListed: async (who: Member) => {
      const list = await as(who).call(completeCommands, {
        namespace: project.fullPath,
        type: 'MergeRequest',
        typeId: iid,
      })
      return list.some(each => each.name === 'rebase')
    },
    now: () => as('dan').call(getMergeRequest, { ...ref, includeRebaseInProgress: true }),
    branch: async () => (await findRef(dir, 'branch', 'feature'))?.commitId ?? '',
    isRebased: async () => isAncestor(dir, main, (await findRef(dir, 'branch', 'feature'))?.commitId ?? ''),
  }
}

test('FORM-033 /rebase schedules a rebase, which runs once, by a job, in the name of the person who asked', async () => {
  const { say, preview, isListed, now, deliver, isRebased } = await behind()
  expect(await isListed('dan')).toBe(true)
  expect(await preview('dan')).toBe('<p>Rebases feature onto main.</p>')
  expect(await say()).toMatchObject({ summary: ['Scheduled a rebase of feature onto main.'] })
  expect(await now()).toMatchObject({ rebaseInProgress: true })
  expect(await say('mina')).toMatchObject({
    summary: ['Could not apply rebase command. A rebase is already in progress.'],
  })
  await deliver()
  expect(await isRebased()).toBe(true)
  expect(await now()).toMatchObject({ rebaseInProgress: false, mergeError: null })
})

test('FORM-033 /rebase in the description of a new merge request rebases it, and is not part of the text', async () => {
  const { now, deliver, isRebased } = await behind({ 'c.txt': 'meanwhile\n' }, 'On top, please.\n\n/rebase')
  expect(await now()).toMatchObject({ description: 'On top, please.', rebaseInProgress: true })
  await deliver()
  expect(await isRebased()).toBe(true)
})

test('FORM-033 a rebase by /rebase that conflicts leaves the branch as it is, and shows the reason on the merge request', async () => {
  const { say, now, deliver, branch, head, db } = await behind({ 'a.txt': 'theirs\n' })
  const checks = async () =>
    (await db.selectFrom('events').select('id').where('name', '=', 'merge_request.checked').execute()).length
  await deliver()
  const before = await checks()
  await say()
  await deliver()
  expect(await checks()).toBe(before + 1)
  expect(await now()).toMatchObject({
    rebaseInProgress: false,
    mergeError: 'The branches conflict. Rebase locally, resolve the conflicts, and push.',
  })
  expect(await branch()).toBe(head)
})

test('FORM-033 PERM-002 /rebase is refused to a person who cannot push to the source branch, with the reason, and is not listed', async () => {
  const { as, ref, say, preview, isListed, branch, head } = await behind()
  const reason = 'You need at least the Developer role in the source project to push to its branch'
  expect(await isListed('rita')).toBe(false)
  expect(await preview('rita')).toContain(`Could not apply rebase command. ${reason}.`)
  expect(await say('rita')).toMatchObject({ summary: [`Could not apply rebase command. ${reason}.`] })
  expect(await as('rita').reply(rebaseMergeRequest, ref)).toMatchObject({
    status: 403,
    body: { message: `403 Forbidden - ${reason}` },
  })
  expect(await branch()).toBe(head)
})

test('FORM-033 /rebase is refused on a branch whose rule forbids force pushes, with the reason, and is not listed', async () => {
  const { as, ref, say, isListed } = await behind()
  await as('mina').call(protectBranch, { id: ref.id, name: 'feature' })
  const reason = 'Force pushes to the protected branch feature are not allowed. Pull, then push again'
  expect(await isListed('mina')).toBe(false)
  expect(await say('mina')).toMatchObject({ summary: [`Could not apply rebase command. ${reason}.`] })
})

test('PERM-002 the job of /rebase leaves the branch of a person who was blocked in the meantime', async () => {
  const { as, users, say, now, deliver, branch, head } = await behind()
  await say('mina')
  await as('root').call(blockUser, { id: users.mina.id })
  await deliver()
  expect(await branch()).toBe(head)
  expect(await now()).toMatchObject({ rebaseInProgress: false })
})
