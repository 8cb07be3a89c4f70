import { badgeOperations } from '#contract/foundation/badges.ts'
import { placeKinds } from '#contract/foundation/places.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { type Answer, answer } from '#server/slice.ts'
import { type BadgePlace, listBadges, rendered, showBadge } from './queries.ts'
import { addBadge, changeBadge, deleteBadge, lockBadge, refuseAddresses } from './write.ts'

type ById = InputOf<typeof badgeOperations.project.get>

const show = (ctx: Context, place: BadgePlace, { badgeId }: ById) => showBadge(ctx, place, badgeId)

async function render(
  ctx: Context,
  place: BadgePlace,
  { linkUrl, imageUrl }: InputOf<typeof badgeOperations.project.render>,
) {
  refuseAddresses({ linkUrl, imageUrl })
  const [badge] = await rendered(ctx, place, [{ linkUrl, imageUrl }])
  return badge ?? { linkUrl, imageUrl, renderedLinkUrl: linkUrl, renderedImageUrl: imageUrl }
}

const add = async (
  ctx: Context,
  place: BadgePlace,
  { id: _, ...given }: InputOf<typeof badgeOperations.project.create>,
) => showBadge(ctx, place, await addBadge(ctx, place, given))

async function change(ctx: Context, place: BadgePlace, input: InputOf<typeof badgeOperations.project.update>) {
  const { id: _, badgeId, ...given } = input
  await changeBadge(ctx, place, badgeId, given)
  return showBadge(ctx, place, badgeId)
}

async function remove(ctx: Context, place: BadgePlace, input: InputOf<typeof badgeOperations.project.remove>) {
  const { id: _, badgeId, ...unless } = input
  await deleteBadge(ctx, place, badgeId, unless)
  return null
}

export const badgesAnswers: readonly Answer[] = placeKinds.flatMap(kind => {
  const operations = badgeOperations[kind]
  const about = placeByRef[kind]
  return [
    answer(operations.list, { about, ability: `${kind}:read`, run: listBadges }),
    answer(operations.render, { about, ability: `${kind}:admin`, run: render }),
    answer(operations.get, { about, ability: `${kind}:read`, run: show }),
    answer(operations.create, { about, ability: `${kind}:admin`, run: add }),
    answer(operations.update, {
      about,
      ability: `${kind}:admin`,
      current: (ctx, place, { badgeId }) => lockBadge(ctx, place, badgeId),
      run: change,
    }),
    answer(operations.remove, { about, ability: `${kind}:admin`, run: remove }),
  ]
})
