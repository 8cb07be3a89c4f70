import { placeKinds } from '#contract/foundation/places.ts'
import { savedViewOperations, todoViews } from '#contract/plan/lists/saved-views.ts'
import { placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { type Answer, answer } from '#server/slice.ts'
import { ownPlace } from './place.ts'
import { currentView, listViews } from './queries.ts'
import { changeView, removeView, saveView } from './save.ts'

const own: readonly Answer[] = [
  answer(todoViews.list, {
    for: 'signed-in',
    run: async ctx => listViews(ctx, await ownPlace(ctx), 'todo'),
  }),
  answer(todoViews.create, {
    for: 'signed-in',
    run: async (ctx, given) => saveView(ctx, await ownPlace(ctx), { ...given, list: 'todo' }),
  }),
  answer(todoViews.update, {
    for: 'signed-in',
    current: async (ctx, { viewId }) => currentView(ctx, await ownPlace(ctx), viewId),
    run: async (ctx, { viewId, ...given }) => changeView(ctx, await ownPlace(ctx), viewId, given),
  }),
  answer(todoViews.remove, {
    for: 'signed-in',
    run: async (ctx, { viewId }) => removeView(ctx, await ownPlace(ctx), viewId),
  }),
]

const ofPlaces: readonly Answer[] = placeKinds.flatMap(kind => {
  const operations = savedViewOperations[kind]
  const seen = { about: placeByRef[kind], ability: `${kind}:read` } as const
  return [
    answer(operations.list, {
      ...seen,
      run: (ctx, { id, facts }, { list }) => listViews(ctx, { id, kind, facts }, list),
    }),
    answer(operations.create, {
      ...seen,
      run: (ctx, { id, facts }, { id: _, ...given }) => saveView(ctx, { id, kind, facts }, given),
    }),
    answer(operations.update, {
      ...seen,
      current: (ctx, { id, facts }, { viewId }) => currentView(ctx, { id, kind, facts }, viewId),
      run: (ctx, { id, facts }, { id: _, viewId, ...given }) => changeView(ctx, { id, kind, facts }, viewId, given),
    }),
    answer(operations.remove, {
      ...seen,
      run: (ctx, { id, facts }, { viewId }) => removeView(ctx, { id, kind, facts }, viewId),
    }),
  ]
})

export const savedViewAnswers: readonly Answer[] = [...ofPlaces, ...own]
