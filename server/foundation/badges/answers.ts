import {
  createGroupBadge,
  createProjectBadge,
  deleteGroupBadge,
  deleteProjectBadge,
  getGroupBadge,
  getProjectBadge,
  listGroupBadges,
  listProjectBadges,
  renderGroupBadge,
  renderProjectBadge,
  updateGroupBadge,
  updateProjectBadge,
} from '#contract/foundation/badges.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { answer } from '#server/slice.ts'
import { type BadgePlace, listBadges, rendered, showBadge } from './queries.ts'
import { addBadge, changeBadge, deleteBadge, refuseAddresses } from './write.ts'

type ById = InputOf<typeof getProjectBadge>

const show = (ctx: Context, place: BadgePlace, { badgeId }: ById) => showBadge(ctx, place, badgeId)

async function render(ctx: Context, place: BadgePlace, { linkUrl, imageUrl }: InputOf<typeof renderProjectBadge>) {
  refuseAddresses({ linkUrl, imageUrl })
  const [badge] = await rendered(ctx, place, [{ linkUrl, imageUrl }])
  return badge ?? { linkUrl, imageUrl, renderedLinkUrl: linkUrl, renderedImageUrl: imageUrl }
}

const add = async (ctx: Context, place: BadgePlace, { id: _, ...given }: InputOf<typeof createProjectBadge>) =>
  showBadge(ctx, place, await addBadge(ctx, place, given))

async function change(ctx: Context, place: BadgePlace, input: InputOf<typeof updateProjectBadge>) {
  const { id: _, badgeId, ...given } = input
  await changeBadge(ctx, place, badgeId, given)
  return showBadge(ctx, place, badgeId)
}

async function remove(ctx: Context, place: BadgePlace, input: InputOf<typeof deleteProjectBadge>) {
  const { id: _, badgeId, ...unless } = input
  await deleteBadge(ctx, place, badgeId, unless)
  return null
}

export const badgesAnswers = [
  answer(listProjectBadges, { about: projectByRef, ability: 'project:read', run: listBadges }),
  answer(renderProjectBadge, { about: projectByRef, ability: 'project:admin', run: render }),
  answer(getProjectBadge, { about: projectByRef, ability: 'project:read', run: show }),
  answer(createProjectBadge, { about: projectByRef, ability: 'project:admin', run: add }),
  answer(updateProjectBadge, { about: projectByRef, ability: 'project:admin', run: change }),
  answer(deleteProjectBadge, { about: projectByRef, ability: 'project:admin', run: remove }),
  answer(listGroupBadges, { about: groupByRef, ability: 'group:read', run: listBadges }),
  answer(renderGroupBadge, { about: groupByRef, ability: 'group:admin', run: render }),
  answer(getGroupBadge, { about: groupByRef, ability: 'group:read', run: show }),
  answer(createGroupBadge, { about: groupByRef, ability: 'group:admin', run: add }),
  answer(updateGroupBadge, { about: groupByRef, ability: 'group:admin', run: change }),
  answer(deleteGroupBadge, { about: groupByRef, ability: 'group:admin', run: remove }),
]
