import { expect, test } from 'vitest'
import { codeBlobPage } from '#contract/code/code-pages.ts'
import { cherryPickCommit, createCommit } from '#contract/code/commits/commits.ts'
import { forkProject } from '#contract/code/forks.ts'
import { getMergeRequestPage, updateMergeRequestEntity } from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  createMergeRequest,
  getMergeRequest,
  rebaseMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { addBranch, removeBranch } from '#contract/code/refs.ts'
import { updateGroup } from '#contract/foundation/groups.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { pushable } from '#server/transport/git/access.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'
import { judgePush } from '../repository/push/push.ts'

/** A merge request of nina's public fork into weft/loom that lets those who may merge it commit to its branch `knots`. */
async function opened({ allowCollaboration = true } = {}) {
  const built = await codeWorld()
  const { as, build, users, project, commit, deliver } = built
  await as('root').call(updateGroup, { id: 'weft', visibility: 'public' })
  await as('olga').call(updateProject, { id: project.id, visibility: 'public' })
  const guild = await build.group({ path: 'guild', visibility: 'public', members: { [users.olga.id]: 50 } })
  await build.member({ at: guild.id, userId: users.nina.id, level: 40 })
  await commit({ 'a.txt': 'a\n' })
  const fork = await as('olga').call(forkProject, { id: project.id, namespaceId: guild.id })
  await deliver()
  const change = (who: Member, branch: string, path: string, more: object = {}) =>
    as(who).call(createCommit, {
      ...{ id: fork.id, branch, commitMessage: `Add ${path}`, ...more },
      actions: [{ action: 'create', filePath: path, content: path }],
    })
  const outcome = (who: Member, branch = 'knots', more: object = {}) =>
    change(who, branch, `${crypto.randomUUID()}.txt`, more).then(
      () => 'ok',
      error => error.kind as string,
    )
  await change('nina', 'knots', 'knots.txt', { startBranch: 'main' })
  const made = await as('nina').call(createMergeRequest, {
    ...{ id: fork.id, targetProjectId: project.id, sourceBranch: 'knots', targetBranch: 'main', title: 'Knots' },
    allowCollaboration,
  })
  const ref = { id: project.id, mergeRequestIid: made.iid }
  return { ...built, guild, fork, made, ref, change, outcome }
}

test.each<[Member, boolean, string]>([
  ['mina', true, 'ok'],
  ['dan', true, 'ok'],
  ['rita', true, 'forbidden'],
  ['dan', false, 'forbidden'],
])(
  'MR-013 %s commits to the branch of a fork whose merge request allows that (%s): %s',
  async (who, allows, expected) => {
    const { outcome, made } = await opened({ allowCollaboration: allows })
    expect(made.allowCollaboration).toBe(allows)
    expect(await outcome(who)).toBe(expected)
  },
)

test('MR-013 those who may merge a request of a fork push to its branch alone, and cannot delete it', async () => {
  const { as, fork, outcome, change } = await opened()
  expect(await outcome('dan', 'main')).toBe('forbidden')
  expect(await outcome('dan', 'other', { startBranch: 'knots' })).toBe('forbidden')
  await expect(as('dan').call(addBranch, { id: fork.id, branch: 'other', ref: 'knots' })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  await expect(as('dan').call(removeBranch, { id: fork.id, branch: 'knots' })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  const { id: sha } = await change('nina', 'main', 'main.txt')
  const picked = (branch: string) => as('dan').reply(cherryPickCommit, { id: fork.id, sha, branch })
  expect([(await picked('knots')).status, (await picked('main')).status]).toEqual([201, 403])
})

test('MR-013 a git push to a merge request of a fork moves its branch, and no other ref', async () => {
  const { as, fork } = await opened()
  const { project } = await pushable(as('dan').ctx, `${fork.pathWithNamespace}.git`)
  if (project === null) throw new Error('no project')
  const [before, after] = ['a'.repeat(40), 'b'.repeat(40)]
  const refs = ['refs/heads/knots', 'refs/heads/main', 'refs/tags/v1'].map(ref => ({ ref, before, after }))
  const verdict = await judgePush(as('dan').ctx, project, [...refs, { ref: 'refs/heads/new', before: null, after }])
  expect([...(verdict.refuse?.keys() ?? [])]).toEqual(['refs/heads/main', 'refs/tags/v1', 'refs/heads/new'])
  const gone = await judgePush(as('dan').ctx, project, [{ ref: 'refs/heads/knots', before, after: null }])
  expect([...(gone.refuse?.keys() ?? [])]).toEqual(['refs/heads/knots'])
  await expect(pushable(as('rita').ctx, `${fork.pathWithNamespace}.git`)).rejects.toMatchObject({ kind: 'forbidden' })
})

type World = Awaited<ReturnType<typeof opened>>

test.each<[string, (world: World) => Promise<unknown>]>([
  ['it is closed', ({ as, ref }) => as('nina').call(updateMergeRequest, { ...ref, stateEvent: 'close' })],
  ['the box is unticked', ({ as, ref }) => as('nina').call(updateMergeRequest, { ...ref, allowCollaboration: false })],
  [
    'the branch is protected',
    ({ as, fork }) => as('olga').call(protectBranch, { id: fork.id, name: 'kn*', pushAccessLevel: 30 }),
  ],
  [
    'its target branch may be merged into by maintainers only',
    ({ as, project }) => as('olga').call(protectBranch, { id: project.id, name: 'main' }),
  ],
  ['the fork is private', ({ as, fork }) => as('olga').call(updateProject, { id: fork.id, visibility: 'private' })],
  [
    'the code of the fork is for members',
    ({ as, fork }) => as('olga').call(updateProject, { id: fork.id, repositoryAccessLevel: 'private' }),
  ],
  [
    'its author can no longer push',
    ({ db, guild, users }) =>
      db.deleteFrom('members').where('namespaceId', '=', guild.id).where('userId', '=', users.nina.id).execute(),
  ],
  [
    'one has no role in the target any more',
    ({ as, project, users }) => as('olga').call(removeProjectMember, { id: project.id, userId: users.dan.id }),
  ],
])('MR-013 the right to push to a merge request of a fork ends when %s', async (_when, end) => {
  const world = await opened()
  expect(await world.outcome('dan')).toBe('ok')
  await end(world)
  expect(await world.outcome('dan')).not.toBe('ok')
})

test('MR-013 only those who may push to the fork let others commit, or stop them', async () => {
  const { as, ref } = await opened()
  const set = async (who: Member, allowCollaboration: boolean) => {
    await as(who).call(updateMergeRequest, { ...ref, title: 'Knots', allowCollaboration })
    return (await as('rita').call(getMergeRequest, ref)).allowCollaboration
  }
  expect(await set('mina', false)).toBe(true)
  expect(await set('nina', false)).toBe(false)
  expect(await set('mina', true)).toBe(false)
})

test('MR-013 a private fork takes no commits of those who may merge, though they can read it', async () => {
  const { as, build, guild, users, fork, made, ref, outcome } = await opened()
  await build.member({ at: guild.id, userId: users.dan.id, level: 20 })
  expect(await outcome('dan')).toBe('ok')
  const page = () => as('nina').call(getMergeRequestPage, { namespace: 'weft/loom', iid: made.iid })
  expect((await page()).permissions.canAllowCollaboration).toBe(true)
  await as('olga').call(updateProject, { id: fork.id, visibility: 'private' })
  expect(await outcome('dan')).toBe('forbidden')
  expect((await as('nina').call(getMergeRequest, ref)).allowCollaboration).toBe(false)
  const { permissions, mergeRequest } = await page()
  expect([permissions.canAllowCollaboration, mergeRequest.allowCollaboration]).toEqual([false, false])
})

test('MR-013 the page of a merge request lets its author, who pushes to the fork, allow commits and stop them', async () => {
  const { as, made, outcome } = await opened({ allowCollaboration: false })
  const place = { namespace: 'weft/loom', iid: made.iid }
  const page = (who: Member) => as(who).call(getMergeRequestPage, place)
  const set = (who: Member, allowCollaboration: boolean) =>
    as(who).reply(updateMergeRequestEntity, { ...place, mergeRequest: { allowCollaboration } })
  expect((await page('nina')).permissions.canAllowCollaboration).toBe(true)
  expect((await page('mina')).permissions.canAllowCollaboration).toBe(false)
  await set('mina', true)
  expect(await outcome('dan')).toBe('forbidden')
  await set('nina', true)
  expect([(await page('mina')).mergeRequest.allowCollaboration, await outcome('dan')]).toEqual([true, 'ok'])
})

test('MR-013 the files of a merge request of a fork are edited there, and of no other branch, by who may commit', async () => {
  const { as, fork, made } = await opened()
  const at = (who: Member, branch: string) =>
    as(who).call(codeBlobPage, { namespace: fork.pathWithNamespace, path: `${branch}/a.txt` })
  const asked = `query($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) {
    userPermissions { pushToSourceBranch removeSourceBranch } } } }`
  const rights = async (who: Member) => {
    const { data } = await askGraphql(as(who).ctx, asked, { path: 'weft/loom', iid: String(made.iid) })
    return data.project.mergeRequest.userPermissions
  }
  expect((await at('dan', 'knots')).place).toMatchObject({ canPush: false, canCommit: true })
  expect((await at('dan', 'main')).place.canCommit).toBe(false)
  expect((await at('rita', 'knots')).place.canCommit).toBe(false)
  expect(await rights('nina')).toEqual({ pushToSourceBranch: true, removeSourceBranch: true })
  expect(await rights('dan')).toEqual({ pushToSourceBranch: true, removeSourceBranch: false })
  expect(await rights('rita')).toEqual({ pushToSourceBranch: false, removeSourceBranch: false })
})

test('MR-013 a merge request of a fork is rebased by those who may merge it, whose page offers that', async () => {
  const { as, ref, made, commit } = await opened()
  await commit({ 'b.txt': 'meanwhile\n' })
  const page = (who: Member) => as(who).call(getMergeRequestPage, { namespace: 'weft/loom', iid: made.iid })
  expect((await page('dan')).permissions).toMatchObject({ canPushToSource: true, canRemoveSource: false })
  expect((await page('rita')).permissions.canPushToSource).toBe(false)
  await as('dan').call(rebaseMergeRequest, ref)
  expect((await page('dan')).mergeRequest.divergedCommits).toBe(0)
})
