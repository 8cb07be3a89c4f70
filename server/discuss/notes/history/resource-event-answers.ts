import type { NoteableOperations } from '#contract/discuss/noteable-operations.ts'
import type { PlanningEventOperations } from '#contract/discuss/resource-events.ts'
import type { Context } from '#server/context.ts'
import { type DiscussedKind, findersOf } from '#server/discuss/noteables/noteable.ts'
import { type Answer, answer, Paged, type Paging, pageOf } from '#server/slice.ts'
import { listResourceEvents, type ResourceKind, showResourceEvent } from './resource-events.ts'

/** What the API is answered about the changes of labels, milestone and state of a kind. */
export function resourceEventAnswers(kind: DiscussedKind, operations: NoteableOperations): readonly Answer[] {
  const about = { about: findersOf(kind).noteableOfApi, ability: 'issuable:read' } as const
  return [
    answer(operations.listLabelEvents, {
      ...about,
      run: (ctx, noteable, input) => list(ctx, noteable.id, 'label', input),
    }),
    answer(operations.getLabelEvent, {
      ...about,
      run: (ctx, noteable, input) => showResourceEvent(ctx, noteable.id, 'label', input.eventId),
    }),
    answer(operations.listMilestoneEvents, {
      ...about,
      run: (ctx, noteable, input) => list(ctx, noteable.id, 'milestone', input),
    }),
    answer(operations.getMilestoneEvent, {
      ...about,
      run: (ctx, noteable, input) => showResourceEvent(ctx, noteable.id, 'milestone', input.eventId),
    }),
    answer(operations.listStateEvents, {
      ...about,
      run: (ctx, noteable, input) => list(ctx, noteable.id, 'state', input),
    }),
    answer(operations.getStateEvent, {
      ...about,
      run: (ctx, noteable, input) => showResourceEvent(ctx, noteable.id, 'state', input.eventId),
    }),
  ]
}

/** The same of weight and iteration. */
export function planningEventAnswers(kind: DiscussedKind, operations: PlanningEventOperations): readonly Answer[] {
  const about = { about: findersOf(kind).noteableOfApi, ability: 'issuable:read' } as const
  return [
    answer(operations.listWeightEvents, {
      ...about,
      run: (ctx, noteable, input) => list(ctx, noteable.id, 'weight', input),
    }),
    answer(operations.getWeightEvent, {
      ...about,
      run: (ctx, noteable, input) => showResourceEvent(ctx, noteable.id, 'weight', input.eventId),
    }),
    answer(operations.listIterationEvents, {
      ...about,
      run: (ctx, noteable, input) => list(ctx, noteable.id, 'iteration', input),
    }),
    answer(operations.getIterationEvent, {
      ...about,
      run: (ctx, noteable, input) => showResourceEvent(ctx, noteable.id, 'iteration', input.eventId),
    }),
  ]
}

async function list(ctx: Context, noteableId: number, kind: ResourceKind, input: Paging) {
  const { offset, ...page } = pageOf(input)
  const { items, total } = await listResourceEvents(ctx, noteableId, kind, { perPage: page.perPage, offset })
  return Paged.offset<never>(items, { ...page, total })
}
