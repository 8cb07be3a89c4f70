import { accessRequestOperations } from '#contract/foundation/access-requests.ts'
import { placeKinds } from '#contract/foundation/places.ts'
import { placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { type Answer, answer } from '#server/slice.ts'
import { approveAccess, denyAccess, listAccessRequests, requestAccess } from './access-requests.ts'

export const accessRequestAnswers: readonly Answer[] = placeKinds.flatMap(kind => {
  const { list, request, approve, deny } = accessRequestOperations[kind]
  const about = placeByRef[kind]
  return [
    answer(list, {
      about,
      ability: `${kind}:admin-members`,
      run: (ctx, place, input) => listAccessRequests(ctx, { ...place, kind }, input),
    }),
    answer(request, { about, ability: `${kind}:read`, run: (ctx, place) => requestAccess(ctx, { ...place, kind }) }),
    answer(approve, {
      about,
      ability: `${kind}:admin-members`,
      run: (ctx, place, input) => approveAccess(ctx, { ...place, kind }, input),
    }),
    answer(deny, {
      about,
      ability: `${kind}:read`,
      run: (ctx, place, { userId }) => denyAccess(ctx, { ...place, kind }, userId),
    }),
  ]
})
