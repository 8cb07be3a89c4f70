import * as contract from '#contract/foundation/access-requests.ts'
import { may } from '#server/access/may.ts'
import { groupByRef } from '#server/foundation/groups/find.ts'
import { projectByRef } from '#server/foundation/projects/find.ts'
import { type Answer, answer } from '#server/slice.ts'
import { approveAccess, denyAccess, listAccessRequests, requestAccess } from './access-requests.ts'
import { atGroup, atProject } from './answers.ts'
import { memberOf } from './queries.ts'

export const accessRequestAnswers: readonly Answer[] = [
  answer(contract.listProjectAccessRequests, {
    about: projectByRef,
    ability: 'project:admin-members',
    run: (ctx, project, input) => listAccessRequests(ctx, atProject(project), input),
  }),
  answer(contract.requestProjectAccess, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project) => requestAccess(ctx, atProject(project)),
  }),
  answer(contract.approveProjectAccess, {
    about: projectByRef,
    ability: 'project:admin-members',
    run: async (ctx, project, input) => {
      await approveAccess(ctx, atProject(project), input)
      return memberOf(ctx, atProject(project), 'direct', input.userId)
    },
  }),
  answer(contract.denyProjectAccess, {
    about: projectByRef,
    ability: 'project:read',
    run: async (ctx, project, { userId }) => {
      await denyAccess(ctx, atProject(project), userId, may(ctx.actor, 'project:admin-members', project.facts))
      return null
    },
  }),
  answer(contract.listGroupAccessRequests, {
    about: groupByRef,
    ability: 'group:admin-members',
    run: (ctx, group, input) => listAccessRequests(ctx, atGroup(group), input),
  }),
  answer(contract.requestGroupAccess, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group) => requestAccess(ctx, atGroup(group)),
  }),
  answer(contract.approveGroupAccess, {
    about: groupByRef,
    ability: 'group:admin-members',
    run: async (ctx, group, input) => {
      await approveAccess(ctx, atGroup(group), input)
      return memberOf(ctx, atGroup(group), 'direct', input.userId)
    },
  }),
  answer(contract.denyGroupAccess, {
    about: groupByRef,
    ability: 'group:read',
    run: async (ctx, group, { userId }) => {
      await denyAccess(ctx, atGroup(group), userId, may(ctx.actor, 'group:admin-members', group.facts))
      return null
    },
  }),
]
