import { expect, test } from 'vitest'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'

test('PLATFORM-011 GraphQL: the rules for branches, with their access levels and the number of branches', async () => {
  const { as, commit, project, users } = await codeWorld()
  await commit({ 'a.txt': 'one\n' })
  for (const branch of ['early-1', 'early-2', 'other']) await commit({ 'b.txt': 'b\n' }, { branch })
  await as('mina').call(protectBranch, { id: project.id, name: 'main' })
  await as('mina').call(protectBranch, {
    id: project.id,
    name: 'early-*',
    allowForcePush: true,
    allowedToMerge: [{ userId: users.dan.id }],
  })
  const ask = async (who: Member | 'anon', args: string, selection: string) => {
    const query = `{ project(fullPath: "weft/loom") { branchRules${args} { nodes { ${selection} } } } }`
    return (await askGraphql(as(who).ctx, query)).data.project?.branchRules ?? null
  }
  const levels = 'nodes { accessLevel accessLevelDescription user { username } }'
  const protection = `branchProtection { allowForcePush codeOwnerApprovalRequired pushAccessLevels { ${levels} } mergeAccessLevels { ${levels} } }`
  const own = await ask('mina', '', `name isDefault isProtected matchingBranchesCount createdAt ${protection}`)
  expect(own.nodes).toMatchObject([
    { name: 'main', isDefault: true, isProtected: true, matchingBranchesCount: 1 },
    {
      name: 'early-*',
      isDefault: false,
      isProtected: true,
      matchingBranchesCount: 2,
      createdAt: expect.any(String),
      branchProtection: {
        allowForcePush: true,
        codeOwnerApprovalRequired: false,
        pushAccessLevels: { nodes: [{ accessLevel: 40, accessLevelDescription: 'Maintainers', user: null }] },
        mergeAccessLevels: {
          nodes: expect.arrayContaining([
            { accessLevel: 40, accessLevelDescription: expect.any(String), user: { username: 'dan' } },
          ]),
        },
      },
    },
  ])
  const all = await ask('mina', '(buildMissing: true, first: 2)', 'name isProtected matchingBranchesCount')
  expect(all.nodes).toEqual([
    { name: 'All branches', isProtected: false, matchingBranchesCount: 4 },
    { name: 'All protected branches', isProtected: true, matchingBranchesCount: 3 },
  ])
  expect(await ask('dan', '', 'name')).toBeNull()
  expect(await ask('nina', '', 'name')).toBeNull()
})
