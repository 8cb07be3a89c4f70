import * as contract from '#contract/foundation/namespaces.ts'
import { selfActor } from '#server/context.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { answer } from '#server/slice.ts'
import { placesToCreate } from './creation-places.ts'
import { groupHome, homeAt } from './homes.ts'
import { dashboardOf, explore, groupTargets, projectTargets, searchPlacesFor } from './overview.ts'

export const homesAnswers = [
  answer(contract.namespacePage, { for: 'anyone', run: homeAt }),
  answer(contract.groupPage, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, group, input) => groupHome(ctx, group.facts, input),
  }),
  answer(contract.dashboardPage, {
    for: 'anyone',
    // A visitor has none: their home is a word of welcome.
    run: async (ctx, input) =>
      ctx.actor.kind === 'user'
        ? dashboardOf(ctx, ctx.actor, input)
        : { projects: [], hasNext: false, starred: [], groups: [], pending: [] },
  }),
  answer(contract.explorePage, { for: 'anyone', run: explore }),
  answer(contract.searchPlaces, { for: 'anyone', run: (ctx, { q }) => searchPlacesFor(ctx, q ?? '') }),
  answer(contract.creationPlaces, {
    for: 'signed-in',
    run: (ctx, input) => placesToCreate(ctx, selfActor(ctx), input),
  }),
  answer(contract.newProjectPage, {
    for: 'signed-in',
    run: (ctx, input) => projectTargets(ctx, selfActor(ctx), input),
  }),
  answer(contract.newGroupPage, { for: 'signed-in', run: (ctx, input) => groupTargets(ctx, selfActor(ctx), input) }),
]
