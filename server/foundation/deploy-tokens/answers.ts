import { deployTokenOperations, listDeployTokens } from '#contract/foundation/deploy-tokens.ts'
import { placeKinds } from '#contract/foundation/places.ts'
import { placeByPath, placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { type Answer, answer } from '#server/slice.ts'
import { createDeployToken } from './create.ts'
import { deployTokenOf, deployTokensOnPage, pageOfDeployTokens, presentDeployToken } from './queries.ts'
import { deleteDeployToken, revokeDeployToken } from './remove.ts'

export const deployTokensAnswers: readonly Answer[] = [
  answer(listDeployTokens, { for: 'admin', run: (ctx, input) => pageOfDeployTokens(ctx, null, input) }),
  ...placeKinds.flatMap(kind => {
    const operations = deployTokenOperations[kind]
    const about = placeByRef[kind]
    const reads = kind === 'project' ? 'project:admin-deploy-tokens' : 'group:read-deploy-tokens'
    return [
      answer(operations.list, {
        about,
        ability: reads,
        run: (ctx, { id }, input) => pageOfDeployTokens(ctx, id, input),
      }),
      answer(operations.get, {
        about,
        ability: reads,
        run: async (ctx, { id }, { tokenId }) => presentDeployToken(await deployTokenOf(ctx, id, tokenId), ctx.now),
      }),
      answer(operations.create, {
        about,
        ability: `${kind}:admin-deploy-tokens`,
        run: (ctx, { id }, input) => createDeployToken(ctx, { kind, id }, input),
      }),
      answer(operations.remove, {
        about,
        ability: `${kind}:admin-deploy-tokens`,
        run: (ctx, { id }, { tokenId }) => deleteDeployToken(ctx, { kind, id }, tokenId),
      }),
      answer(operations.listOnPage, {
        about: placeByPath[kind],
        ability: reads,
        run: (ctx, { id }) => deployTokensOnPage(ctx, id),
      }),
      answer(operations.revoke, {
        about: placeByPath[kind],
        ability: `${kind}:admin-deploy-tokens`,
        run: (ctx, { id }, { tokenId }) => revokeDeployToken(ctx, { kind, id }, tokenId),
      }),
    ]
  }),
]
