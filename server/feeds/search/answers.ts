import * as contract from '#contract/feeds/search.ts'
import type { Context } from '#server/context.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { Unauthenticated } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { answer } from '#server/slice.ts'
import { showSearchPage } from './page.ts'
import { quickFind } from './quick-find.ts'
import { countSearch } from './rate-limit.ts'
import { type Search, type SearchPlace, search } from './search.ts'

export const searchAnswers = [
  answer(contract.searchEverywhere, {
    for: 'signed-in',
    run: (ctx, input) => find(ctx, { kind: 'everywhere' }, input),
  }),
  ...[contract.searchGroup, contract.searchGroupDashed].map(operation =>
    answer(operation, {
      about: groupByRef,
      ability: 'group:read',
      run: (ctx, group, input) => find(ctx, { kind: 'group', group }, input),
    }),
  ),
  ...[contract.searchProject, contract.searchProjectDashed].map(operation =>
    answer(operation, {
      about: projectByRef,
      ability: 'project:read',
      run: (ctx, project, input) => find(ctx, { kind: 'project', project }, input),
    }),
  ),
  answer(contract.searchPage, {
    for: 'signed-in',
    run: async (ctx, input) => {
      if (input.search?.trim()) await countSearch(ctx)
      return showSearchPage(ctx, input)
    },
  }),
  answer(contract.quickSearch, {
    for: 'signed-in',
    run: (ctx, { q, namespace }) => quickFind(ctx, q, namespace ?? null, siteBase(ctx)),
  }),
]

async function find(ctx: Context, place: SearchPlace, asked: Search) {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  await countSearch(ctx)
  return search(ctx, place, asked)
}
