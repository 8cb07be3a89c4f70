import { expect, test } from 'vitest'
import { forkProject } from '#contract/code/forks.ts'
import { getNewMergeRequestPage, mergeRequestTargets } from '#contract/code/merge-requests/merge-request-pages.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import { ann } from '#server/platform/git/test-repository.ts'
import { commitFiles } from '#server/platform/git/writing/commit-files.ts'
import { codeWorld } from '#test/world/code.ts'

/** weft/loom, and rita's fork of it with a branch of one commit. */
async function forked() {
  const built = await codeWorld()
  const { as, build, users, project, commit, dataDir, deliver } = built
  await build.group({ path: 'crew', members: { [users.rita.id]: 50 } })
  const first = await commit({ 'a.txt': 'a' })
  const fork = await as('rita').call(forkProject, { id: project.id, namespacePath: 'crew' })
  await deliver()
  await commit({ 'upstream.txt': 'later' })
  await commitFiles(repositoryDir(dataDir, fork.id), {
    branch: 'knots',
    start: first,
    message: 'Knot them',
    author: ann,
    actions: [{ action: 'create', path: 'knots.txt', content: Buffer.from('k') }],
  })
  const page = (who: 'rita' | 'dan', given: object = {}) =>
    as(who).call(getNewMergeRequestPage, { namespace: 'crew/loom', sourceBranch: 'knots', ...given })
  return { ...built, fork, page }
}

test('MR-013 the merge request of a fork goes upstream unless it is told otherwise, with the changes that upstream lacks', async () => {
  const { page, project, fork } = await forked()
  const shown = await page('rita')
  expect(shown).toMatchObject({
    ...{ target: { id: project.id, fullPath: 'weft/loom' }, targetBranch: 'main', hasOtherTargets: true, missing: [] },
    ...{ title: 'Knot them', permissions: { canCreate: true, canSetMetadata: false } },
    comparison: { commitCount: 1, diff: { files: [{ newPath: 'knots.txt' }] } },
  })
  expect((await page('rita', { targetProjectId: fork.id })).target.id).toBe(fork.id)
  expect((await page('rita', { targetBranch: 'knots' })).target.id).toBe(fork.id)
})

test('MR-013 the form of a fork names the open merge request of the same branches upstream', async () => {
  const { as, page, project, fork } = await forked()
  const given = { id: fork.id, sourceBranch: 'knots', targetBranch: 'main', title: 'Knots' }
  const { iid } = await as('rita').call(createMergeRequest, { ...given, targetProjectId: project.id })
  expect((await page('rita')).comparison?.existing).toEqual({ iid, title: 'Knots' })
  expect((await page('rita', { targetProjectId: fork.id })).comparison?.existing).toBeNull()
})

test('MR-013 the form offers the projects of the fork network that the reader sees, and takes no other', async () => {
  const { as, build, users, page, project, fork } = await forked()
  const other = await build.group({ path: 'guild', members: { [users.olga.id]: 50 } })
  const hidden = await as('olga').call(forkProject, { id: project.id, namespaceId: other.id })
  const offered = await as('rita').call(mergeRequestTargets, { namespace: 'crew/loom' })
  expect(offered.map(each => each.fullPath)).toEqual(['crew/loom', 'weft/loom'])
  const found = await as('rita').call(mergeRequestTargets, { namespace: 'crew/loom', search: 'weft' })
  expect(found.map(each => each.id)).toEqual([project.id])
  expect((await page('rita')).hasOtherTargets).toBe(true)
  await expect(page('rita', { targetProjectId: hidden.id })).rejects.toMatchObject({ kind: 'not_found' })
  await as('olga').call(updateProject, { id: project.id, mergeRequestsAccessLevel: 'disabled' })
  expect((await page('rita')).target.id).toBe(fork.id)
})

test('the changes of a fork are compared with upstream only for those who can push to the fork', async () => {
  const { build, users, page, fork } = await forked()
  await build.member({ at: fork.id, userId: users.dan.id, level: 20 })
  expect(await page('dan')).toMatchObject({ comparison: null, permissions: { canCreate: false } })
})

test('MR-013 a fork that is told to keeps its merge requests to itself', async () => {
  const { as, page, project, fork } = await forked()
  expect(await as('rita').call(updateProject, { id: fork.id, mrDefaultTargetSelf: true })).toMatchObject({
    mrDefaultTargetSelf: true,
  })
  expect((await page('rita')).target.id).toBe(fork.id)
  expect((await page('rita', { targetProjectId: project.id })).target.id).toBe(project.id)
  await as('rita').call(updateProject, { id: fork.id, mrDefaultTargetSelf: false })
  expect((await page('rita')).target.id).toBe(project.id)
})

test('MR-013 a form offers no other target where the reader sees none', async () => {
  const { as, build, users, project } = await codeWorld()
  const group = await build.group({ path: 'guild', members: { [users.olga.id]: 50 } })
  await as('olga').call(forkProject, { id: project.id, namespaceId: group.id, visibility: 'private' })
  const form = (who: 'olga' | 'dan') => as(who).call(getNewMergeRequestPage, { namespace: project.fullPath })
  expect((await form('olga')).hasOtherTargets).toBe(true)
  expect((await form('dan')).hasOtherTargets).toBe(false)
})
