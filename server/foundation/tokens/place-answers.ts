import { placeTokenOperations } from '#contract/foundation/place-tokens.ts'
import { placeKinds } from '#contract/foundation/places.ts'
import { load } from '#server/access/load.ts'
import { transact } from '#server/context.ts'
import { placeByPath, placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { type Answer, answer } from '#server/slice.ts'
import {
  createPlaceToken,
  getPlaceToken,
  listPlaceTokens,
  revokePlaceToken,
  rotatePlaceToken,
  rotateUsedPlaceToken,
  showPlaceTokensPage,
} from './place-tokens.ts'
import { revokeFamily } from './revoke.ts'

export const placeTokensAnswers: readonly Answer[] = placeKinds.flatMap(kind => {
  const operations = placeTokenOperations[kind]
  const about = placeByRef[kind]
  const ability = `${kind}:admin-access-tokens` as const
  return [
    answer(operations.list, {
      about,
      ability,
      run: (ctx, place, input) => listPlaceTokens(ctx, { ...place, kind }, input),
    }),
    answer(operations.get, {
      about,
      ability,
      run: (ctx, place, { tokenId }) => getPlaceToken(ctx, { ...place, kind }, tokenId),
    }),
    answer(operations.create, {
      about,
      ability,
      run: (ctx, place, input) => createPlaceToken(ctx, { ...place, kind }, input),
    }),
    answer(operations.rotateOwn, {
      // A bot of any role, whose revoked token is no longer its door to the project or group.
      for: 'signed-in',
      transaction: 'own',
      byRevokedToken: (ctx, tokenId) => transact(ctx, inner => revokeFamily(inner, tokenId)),
      run: async (ctx, { id, expiresAt }) => {
        const place = await load(ctx, `${kind}:read`, about, { id })
        return rotateUsedPlaceToken(ctx, { ...place, kind }, expiresAt)
      },
    }),
    answer(operations.rotate, {
      about,
      ability,
      transaction: 'own',
      run: (ctx, place, { tokenId, expiresAt }) => rotatePlaceToken(ctx, { ...place, kind }, tokenId, expiresAt),
    }),
    answer(operations.revoke, {
      about,
      ability,
      run: (ctx, place, { tokenId }) => revokePlaceToken(ctx, { ...place, kind }, tokenId),
    }),
    answer(operations.page, {
      about: placeByPath[kind],
      ability,
      run: (ctx, place) => showPlaceTokensPage(ctx, { ...place, kind }),
    }),
  ]
})
