import {
  addGroupMember,
  addProjectMember,
  getAnyGroupMember,
  getAnyProjectMember,
  getGroupMember,
  getProjectMember,
  groupMembersPage,
  listAllGroupMembers,
  listAllProjectMembers,
  listGroupMembers,
  listProjectMembers,
  projectMembersPage,
  removeGroupMember,
  removeProjectMember,
  updateGroupMember,
  updateProjectMember,
} from '#contract/foundation/members.ts'
import { hasRole, levels } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { type GroupRow, groupByPath, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { type ProjectRow, projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { answer } from '#server/slice.ts'
import { addMembers, type NewMembers } from './add.ts'
import { changeMember } from './change.ts'
import type { Place } from './place.ts'
import { listMembers, memberOf, memberRows } from './queries.ts'
import { removeMember } from './remove.ts'
import { levelsOf } from './rules.ts'

type Loaded<Row> = Row & Pick<Place, 'facts'>
export const atProject = (project: Loaded<ProjectRow>): Place => ({ ...project, kind: 'project' })
export const atGroup = (group: Loaded<GroupRow>): Place => ({ ...group, kind: 'group' })

export const membersAnswers = [
  answer(listProjectMembers, {
    about: projectByRef,
    ability: 'project:read-members',
    run: (ctx, project, input) => listMembers(ctx, atProject(project), 'direct', input),
  }),
  answer(listAllProjectMembers, {
    about: projectByRef,
    ability: 'project:read-members',
    run: (ctx, project, input) => listMembers(ctx, atProject(project), 'all', input),
  }),
  answer(getProjectMember, {
    about: projectByRef,
    ability: 'project:read-members',
    run: (ctx, project, { userId }) => memberOf(ctx, atProject(project), 'direct', userId),
  }),
  answer(getAnyProjectMember, {
    about: projectByRef,
    ability: 'project:read-members',
    run: (ctx, project, { userId }) => memberOf(ctx, atProject(project), 'all', userId),
  }),
  answer(addProjectMember, {
    about: projectByRef,
    ability: 'project:admin-members',
    run: (ctx, project, input) => add(ctx, atProject(project), input),
  }),
  answer(updateProjectMember, {
    about: projectByRef,
    ability: 'project:admin-members',
    run: async (ctx, project, input) => {
      await changeMember(ctx, atProject(project), input)
      return memberOf(ctx, atProject(project), 'direct', input.userId)
    },
  }),
  answer(removeProjectMember, {
    about: projectByRef,
    ability: 'project:read',
    run: async (ctx, project, { userId }) => {
      await removeMember(ctx, atProject(project), userId, may(ctx.actor, 'project:admin-members', project.facts))
      return null
    },
  }),
  answer(listGroupMembers, {
    about: groupByRef,
    ability: 'group:read-members',
    run: (ctx, group, input) => listMembers(ctx, atGroup(group), 'direct', input),
  }),
  answer(listAllGroupMembers, {
    about: groupByRef,
    ability: 'group:read-members',
    run: (ctx, group, input) => listMembers(ctx, atGroup(group), 'all', input),
  }),
  answer(getGroupMember, {
    about: groupByRef,
    ability: 'group:read-members',
    run: (ctx, group, { userId }) => memberOf(ctx, atGroup(group), 'direct', userId),
  }),
  answer(getAnyGroupMember, {
    about: groupByRef,
    ability: 'group:read-members',
    run: (ctx, group, { userId }) => memberOf(ctx, atGroup(group), 'all', userId),
  }),
  answer(addGroupMember, {
    about: groupByRef,
    ability: 'group:admin-members',
    run: (ctx, group, input) => add(ctx, atGroup(group), input),
  }),
  answer(updateGroupMember, {
    about: groupByRef,
    ability: 'group:admin-members',
    run: async (ctx, group, input) => {
      await changeMember(ctx, atGroup(group), input)
      return memberOf(ctx, atGroup(group), 'direct', input.userId)
    },
  }),
  answer(removeGroupMember, {
    about: groupByRef,
    ability: 'group:read',
    run: async (ctx, group, { userId }) => {
      await removeMember(ctx, atGroup(group), userId, may(ctx.actor, 'group:admin-members', group.facts))
      return null
    },
  }),
  answer(projectMembersPage, {
    about: projectByPath,
    ability: 'project:read-members',
    run: (ctx, project, input) =>
      showPage(ctx, atProject(project), may(ctx.actor, 'project:admin-members', project.facts), input),
  }),
  answer(groupMembersPage, {
    about: groupByPath,
    ability: 'group:read-members',
    run: (ctx, group, input) =>
      showPage(ctx, atGroup(group), may(ctx.actor, 'group:admin-members', group.facts), input),
  }),
]

async function add(ctx: Context, place: Place, given: NewMembers) {
  const { added, refused, isList } = await addMembers(ctx, place, given)
  const [only] = added
  if (!isList) {
    if (only === undefined) throw new NotFound('User')
    return memberOf(ctx, place, 'direct', only)
  }
  return Object.keys(refused).length === 0
    ? { status: 'success' as const }
    : { status: 'error' as const, message: refused }
}

async function showPage(
  ctx: Context,
  place: Place,
  canAdmin: boolean,
  input: { search?: string; page?: number; perPage?: number },
) {
  const { namespace, members, groups, isShareable, hasNext } = await memberRows(ctx, place, input)
  const isOwner = hasRole(ctx.actor, place.facts, 'owner')
  return {
    namespace,
    canAdmin,
    grantable: canAdmin ? levelsOf(place).filter(level => level < levels.owner || isOwner) : [],
    members,
    groups,
    canShare: canAdmin && isShareable,
    hasNext,
  }
}
