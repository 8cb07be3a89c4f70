import { placeKinds } from '#contract/foundation/places.ts'
import { savedViewOperations } from '#contract/plan/saved-views.ts'
import { placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { type Answer, answer } from '#server/slice.ts'
import { listViews } from './queries.ts'
import { changeView, removeView, saveView } from './save.ts'

export const savedViewAnswers: readonly Answer[] = placeKinds.flatMap(kind => {
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
      run: (ctx, { id, facts }, { id: _, viewId, ...given }) => changeView(ctx, { id, kind, facts }, viewId, given),
    }),
    answer(operations.remove, {
      ...seen,
      run: (ctx, { id, facts }, { viewId }) => removeView(ctx, { id, kind, facts }, viewId),
    }),
  ]
})
