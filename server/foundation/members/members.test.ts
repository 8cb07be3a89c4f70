import { expect, test } from 'vitest'
import { getGroup } from '#contract/foundation/groups.ts'
import {
  addGroupMember,
  addProjectMember,
  getProjectMember,
  groupMembersPage,
  importProjectMembers,
  listAllProjectMembers,
  listGroupMembers,
  listProjectMembers,
  projectMembersPage,
  removeGroupMember,
  removeProjectMember,
  updateGroupMember,
  updateProjectMember,
} from '#contract/foundation/members.ts'
import { getProject } from '#contract/foundation/projects.ts'
import { createIssue, getIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

const everybody = ['olga', 'mina', 'dan', 'rita', 'gus', 'nina', 'anon'] as const

test('PERM-001 the member list shows the levels', async () => {
  const { as, project } = await world()
  const members = await as('gus').call(listProjectMembers, { id: project.id })
  expect(Object.fromEntries(members.map(member => [member.username, member.accessLevel]))).toEqual({
    olga: 50,
    mina: 40,
    dan: 30,
    rita: 20,
    gus: 10,
  })
  expect(members[0]).toMatchObject({ membershipState: 'active', expiresAt: null, createdBy: null, state: 'active' })
})

test.each(
  everybody.map(
    who =>
      [
        who,
        (
          {
            olga: 'ok',
            mina: 'ok',
            dan: 'forbidden',
            rita: 'forbidden',
            gus: 'forbidden',
            nina: 'not_found',
            anon: 'not_found',
          } as const
        )[who],
      ] as const,
  ),
)('PERM-002 %s adding a member to a private project: %s', async (who, outcome) => {
  const { as, build, project } = await world()
  const user = await build.user()
  const reply = outcomeOf(
    as(who).call(addProjectMember, { id: project.id, userId: [String(user.id)], accessLevel: 20 }),
  )
  await expect(reply).resolves.toBe(outcome)
})

test('a maintainer neither makes, changes nor removes owners', async () => {
  const { as, build, project, users } = await world()
  const user = await build.user()
  await expect(
    as('mina').call(addProjectMember, { id: project.id, userId: [String(user.id)], accessLevel: 50 }),
  ).rejects.toMatchObject({ kind: 'forbidden' })
  const olga = { id: project.id, userId: users.olga.id }
  await expect(as('mina').call(updateProjectMember, { ...olga, accessLevel: 30 })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  await expect(as('mina').call(removeProjectMember, olga)).rejects.toMatchObject({ kind: 'forbidden' })
  await as('mina').call(updateProjectMember, { id: project.id, userId: users.dan.id, accessLevel: 40 })
  await expect(as('dan').call(getProjectMember, { id: project.id, userId: users.dan.id })).resolves.toMatchObject({
    accessLevel: 40,
  })
})

test('a member twice is a conflict, an unknown user is not found, an unknown level invalid', async () => {
  const { as, project, users } = await world()
  const add = (input: object) => as('olga').reply(addProjectMember, { id: project.id, accessLevel: 30, ...input })
  expect(await add({ userId: users.gus.id })).toMatchObject({ status: 409, body: { message: 'Member already exists' } })
  expect(await add({ userId: 999999 })).toMatchObject({ status: 404, body: { message: '404 User Not Found' } })
  expect(await add({ userId: users.nina.id, accessLevel: 31 })).toMatchObject({
    status: 400,
    body: { message: { access_level: ['is not included in the list'] } },
  })
  expect(await add({ username: 'nina' })).toMatchObject({
    status: 201,
    body: { username: 'nina', access_level: 30, created_by: { username: 'olga' } },
  })
})

test('several are added at once, and what failed is said by name', async () => {
  const { as, build, project, users } = await world()
  const user = await build.user()
  const reply = await as('olga').reply(addProjectMember, {
    id: project.id,
    userId: `${user.id},${users.nina.id},${users.gus.id}`,
    accessLevel: 20,
  })
  expect(reply).toMatchObject({ status: 201, body: { status: 'error', message: { gus: 'Member already exists' } } })
  const members = await as('olga').call(listProjectMembers, { id: project.id, userIds: [user.id, users.nina.id] })
  expect(members.map(member => member.accessLevel)).toEqual([20, 20])
})

test('a role comes down from the groups above, the highest counts, and a lower one is refused', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ path: 'above', members: { [users.nina.id]: 30, [users.olga.id]: 50 } })
  const project = await build.project({ parent: group })
  await expect(as('nina').call(getProject, { id: project.id })).resolves.toMatchObject({
    permissions: { projectAccess: null, groupAccess: { accessLevel: 30, notificationLevel: 3 } },
  })
  expect(
    await as('olga').reply(addProjectMember, { id: project.id, userId: users.nina.id, accessLevel: 20 }),
  ).toMatchObject({
    status: 400,
    body: {
      message: { access_level: ['should be greater than or equal to Developer inherited membership from group above'] },
    },
  })
  await as('olga').call(addProjectMember, { id: project.id, username: ['nina'], accessLevel: 40 })
  const all = await as('nina').call(listAllProjectMembers, { id: project.id, query: 'nin' })
  expect(all.map(member => [member.username, member.accessLevel])).toEqual([['nina', 40]])
  await expect(as('nina').call(listProjectMembers, { id: project.id })).resolves.toHaveLength(1)
})

test('a membership can end today, and then grants nothing any more', async () => {
  const { as, project } = await world()
  const today = new Date().toISOString().slice(0, 10)
  const given = { id: project.id, username: ['nina'], accessLevel: 30, expiresAt: today }
  expect(await as('olga').call(addProjectMember, given)).toMatchObject({ expiresAt: today, accessLevel: 30 })
  expect((await as('nina').reply(getProject, { id: project.id })).status).toBe(404)
})

test('an expired membership grants nothing, is not shown, and can be given anew', async () => {
  const { as, db, project, users } = await world()
  await expect(
    as('olga').call(updateProjectMember, {
      id: project.id,
      userId: users.gus.id,
      accessLevel: 10,
      expiresAt: '2020-01-01',
    }),
  ).rejects.toMatchObject({ kind: 'invalid', body: { message: { expires_at: ['cannot be a date in the past'] } } })
  await expect(
    as('olga').call(updateProjectMember, {
      id: project.id,
      userId: users.gus.id,
      accessLevel: 10,
      expiresAt: '2999-12-31',
    }),
  ).resolves.toMatchObject({ expiresAt: '2999-12-31' })
  await db.updateTable('members').set({ expiresAt: '2020-01-01' }).where('userId', '=', users.gus.id).execute()
  await expect(as('gus').call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
  const shown = await as('olga').call(listProjectMembers, { id: project.id })
  expect(shown.map(member => member.username)).not.toContain('gus')
  await as('olga').call(addProjectMember, { id: project.id, username: ['gus'], accessLevel: 20 })
  await expect(as('gus').call(getProjectMember, { id: project.id, userId: users.gus.id })).resolves.toMatchObject({
    accessLevel: 20,
    expiresAt: null,
  })
})

test('an expired role from a group above grants nothing below', async () => {
  const { as, build, group, project, users } = await world()
  await build.member({ at: group.id, userId: users.nina.id, level: 40, expiresAt: '2020-01-01' })
  await expect(as('nina').call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
  const all = await as('olga').call(listAllProjectMembers, { id: project.id })
  expect(all.map(member => member.username)).not.toContain('nina')
})

test('everybody may leave, but the last owner of a group', async () => {
  const { as, build, project, users } = await world()
  expect(await as('gus').reply(removeProjectMember, { id: project.id, userId: users.gus.id })).toMatchObject({
    status: 204,
  })
  await expect(as('rita').call(removeProjectMember, { id: project.id, userId: users.dan.id })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  const group = await build.group({ visibility: 'public', members: { [users.olga.id]: 50, [users.mina.id]: 40 } })
  const olga = { id: group.id, userId: users.olga.id }
  await expect(as('olga').call(removeGroupMember, olga)).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(as('olga').call(updateGroupMember, { ...olga, accessLevel: 40 })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  await expect(as('root').call(removeGroupMember, olga)).rejects.toMatchObject({ kind: 'forbidden' })
  await as('olga').call(updateGroupMember, { id: group.id, userId: users.mina.id, accessLevel: 50 })
  await as('olga').call(removeGroupMember, olga)
  const left = await as('anon').call(listGroupMembers, { id: group.id })
  expect(left.map(member => member.username)).toEqual(['mina'])
})

test.each<[Member, string]>([
  ['olga', 'ok'],
  ['mina', 'forbidden'],
  ['nina', 'not_found'],
])('PERM-002 %s adding a member to a private group: %s', async (who, outcome) => {
  const { as, build, users } = await world()
  const group = await build.group({ members: { [users.olga.id]: 50, [users.mina.id]: 40 } })
  const user = await build.user()
  const reply = outcomeOf(as(who).call(addGroupMember, { id: group.id, userId: [String(user.id)], accessLevel: 50 }))
  await expect(reply).resolves.toBe(outcome)
})

test('the members page names where a role comes from, in a fixed number of statements', async () => {
  const { as, build, users, statements } = await world()
  const group = await build.group({ path: 'above', members: { [users.olga.id]: 50 } })
  const project = await build.project({ path: 'below', parent: group, members: { [users.mina.id]: 40 } })
  const page = await as('mina').call(projectMembersPage, { namespace: project.fullPath })
  expect(page).toMatchObject({
    canAdmin: true,
    grantable: [10, 15, 20, 30, 40],
    namespace: { fullPath: 'above/below' },
    hasNext: false,
  })
  expect(page.members.map(row => [row.user.username, row.isDirect, row.source.fullPath])).toEqual([
    ['mina', true, 'above/below'],
    ['olga', false, 'above'],
  ])
  await expect(statements(() => as('mina').call(projectMembersPage, { namespace: project.fullPath }))).resolves.toBe(2)
  await expect(as('mina').call(groupMembersPage, { namespace: group.fullPath })).resolves.toMatchObject({
    canAdmin: false,
    grantable: [],
  })
})

test('a change of membership is recorded with the topics of the place and the person', async () => {
  const { as, db, project, users } = await world()
  await as('olga').call(addProjectMember, { id: project.id, username: ['nina'], accessLevel: 30 })
  const event = await db
    .selectFrom('events')
    .select(['name', 'payload', 'topics'])
    .where('name', '=', 'member.added')
    .executeTakeFirst()
  expect(event).toEqual({
    name: 'member.added',
    payload: { namespaceId: project.id, kind: 'project', userId: users.nina.id, accessLevel: 30 },
    topics: [`project:${project.id}`, `user:${users.nina.id}`, `access:user:${users.nina.id}`],
  })
})

test('PERM-001 a planner labels and reads what is confidential, and makes no incident', async () => {
  const { as, build, project } = await world()
  const planner = await build.user()
  await as('mina').call(addProjectMember, { id: project.id, userId: [String(planner.id)], accessLevel: 15 })
  const secret = await build.issue({ confidential: true })
  const asPlanner = as(planner.id)
  await expect(asPlanner.call(getIssue, { ...secret.ref })).resolves.toMatchObject({ confidential: true })
  await asPlanner.call(createProjectLabel, { id: project.id, name: 'next', color: '#ff0000' })
  const planned = await asPlanner.call(createIssue, { id: project.id, title: 'Plan', labels: ['next'] })
  expect(planned.labels).toEqual(['next'])
  const incident = asPlanner.call(createIssue, { id: project.id, title: 'Outage', issueType: 'incident' })
  await expect(incident).rejects.toMatchObject({ kind: 'forbidden' })
})

test('PERM-001 minimal access shows the group, and nothing in it', async () => {
  const { as, build, project, group } = await world()
  const visitor = await build.user()
  await as('root').call(addGroupMember, { id: group.id, userId: [String(visitor.id)], accessLevel: 5 })
  await expect(as(visitor.id).call(getGroup, { id: group.id })).resolves.toMatchObject({ id: group.id })
  await expect(as(visitor.id).call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
  const inProject = as('olga').call(addProjectMember, { id: project.id, userId: [String(visitor.id)], accessLevel: 5 })
  await expect(inProject).rejects.toMatchObject({ kind: 'invalid' })
})

test('LIST-016 PERM-003 members of a group are proposed as assignees of the issues of its projects', async () => {
  const { as, group, users } = await world()
  await as('root').call(addGroupMember, { id: group.id, userId: [String(users.rita.id)], accessLevel: 20 })
  const { data } = await askGraphql(
    as('rita').ctx,
    'query($path: ID!) { group(fullPath: $path) { autocompleteUsers(assignableTo: ISSUE, search: "rita") { username } } }',
    { path: group.fullPath },
  )
  expect(data.group.autocompleteUsers).toEqual([{ username: 'rita' }])
})

test('INCIDENT-001 only users who can be on call are proposed to lead the response to an incident', async () => {
  const { as, project } = await world()
  const propose = async (which: string) => {
    const query = `query($path: ID!) { project(fullPath: $path) { autocompleteUsers${which} { username } } }`
    const { data } = await askGraphql(as('dan').ctx, query, { path: project.fullPath })
    return data.project.autocompleteUsers.map(({ username }: { readonly username: string }) => username)
  }
  expect(await propose('')).toContain('gus')
  const proposed = await propose('(canBeOnCall: true)')
  expect(proposed).not.toContain('gus')
  expect(proposed).toEqual(expect.arrayContaining(['rita', 'dan', 'mina', 'olga']))
})

test('PERM-001 the members of another project are imported with their roles, and those there already keep theirs', async () => {
  const { as, build, project, group, users } = await world()
  const source = await build.project({
    path: 'spindle',
    parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] },
  })
  await build.member({ at: source.id, userId: users.olga.id, level: 50 })
  await build.member({ at: source.id, userId: users.dan.id, level: 10 })
  await build.member({ at: source.id, userId: users.nina.id, level: 50 })
  await build.member({ at: source.id, userId: users.mina.id, level: 40 })
  const asked = { id: project.id, projectId: source.id }
  expect(await as('mina').call(importProjectMembers, asked)).toEqual({ status: 'success' })
  const members = await as('mina').call(listProjectMembers, { id: project.id })
  const levelOf = (username: string) => members.find(member => member.username === username)?.accessLevel
  // A maintainer makes no owners.
  expect([levelOf('nina'), levelOf('dan'), levelOf('olga')]).toEqual([40, 30, 50])
  expect(await as('mina').call(importProjectMembers, asked)).toEqual({ status: 'success' })
  expect(await as('mina').call(listProjectMembers, { id: project.id })).toHaveLength(members.length)
})

test('PERM-001 an import of members says who has a higher role from a group above', async () => {
  const { as, build, project, group, users } = await world()
  const source = await build.project({
    path: 'spindle',
    parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] },
  })
  await build.member({ at: group.id, userId: users.nina.id, level: 30 })
  await build.member({ at: source.id, userId: users.nina.id, level: 10 })
  await build.member({ at: source.id, userId: users.root.id, level: 20 })
  expect(await as('root').call(importProjectMembers, { id: project.id, projectId: source.id })).toMatchObject({
    status: 'error',
    message: { nina: expect.stringContaining('inherited membership from group') },
    totalMembersCount: 2,
  })
  expect(await as('root').call(getProjectMember, { id: project.id, userId: users.root.id })).toMatchObject({
    accessLevel: 20,
  })
})

test.each<[Member | 'anon', string]>([
  ['olga', 'ok'],
  ['mina', 'forbidden'],
  ['dan', 'forbidden'],
  ['nina', 'not_found'],
])('PERM-002 %s importing members of a project that only the owner manages: %s', async (who, outcome) => {
  const { as, build, project, group, users } = await world()
  const source = await build.project({
    path: 'spindle',
    parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] },
  })
  await build.member({ at: source.id, userId: users.olga.id, level: 40 })
  for (const each of [users.mina, users.dan]) await build.member({ at: source.id, userId: each.id, level: 30 })
  expect(await outcomeOf(as(who).call(importProjectMembers, { id: project.id, projectId: source.id }))).toBe(outcome)
})
