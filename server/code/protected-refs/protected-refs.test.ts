import { expect, test } from 'vitest'
import { codeBranchesPage, codeTagsPage } from '#contract/code/code-pages.ts'
import { cherryPickCommit, createCommit } from '#contract/code/commits/commits.ts'
import { addFile } from '#contract/code/files/files.ts'
import * as contract from '#contract/code/protected-refs.ts'
import {
  addBranch,
  addTag,
  getBranch,
  getTag,
  removeBranch,
  removeMergedBranches,
  removeTag,
} from '#contract/code/refs.ts'
import { createProject } from '#contract/foundation/projects.ts'
import { codeWorld } from '#test/world/code.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'
import { coversName } from './name-pattern.ts'
import { type Grant, refRights } from './rights.ts'

const id = 'weft/loom'
const file = (branch: string) => ({ id, branch, filePath: `${branch}.txt`, content: 'x', commitMessage: 'Add' })

test('PLATFORM-011 a branch is protected, listed, changed and unprotected by a maintainer', async () => {
  const { as } = await world()
  const made = await as('mina').call(contract.protectBranch, { id, name: 'release/*', pushAccessLevel: 0 })
  const level = (accessLevel: number, accessLevelDescription: string) => ({
    ...{ id: expect.any(Number), accessLevel, accessLevelDescription, userId: null, groupId: null, deployKeyId: null },
  })
  expect(made).toEqual({
    id: expect.any(Number),
    name: 'release/*',
    pushAccessLevels: [level(0, 'No one')],
    mergeAccessLevels: [level(40, 'Maintainers')],
    unprotectAccessLevels: [],
    allowForcePush: false,
    codeOwnerApprovalRequired: false,
    inherited: false,
  })
  expect(await as('mina').call(contract.listProtectedBranches, { id, search: 'REL' })).toEqual([made])
  const again = await as('mina').reply(contract.protectBranch, { id, name: 'release/*' })
  expect([again.status, again.body]).toEqual([409, { message: "Protected branch 'release/*' already exists" }])
  const changed = await as('mina').call(contract.updateProtectedBranch, {
    ...{ id, name: 'release/*', allowForcePush: true, codeOwnerApprovalRequired: true, mergeAccessLevel: 30 },
    allowedToPush: [{ id: made.pushAccessLevels[0]?.id ?? 0, Destroy: true }, { accessLevel: 60 }],
  })
  expect(changed).toMatchObject({ codeOwnerApprovalRequired: true })
  expect(changed).toMatchObject({ allowForcePush: true, pushAccessLevels: [level(60, 'Instance admins')] })
  expect(changed.mergeAccessLevels).toEqual([level(30, 'Developers + Maintainers')])
  expect((await as('mina').reply(contract.unprotectBranch, { id, name: 'release/*' })).status).toBe(204)
  expect((await as('mina').reply(contract.getProtectedBranch, { id, name: 'release/*' })).status).toBe(404)
})

test.each<[Record<string, unknown>, Record<string, unknown>]>([
  [{ name: ' ' }, { name: ["can't be blank"] }],
  [{ name: 'x', pushAccessLevel: 20 }, { push_access_level: ['must be one of 0, 30, 40, 60'] }],
  [{ name: 'x', unprotectAccessLevel: 0 }, { unprotect_access_level: ['must be one of 30, 40, 60'] }],
  [{ name: 'x', allowedToPush: [{}] }, { allowed_to_push: ['needs an access_level, a user_id or a deploy_key_id'] }],
  [
    { name: 'x', allowedToPush: [{ userId: 999999 }] },
    { allowed_to_push: [expect.stringContaining('is not a member')] },
  ],
])('PLATFORM-011 a rule with %j is refused', async (wrong, message) => {
  const { as } = await world()
  const reply = await as('mina').reply(contract.protectBranch, { id, ...wrong })
  expect([reply.status, reply.body]).toEqual([400, { message }])
})

test('PERM-002 whom a rule does not name cannot change it', async () => {
  const { as } = await world()
  await as('root').call(contract.protectBranch, { id, name: 'main', unprotectAccessLevel: 60 })
  expect(await outcomeOf(as('olga').call(contract.unprotectBranch, { id, name: 'main' }))).toBe('forbidden')
  const change = { id, name: 'main', allowForcePush: true }
  expect(await outcomeOf(as('olga').call(contract.updateProtectedBranch, change))).toBe('forbidden')
  expect(await outcomeOf(as('root').call(contract.unprotectBranch, { id, name: 'main' }))).toBe('ok')
})

test.each<[Member, string]>([
  ['mina', 'ok'],
  ['dan', 'forbidden'],
])('PERM-002 %s at every door of a protected branch: %s', async (who, outcome) => {
  const { as, commit } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  await commit({ 'b.txt': 'b' }, { branch: 'release/1' })
  await as('mina').call(contract.protectBranch, { id, name: 'release/*' })
  const pick = await commit({ 'c.txt': 'c' })
  const tried = {
    file: () => as(who).call(addFile, file('release/1')),
    commit: () =>
      as(who).call(createCommit, {
        id,
        branch: 'release/2',
        startBranch: 'main',
        commitMessage: 'x',
        actions: [],
        allowEmpty: true,
      }),
    pick: () => as(who).call(cherryPickCommit, { id, sha: pick, branch: 'release/1' }),
    create: () => as(who).call(addBranch, { id, branch: 'release/3', ref: sha }),
    old: () => as(who).call(contract.protectOneBranch, { id, branch: 'main' }),
  }
  const outcomes: Record<string, string> = {}
  for (const [name, call] of Object.entries(tried)) outcomes[name] = await outcomeOf(call())
  outcomes.remove = await outcomeOf(as(who).call(removeBranch, { id, branch: 'release/1' }))
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map(name => [name, outcome])))
})

test('PERM-002 one user is allowed to push where their role is not', async () => {
  const { as, commit, users } = await codeWorld()
  await commit({ 'a.txt': 'a' })
  await as('mina').call(contract.protectBranch, { id, name: 'main', allowedToPush: [{ userId: users.dan.id }] })
  expect(await outcomeOf(as('dan').call(addFile, file('main')))).toBe('ok')
  expect(await outcomeOf(as('mina').call(addFile, { ...file('main'), filePath: 'other' }))).toBe('forbidden')
})

test('PLATFORM-011 merged branches are deleted except protected ones', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a' })
  for (const branch of ['kept', 'gone']) await as('dan').call(addBranch, { id, branch, ref: 'main' })
  await commit({ 'b.txt': 'b' })
  await as('mina').call(contract.protectBranch, { id, name: 'kept' })
  await as('mina').call(removeMergedBranches, { id })
  expect((await as('dan').reply(getBranch, { id, branch: 'kept' })).status).toBe(200)
  expect((await as('dan').reply(getBranch, { id, branch: 'gone' })).status).toBe(404)
})

test('PERM-002 a protected tag is made by those it names, and deleted by maintainers', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a' })
  await as('mina').call(contract.protectTag, { id, name: 'v*' })
  const tag = { id, tagName: 'v1', ref: 'main' }
  expect(await outcomeOf(as('dan').call(addTag, tag))).toBe('forbidden')
  expect(await outcomeOf(as('dan').call(addTag, { ...tag, tagName: 'w1' }))).toBe('ok')
  expect(await as('mina').call(addTag, tag)).toMatchObject({ protected: true })
  expect(await as('dan').call(getTag, { id, tagName: 'w1' })).toMatchObject({ protected: false })
  expect(await outcomeOf(as('dan').call(removeTag, { id, tagName: 'v1' }))).toBe('forbidden')
  expect(await outcomeOf(as('mina').call(removeTag, { id, tagName: 'v1' }))).toBe('ok')
})

test('PLATFORM-011 branches, tags and pages tell what is protected, and offer what one may do', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a' })
  await as('dan').call(addTag, { id, tagName: 'v1', ref: 'main' })
  const open = { protected: false, developersCanPush: false, canPush: true }
  expect(await as('dan').call(getBranch, { id, branch: 'main' })).toMatchObject(open)
  const old = await as('mina').call(contract.protectOneBranch, { id, branch: 'main', developersCanMerge: true })
  expect(old).toMatchObject({ protected: true, developersCanPush: false, developersCanMerge: true, canPush: true })
  await as('mina').call(contract.protectTag, { id, name: 'v*' })
  expect(await as('dan').call(getBranch, { id, branch: 'main' })).toMatchObject({ protected: true, canPush: false })
  const branches = await as('dan').call(codeBranchesPage, { namespace: id })
  expect(branches.branches).toMatchObject([{ name: 'main', isProtected: true, canDelete: false }])
  const tags = await as('dan').call(codeTagsPage, { namespace: id })
  expect(tags.tags).toMatchObject([{ name: 'v1', isProtected: true, canDelete: false }])
  expect(await as('mina').call(contract.unprotectOneBranch, { id, branch: 'main' })).toMatchObject({ protected: false })
})

test('PERM-002 the default branch of a new project is for maintainers', async () => {
  const { as, group, build, users } = await world()
  await build.member({ at: group.id, userId: users.mina.id, level: 40 })
  const made = await as('mina').call(createProject, { name: 'Fresh', namespaceId: group.id, defaultBranch: 'trunk' })
  const rules = await as('mina').call(contract.listProtectedBranches, { id: made.id })
  expect(rules).toMatchObject([
    {
      name: 'trunk',
      allowForcePush: false,
      pushAccessLevels: [{ accessLevel: 40 }],
      mergeAccessLevels: [{ accessLevel: 40 }],
    },
  ])
})

test.each([
  ['main', 'main', true],
  ['main', 'maine', false],
  ['release/*', 'release/1/2', true],
  ['release/*', 'release', false],
  ['*-stable', '-stable', true],
  ['a*b*c', 'abbc', true],
  ['a*b', 'ab', true],
  ['ab*ba', 'aba', false],
  ['*x*x*', 'x', false],
  ['a+b', 'aab', false],
])('PLATFORM-011 the rule %s covers %s: %s', (pattern, name, covers) => {
  expect(coversName(pattern, name)).toBe(covers)
})

test('PLATFORM-011 the widest of several rules counts', () => {
  const grant = (accessLevel: number): Grant => ({
    id: 1,
    action: 'push',
    accessLevel,
    userId: null,
    deployKeyId: null,
  })
  const rule = { id: 1, kind: 'branch', allowForcePush: false, codeOwnerApprovalRequired: false } as const
  const rules = [
    { ...rule, name: '*', access: [grant(30)], allowForcePush: true },
    { ...rule, name: 'main', access: [grant(0)] },
  ]
  const dan = { level: 30, isAdmin: false, userId: 1 }
  expect(refRights(rules, dan, 'branch', 'main')).toMatchObject({ canPush: true, canForcePush: true, canDelete: false })
  expect(refRights(rules.slice(1), dan, 'branch', 'main')).toMatchObject({ canPush: false, canForcePush: false })
})
