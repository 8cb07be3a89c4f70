import { expect, test } from 'vitest'
import { getGroupIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { world } from '#test/world/world.ts'

test.each([
  ['rita', true],
  ['gus', false],
  ['nina', false],
] as const)('LIST-015 the list of a group offers %s bulk edits: %s', async (who, expected) => {
  const { as, build, users } = await world()
  const group = await build.group({ path: 'outer', visibility: 'public' })
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  await build.member({ at: group.id, userId: users.gus.id, level: 10 })
  const { permissions } = await as(who).call(getGroupIssuesPage, { namespace: 'outer' })
  expect(permissions).toMatchObject({ canBulkUpdateIssues: expected, canCreateIssue: false })
})
