import { expect, test } from 'vitest'
import { getGroup } from '#contract/foundation/groups.ts'
import { groupMembersPage, listAllProjectMembers, projectMembersPage } from '#contract/foundation/members.ts'
import { getProject, listProjectGroups } from '#contract/foundation/projects.ts'
import {
  listInvitedGroupsOfProject,
  listProjectShareLocations,
  listSharedGroups,
  listSharedProjects,
  shareGroup,
  shareProject,
  unshareProject,
} from '#contract/foundation/shares.ts'
import { getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { type World, world } from '#test/world/world.ts'

/** A group of its own with one member, who is no member of weft/loom. */
async function guild({ build, db }: World, level: number) {
  const member = await build.user()
  const group = await build.group({ path: 'guild', visibility: 'private' })
  await db.insertInto('members').values({ namespaceId: group.id, userId: member.id, accessLevel: level }).execute()
  await db
    .insertInto('members')
    .values({ namespaceId: group.id, userId: (await build.user()).id, accessLevel: 10 })
    .execute()
  return { member, group }
}

test.each([
  [40, 30, 30],
  [20, 40, 20],
])(
  'PERM-001 a member with level %i of a group that a project is shared with at %i has level %i there',
  async (own, given, level) => {
    const here = await world()
    const { as, project, users } = here
    const { member, group } = await guild(here, own)
    await here.db
      .insertInto('members')
      .values({ namespaceId: group.id, userId: users.mina.id, accessLevel: 10 })
      .execute()
    await expect(as(member.id).call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
    const share = await as('mina').call(shareProject, { id: project.id, groupId: group.id, groupAccess: given })
    expect(share).toMatchObject({ projectId: project.id, groupId: group.id, groupAccess: given, expiresAt: null })
    const members = await as(member.id).call(listAllProjectMembers, { id: project.id })
    expect(members.find(each => each.id === member.id)).toMatchObject({ accessLevel: level })
    const shown = await as(member.id).call(getProject, { id: project.id })
    expect(shown.sharedWithGroups).toEqual([
      {
        groupId: group.id,
        groupName: group.fullName,
        groupFullPath: 'guild',
        groupAccessLevel: given,
        expiresAt: null,
      },
    ])
    const again = as('mina').call(shareProject, { id: project.id, groupId: group.id, groupAccess: given })
    await expect(again).rejects.toMatchObject({ kind: 'conflict' })
    await as('mina').call(unshareProject, { id: project.id, groupId: group.id })
    await expect(as(member.id).call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
  },
)

test('PERM-001 a group that is shared gives its level in the projects below it, as long as the share lasts', async () => {
  const here = await world()
  const { as, build, project, group: weft, db } = here
  const { member, group } = await guild(here, 30)
  const issue = await build.issue({ confidential: true })
  await as('root').call(shareGroup, { id: weft.id, groupId: group.id, groupAccess: 20, expiresAt: '2999-01-01' })
  await expect(as(member.id).call(getIssue, { ...issue.ref })).resolves.toMatchObject({ iid: issue.iid })
  await as(member.id).call(updateIssue, { ...issue.ref, labels: ['next'] })
  const shared = await as(member.id).call(listSharedGroups, { id: group.id })
  expect(shared.map(each => each.id)).toEqual([weft.id])
  expect((await as(member.id).call(getGroup, { id: weft.id })).sharedWithGroups).toHaveLength(1)
  await db.updateTable('namespaceShares').set({ expiresAt: '2001-01-01' }).execute()
  await expect(as(member.id).call(getIssue, { ...issue.ref })).rejects.toMatchObject({ kind: 'not_found' })
  await expect(as(member.id).call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
})

test('the groups and projects of a share are listed on both sides, for those who may see them', async () => {
  const here = await world()
  const { as, project } = here
  const { member, group } = await guild(here, 30)
  const places = await as('root').call(listProjectShareLocations, { id: project.id, search: 'guild' })
  expect(places.map(each => each.fullPath)).toEqual(['guild'])
  await as('root').call(shareProject, { id: project.id, groupId: group.id, groupAccess: 30 })
  const names = async (found: Promise<readonly { readonly id: number }[]>) => (await found).map(each => each.id)
  expect(await names(as(member.id).call(listSharedProjects, { id: group.id }))).toEqual([project.id])
  expect(await names(as(member.id).call(listInvitedGroupsOfProject, { id: project.id }))).toEqual([group.id])
  expect(await names(as('gus').call(listInvitedGroupsOfProject, { id: project.id }))).toEqual([])
  const above = await as(member.id).call(listProjectGroups, { id: project.id, withShared: true })
  expect(above.map(each => each.fullPath)).toContain('guild')
  const page = await as('root').call(projectMembersPage, { namespace: project.fullPath })
  expect(page.groups).toMatchObject([{ group: { fullPath: 'guild' }, groupAccess: 30, expiresAt: null }])
})

test.each([
  ['a group above it', async ({ group }: World) => ({ groupId: group.id, groupAccess: 30 }), 'invalid'],
  ['no group', async () => ({ groupId: 999_999_999, groupAccess: 30 }), 'not_found'],
  [
    'an unknown level',
    async ({ build }: World) => ({ groupId: (await build.group({ path: 'other' })).id, groupAccess: 33 }),
    'invalid',
  ],
  [
    'a day in the past',
    async ({ build }: World) => ({
      groupId: (await build.group({ path: 'other' })).id,
      groupAccess: 30,
      expiresAt: '2001-01-01',
    }),
    'invalid',
  ],
] as const)('a project is not shared with %s', async (_what, make, kind) => {
  const here = await world()
  const share = here.as('root').call(shareProject, { id: here.project.id, ...(await make(here)) })
  await expect(share).rejects.toMatchObject({ kind })
})

test('PERM-002 a maintainer gives no ownership by a share, nor shares where the group above forbids it', async () => {
  const here = await world()
  const { as, project, group: weft, db, build } = here
  const other = await build.group({ path: 'other', visibility: 'public' })
  const owning = as('mina').call(shareProject, { id: project.id, groupId: other.id, groupAccess: 50 })
  await expect(owning).rejects.toMatchObject({ kind: 'forbidden' })
  await db.updateTable('groups').set({ shareWithGroupLock: true }).where('id', '=', weft.id).execute()
  const locked = as('mina').call(shareProject, { id: project.id, groupId: other.id, groupAccess: 30 })
  await expect(locked).rejects.toMatchObject({ kind: 'forbidden' })
  expect(await as('mina').call(projectMembersPage, { namespace: project.fullPath })).toMatchObject({ canShare: false })
  expect(await as('root').call(groupMembersPage, { namespace: weft.fullPath })).toMatchObject({ canShare: true })
})
