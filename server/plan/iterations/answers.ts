import { listGroupIterations, listProjectIterations } from '#contract/plan/timeboxes/iterations.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { listIterations } from './queries.ts'

export const iterationAnswers: readonly Answer[] = [
  answer(listGroupIterations, {
    about: groupByRef,
    ability: 'group:read-iterations',
    run: (ctx, { id }, filter) => listIterations(ctx, { id, kind: 'group' }, filter),
  }),
  answer(listProjectIterations, {
    about: projectByRef,
    ability: 'project:read-iterations',
    run: (ctx, { id }, filter) => listIterations(ctx, { id, kind: 'project' }, filter),
  }),
]
