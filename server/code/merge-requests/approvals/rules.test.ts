import { expect, test } from 'vitest'
import {
  approveMergeRequest,
  createApprovalRule,
  createProjectApprovalRule,
  getProjectApprovalRule,
  listApprovalRules,
  listProjectApprovalRules,
  updateApprovalRule,
  updateProjectApprovalRule,
} from '#contract/code/merge-requests/approvals.ts'
import {
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch, unprotectBranch } from '#contract/code/protected-refs.ts'
import { todosPage } from '#contract/feeds/todos.ts'
import type { InputOf } from '#contract/operation.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

async function opened() {
  const built = await codeWorld()
  const { as, commit, project, users } = built
  await commit({ 'a.txt': 'one\n' })
  await commit({ 'b.txt': 'new\n' }, { branch: 'feature', message: 'Add b' })
  await commit({ 'c.txt': 'old\n' }, { branch: 'release/1_0', message: 'Add c' })
  const made = await as('dan').call(createMergeRequest, {
    id: project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Add b',
  })
  const ref = { id: project.id, mergeRequestIid: made.iid }
  const rule = { id: project.id, name: 'Owners', approvalsRequired: 1, userIds: [users.olga.id] }
  const into = (targetBranch: string) => as('dan').call(updateMergeRequest, { ...ref, targetBranch })
  const status = async () => (await as('rita').call(getMergeRequest, ref)).detailedMergeStatus
  return { ...built, ref, rule, into, status }
}

test('a rule for a protected branch counts for merge requests into it, and its replacement there too', async () => {
  const { as, project, ref, rule, into, status } = await opened()
  const { id: branchId } = await as('mina').call(protectBranch, { id: project.id, name: 'release/*_0' })
  const made = await as('mina').call(createProjectApprovalRule, { ...rule, protectedBranchIds: [branchId] })
  expect(made).toMatchObject({
    protectedBranches: [
      { id: branchId, name: 'release/*_0', pushAccessLevels: [{ accessLevelDescription: 'Maintainers' }] },
    ],
    appliesToAllProtectedBranches: false,
  })
  expect([await status(), (await as('dan').call(listApprovalRules, ref)).length]).toEqual(['mergeable', 0])
  await into('release/1_0')
  expect([await status(), (await as('dan').call(listApprovalRules, ref)).length]).toEqual(['not_approved', 1])
  await as('dan').call(updateApprovalRule, { ...ref, approvalRuleId: made.id, approvalsRequired: 2 })
  await into('main')
  expect([await status(), (await as('dan').call(listApprovalRules, ref)).length]).toEqual(['mergeable', 0])
})

test('a rule for all protected branches follows what is protected, and one that names no branch counts for all', async () => {
  const { as, project, rule, status } = await opened()
  await as('mina').call(protectBranch, { id: project.id, name: 'main' })
  const { id: approvalRuleId } = await as('mina').call(createProjectApprovalRule, {
    ...rule,
    appliesToAllProtectedBranches: true,
  })
  expect(await status()).toBe('not_approved')
  await as('mina').call(unprotectBranch, { id: project.id, name: 'main' })
  expect(await status()).toBe('mergeable')
  const every = { id: project.id, approvalRuleId, appliesToAllProtectedBranches: false, protectedBranchIds: [] }
  await as('mina').call(updateProjectApprovalRule, every)
  expect(await status()).toBe('not_approved')
})

test('rules refuse people, groups and branches that are not there, and say which', async () => {
  const { as, build, project, users, rule } = await opened()
  const crew = await build.group({ path: 'crew', visibility: 'private' })
  const main = await as('mina').call(protectBranch, { id: project.id, name: 'main' })
  const given = { ...rule, id: project.id }
  const refused: readonly (readonly [Partial<InputOf<typeof createProjectApprovalRule>>, string])[] = [
    [{ userIds: [users.olga.id, users.nina.id] }, `Not members of this project: ${users.nina.id}`],
    [{ usernames: ['Olga', 'nobody'] }, 'Not members of this project: nobody'],
    [{ groupIds: [crew.id] }, `Groups not found: ${crew.id}`],
    [{ protectedBranchIds: [main.id, 987_654] }, 'Protected branches not found: 987654'],
  ]
  for (const [what, message] of refused) {
    const made = as('mina').call(createProjectApprovalRule, { ...given, ...what })
    await expect(made).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) })
  }
  expect(await as('mina').call(listProjectApprovalRules, { id: project.id })).toEqual([])
})

test('a rule keeps the groups that are hidden from whoever changes it, until they are to be removed', async () => {
  const { as, build, project, users, rule } = await opened()
  const crew = await build.group({ path: 'crew', visibility: 'private' })
  await build.member({ at: crew.id, userId: users.mina.id, level: 30 })
  const { id: approvalRuleId } = await as('mina').call(createProjectApprovalRule, { ...rule, groupIds: [crew.id] })
  const key = { id: project.id, approvalRuleId }
  const shown = async (who: Member) => {
    const { groups, containsHiddenGroups } = await as(who).call(getProjectApprovalRule, key)
    return [groups.length, containsHiddenGroups]
  }
  await as('olga').call(updateProjectApprovalRule, { ...key, groupIds: [] })
  expect([await shown('olga'), await shown('mina')]).toEqual([
    [0, true],
    [1, false],
  ])
  await as('olga').call(updateProjectApprovalRule, { ...key, groupIds: [crew.id] })
  expect(await shown('mina')).toEqual([1, false])
  await as('olga').call(updateProjectApprovalRule, { ...key, removeHiddenGroups: true })
  expect(await shown('mina')).toEqual([0, false])
})

test('TODO-004 a rule of an open merge request asks those whom it names, and those whom it no longer names not', async () => {
  const { as, ref, users } = await opened()
  const asked = async (who: Member) => (await as(who).call(todosPage, {})).todos.map(({ action }) => action)
  const { id: approvalRuleId } = await as('dan').call(createApprovalRule, {
    ...ref,
    name: 'Owners',
    approvalsRequired: 1,
    userIds: [users.olga.id],
  })
  expect([await asked('olga'), await asked('mina')]).toEqual([['approval_required'], []])
  await as('dan').call(updateApprovalRule, { ...ref, approvalRuleId, userIds: [users.mina.id] })
  expect([await asked('olga'), await asked('mina')]).toEqual([[], ['approval_required']])
})

test('TODO-004 a rule of a project asks those whom it names on every open merge request, and those whom it no longer names not', async () => {
  const { as, commit, rule, users, project, deliver } = await opened()
  await commit({ 'c.txt': 'c' }, { branch: 'other' })
  const more = { id: project.id, sourceBranch: 'other', targetBranch: 'main', title: 'Other' }
  await as('dan').call(createMergeRequest, more)
  const asked = async (who: Member) =>
    (await as(who).call(todosPage, {})).todos.flatMap(({ action, target }) =>
      action === 'approval_required' ? [target.reference] : [],
    )
  const { id: approvalRuleId } = await as('root').call(createProjectApprovalRule, { ...rule, userIds: [users.mina.id] })
  await deliver()
  expect((await asked('mina')).toSorted()).toEqual(['weft/loom!1', 'weft/loom!2'])
  await as('mina').call(approveMergeRequest, { id: project.id, mergeRequestIid: 2 })
  const key = { id: project.id, approvalRuleId }
  await as('root').call(updateProjectApprovalRule, { ...key, userIds: [users.mina.id, users.olga.id] })
  await deliver()
  expect([await asked('mina'), (await asked('olga')).toSorted()]).toEqual([
    ['weft/loom!1'],
    ['weft/loom!1', 'weft/loom!2'],
  ])
  await as('root').call(updateProjectApprovalRule, { ...key, userIds: [users.olga.id] })
  await deliver()
  expect(await asked('mina')).toEqual([])
})
