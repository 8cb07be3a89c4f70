import { createGroupBadge, createProjectBadge } from '#contract/foundation/badges.ts'
import { updateGroup } from '#contract/foundation/groups.ts'
import { starProject, updateProject } from '#contract/foundation/projects.ts'
import { shareGroup, shareProject } from '#contract/foundation/shares.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** Groups beside the group of the project, shares, descriptions, a star, badges and people who ask for access. */
export async function furnishNamespaces({ as, build, db, group, project, users }: CodeWorld) {
  const root = as('root')
  const subgroup = await build.group({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  await build.member({ at: group.id, userId: users.gus.id, level: 10 })
  const guild = await build.group({ path: 'guild' })
  const invited = await build.group({ path: 'invited' })
  const other = await build.project({
    path: 'other-loom',
    parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] },
  })
  await root.call(shareProject, { id: project.id, groupId: invited.id, groupAccess: 30 })
  await root.call(shareGroup, { id: group.id, groupId: invited.id, groupAccess: 20 })
  await root.call(updateGroup, { id: group.id, description: 'Weavers', crmEnabled: true })
  await root.call(updateProject, {
    id: project.id,
    description: 'A loom',
    topics: ['wool', 'silk'],
    statusPageEnabled: true,
  })
  await as('rita').call(starProject, { id: project.id })
  const addresses = { linkUrl: 'https://ci.test/%{project_path}', imageUrl: 'https://ci.test/%{commit_sha}.svg' }
  const badge = await root.call(createProjectBadge, { id: project.id, ...addresses })
  const groupBadge = await root.call(createGroupBadge, { id: group.id, ...addresses, name: 'everywhere' })
  for (const namespaceId of [project.id, group.id])
    await db.insertInto('accessRequests').values({ namespaceId, userId: users.nina.id }).execute()
  const cn = 'weavers'
  await db
    .insertInto('ldapGroupLinks')
    .values({ groupId: group.id, provider: 'ldapmain', cn, groupAccess: 30 })
    .execute()

  const fit: FurnishedArea['fit'] = (place, { name, path, isGroup }) => {
    if (/ldap/i.test(path)) Object.assign(place, { id: group.id, cn })
    if (/^\/(projects|groups)/.test(path)) place.id = isGroup ? group.id : project.id
    if (path.startsWith('/namespaces')) place.id = group.id
    if (isGroup) place.namespace = group.fullPath
    place.badgeId = (isGroup ? groupBadge : badge).id
    if (name.startsWith('share')) Object.assign(place, { groupId: guild.id, groupAccess: 30 })
    if (name.startsWith('unshare')) place.groupId = invited.id
    if (/^(approve|deny).*Access$/.test(name)) place.userId = users.nina.id
    if (/create(Project|Group)$|createProjectForUser/.test(name))
      Object.assign(place, { parentId: group.id, name: 'Brand new', path: 'brand-new', namespaceId: group.id })
    if (name === 'listCountryStates') place.country = 'DE'
    if (name === 'resolvePath') place.path = project.fullPath
    if (name === 'transferGroup') place.id = subgroup.id
    if (name === 'transferProject') place.namespace = users.root.username
    if (name === 'transferProjectToGroup') Object.assign(place, { id: guild.id, projectId: other.id })
    if (name === 'importProjectMembers') place.projectId = other.id
  }
  return { guild, everywhere: { namespace: project.fullPath, ...addresses }, fit }
}
