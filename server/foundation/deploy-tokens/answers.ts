import * as contract from '#contract/foundation/deploy-tokens.ts'
import { groupByPath, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { createDeployToken } from './create.ts'
import type { DeployTokenPlace } from './events.ts'
import { deployTokenOf, deployTokensOnPage, pageOfDeployTokens, presentDeployToken } from './queries.ts'
import { deleteDeployToken, revokeDeployToken } from './remove.ts'

const project = ({ id }: { readonly id: number }): DeployTokenPlace => ({ kind: 'project', id })
const group = ({ id }: { readonly id: number }): DeployTokenPlace => ({ kind: 'group', id })

const ofProject = { about: projectByRef, ability: 'project:admin-deploy-tokens' } as const
const readingGroup = { about: groupByRef, ability: 'group:read-deploy-tokens' } as const
const writingGroup = { about: groupByRef, ability: 'group:admin-deploy-tokens' } as const

export const deployTokensAnswers: readonly Answer[] = [
  answer(contract.listDeployTokens, { for: 'admin', run: (ctx, input) => pageOfDeployTokens(ctx, null, input) }),

  answer(contract.listProjectDeployTokens, {
    ...ofProject,
    run: (ctx, { id }, input) => pageOfDeployTokens(ctx, id, input),
  }),
  answer(contract.getProjectDeployToken, {
    ...ofProject,
    run: async (ctx, { id }, { tokenId }) => presentDeployToken(await deployTokenOf(ctx, id, tokenId), ctx.now),
  }),
  answer(contract.createProjectDeployToken, {
    ...ofProject,
    run: (ctx, place, input) => createDeployToken(ctx, project(place), input),
  }),
  answer(contract.deleteProjectDeployToken, {
    ...ofProject,
    run: async (ctx, place, { tokenId }) => {
      await deleteDeployToken(ctx, project(place), tokenId)
      return null
    },
  }),
  answer(contract.projectDeployTokensOnPage, {
    about: projectByPath,
    ability: 'project:admin-deploy-tokens',
    run: (ctx, { id }) => deployTokensOnPage(ctx, id),
  }),
  answer(contract.revokeProjectDeployToken, {
    about: projectByPath,
    ability: 'project:admin-deploy-tokens',
    run: async (ctx, place, { tokenId }) => {
      await revokeDeployToken(ctx, project(place), tokenId)
      return null
    },
  }),

  answer(contract.listGroupDeployTokens, {
    ...readingGroup,
    run: (ctx, { id }, input) => pageOfDeployTokens(ctx, id, input),
  }),
  answer(contract.getGroupDeployToken, {
    ...readingGroup,
    run: async (ctx, { id }, { tokenId }) => presentDeployToken(await deployTokenOf(ctx, id, tokenId), ctx.now),
  }),
  answer(contract.createGroupDeployToken, {
    ...writingGroup,
    run: (ctx, place, input) => createDeployToken(ctx, group(place), input),
  }),
  answer(contract.deleteGroupDeployToken, {
    ...writingGroup,
    run: async (ctx, place, { tokenId }) => {
      await deleteDeployToken(ctx, group(place), tokenId)
      return null
    },
  }),
  answer(contract.groupDeployTokensOnPage, {
    about: groupByPath,
    ability: 'group:read-deploy-tokens',
    run: (ctx, { id }) => deployTokensOnPage(ctx, id),
  }),
  answer(contract.revokeGroupDeployToken, {
    about: groupByPath,
    ability: 'group:admin-deploy-tokens',
    run: async (ctx, place, { tokenId }) => {
      await revokeDeployToken(ctx, group(place), tokenId)
      return null
    },
  }),
]
