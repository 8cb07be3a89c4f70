import * as contract from '#contract/foundation/shares.ts'
import { groupById } from '#server/foundation/groups/queries.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { answer } from '#server/slice.ts'
import { invitedGroups, sharedGroups, sharedProjects, shareLocations } from './queries.ts'
import { endShare, shareWithGroup } from './share.ts'

export const sharesAnswers = [
  answer(contract.shareProject, {
    about: projectByRef,
    ability: 'project:admin-members',
    run: async (ctx, project, input) => ({
      ...(await shareWithGroup(ctx, { ...project, kind: 'project' }, input)),
      projectId: project.id,
    }),
  }),
  answer(contract.unshareProject, {
    about: projectByRef,
    ability: 'project:admin-members',
    run: (ctx, project, { groupId }) => endShare(ctx, { ...project, kind: 'project' }, groupId),
  }),
  answer(contract.shareGroup, {
    about: groupByRef,
    ability: 'group:admin-members',
    run: async (ctx, group, input) => {
      await shareWithGroup(ctx, { ...group, kind: 'group' }, input)
      return groupById(ctx, group.id, true)
    },
  }),
  answer(contract.unshareGroup, {
    about: groupByRef,
    ability: 'group:admin-members',
    run: (ctx, group, { groupId }) => endShare(ctx, { ...group, kind: 'group' }, groupId),
  }),
  answer(contract.listInvitedGroupsOfProject, {
    about: projectByRef,
    ability: 'project:read-members',
    run: (ctx, project, input) => invitedGroups(ctx, project.id, input),
  }),
  answer(contract.listInvitedGroupsOfGroup, {
    about: groupByRef,
    ability: 'group:read-members',
    run: (ctx, group, input) => invitedGroups(ctx, group.id, input),
  }),
  answer(contract.listSharedGroups, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, input) => sharedGroups(ctx, group.id, input),
  }),
  answer(contract.listSharedProjects, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, input) => sharedProjects(ctx, group.id, input),
  }),
  answer(contract.listProjectShareLocations, {
    about: projectByRef,
    ability: 'project:admin-members',
    run: (ctx, project, input) => shareLocations(ctx, project.ancestorIds, input),
  }),
]
