import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { createProjectApprovalRule } from '#contract/code/merge-requests/approvals.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { todosPage } from '#contract/feeds/todos.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'

async function opened() {
  const built = await codeWorld({ commits: true })
  const { as, commit, project, users } = built
  await commit({ 'a.txt': 'one\n' })
  const head = await commit({ 'a.txt': 'two\n' }, { branch: 'feature' })
  const open = () =>
    as('dan').call(createMergeRequest, {
      id: project.id,
      sourceBranch: 'feature',
      targetBranch: 'main',
      title: 'Two',
      assigneeIds: [users.mina.id],
      reviewerIds: [users.rita.id],
    })
  const todosOf = async (who: Member) =>
    (await as(who).call(todosPage, {})).todos.map(({ action, turn, target }) => [
      action,
      target.reference,
      `${turn?.reason}${turn?.isMine ? ' of mine' : ''}`,
    ])
  return { ...built, head, open, todosOf }
}

test('MR-013, TODO-004 a to-do of a merge request tells why it was given, and whose turn it is', async () => {
  const { as, open, todosOf, project, users, statements } = await opened()
  const rule = { id: project.id, name: 'Owners', approvalsRequired: 1, userIds: [users.olga.id] }
  await as('mina').call(createProjectApprovalRule, rule)
  await open()
  expect(await todosOf('rita')).toEqual([['review_requested', 'weft/loom!1', 'review of mine']])
  expect(await todosOf('mina')).toEqual([['assigned', 'weft/loom!1', 'review']])
  expect(await todosOf('olga')).toEqual([['approval_required', 'weft/loom!1', 'review']])
  expect(await todosOf('dan')).toEqual([])
  const { data } = await askGraphql(
    as('rita').ctx,
    '{ currentUser { todos(type: [MERGEREQUEST]) { nodes { targetType targetEntity { ... on MergeRequest { iid } } } } } }',
  )
  expect(data).toEqual({
    currentUser: { todos: { nodes: [{ targetType: 'MERGEREQUEST', targetEntity: { iid: '1' } }] } },
  })
  expect(await statements(() => as('rita').call(todosPage, {}))).toBe(1)
})

test('TODO-004 the author gets a to-do for conflicts and a failed pipeline, which is done once they are gone', async () => {
  const { as, open, todosOf, project, head, deliver } = await opened()
  await open()
  const commit = async (branch: string, content: string) => {
    const actions = [{ action: 'update' as const, filePath: 'a.txt', content }]
    await as('mina').call(createCommit, { id: project.id, branch, commitMessage: 'Change a', actions })
    await deliver()
  }
  const report = (state: 'failed' | 'success') =>
    as('mina').call(createCommitStatus, { id: project.id, sha: head, ref: 'feature', state })
  await report('failed')
  expect(await todosOf('dan')).toEqual([['build_failed', 'weft/loom!1', 'pipeline_failed of mine']])
  await report('success')
  expect(await todosOf('dan')).toEqual([])
  await commit('main', 'three\n')
  expect(await todosOf('dan')).toEqual([['unmergeable', 'weft/loom!1', 'conflicts of mine']])
  await commit('main', 'one\n')
  expect(await todosOf('dan')).toEqual([])
})
