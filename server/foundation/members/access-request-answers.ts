import * as contract from '#contract/foundation/access-requests.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { approveAccess, denyAccess, listAccessRequests, requestAccess } from './access-requests.ts'
import { atGroup, atProject } from './answers.ts'

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
    run: (ctx, project, input) => approveAccess(ctx, atProject(project), input),
  }),
  answer(contract.denyProjectAccess, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project, { userId }) => denyAccess(ctx, atProject(project), userId),
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
    run: (ctx, group, input) => approveAccess(ctx, atGroup(group), input),
  }),
  answer(contract.denyGroupAccess, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, { userId }) => denyAccess(ctx, atGroup(group), userId),
  }),
]
