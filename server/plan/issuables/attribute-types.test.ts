import { expect, test } from 'vitest'
import { addPageTodo } from '#contract/feeds/todos.ts'
import { listProjectFilterOptions } from '#contract/plan/lists/filter-options.ts'
import { resetIssueMailAddress } from '#contract/transfer/issue-mails.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

const setters = [
  ['issueSetIteration', 'iterationId', 'Milestone', 'Iteration'],
  ['issueSetEpic', 'epicId', 'Iteration', 'Epic'],
  ['issueSetEscalationPolicy', 'escalationPolicyId', 'Epic', 'IncidentManagement::EscalationPolicy'],
  ['mergeRequestSetMilestone', 'milestoneId', 'Iteration', 'Milestone'],
  ['updateIssue', 'milestoneId', 'User', 'Milestone'],
] as const

test('MILE-001 an attribute is a milestone, iteration, epic or escalation policy, and each is set by its own kind of id', async () => {
  const { as, build, project } = await world()
  const { iid } = await build.issue()
  for (const [name, input, given, wanted] of setters) {
    const { errors } = await askGraphql(
      as('mina').ctx,
      `mutation { ${name}(input: { projectPath: "${project.fullPath}", iid: "${iid}", ${input}: "gid://gitlab/${given}/1" }) { errors } }`,
    )
    expect(errors[0]?.message).toBe(`"gid://gitlab/${given}/1" does not represent an instance of ${wanted}`)
  }
  const options = (field: string) =>
    as('rita').reply(listProjectFilterOptions, { id: project.id, field: field as 'epic' })
  expect((await options('epic')).status).toBe(200)
  expect(await options('snippet')).toMatchObject({ status: 400, body: { error: 'field does not have a valid value' } })
})

test('MILE-002 attributes are chosen for issues and merge requests: another type is refused', async () => {
  const { as, project } = await world()
  const { errors } = await askGraphql(
    as('mina').ctx,
    `mutation { epicSetMilestone(input: { groupPath: "weft", iid: "1", milestoneId: null }) { errors } }`,
  )
  expect(errors[0]?.message).toMatch(/^Cannot query field "epicSetMilestone"/)
  // No type has this name, or there is no such address for it.
  const asked = (issuableType: string) => ({ namespace: project.fullPath, issuableType: issuableType as 'issue' })
  const refused = { status: 400, body: { error: 'issuable_type does not have a valid value' } }
  expect(await as('mina').reply(resetIssueMailAddress, asked('epic'))).toMatchObject(refused)
  expect(await as('mina').reply(addPageTodo, { ...asked('milestone'), issuableId: 1 })).toMatchObject(refused)
})
