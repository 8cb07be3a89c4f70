import type { NoteableOperations } from '#contract/discuss/noteable-operations.ts'
import type { PlanningEventOperations } from '#contract/discuss/resource-events.ts'
import type { Context } from '#server/context.ts'
import { type DiscussedKind, findersOf } from '#server/discuss/noteables/noteable.ts'
import { type Answer, answer, Paged, type Paging, pageOf } from '#server/slice.ts'
import { listResourceEvents, type ResourceKind, resourceKinds, showResourceEvent } from './resource-events.ts'

/** The answers of the API about the changes of labels, milestone and state of a kind. */
export function resourceEventAnswers(kind: DiscussedKind, operations: NoteableOperations): readonly Answer[] {
  const about = { about: findersOf(kind).noteableOfApi, ability: 'issuable:read' } as const
  return [
    answer(operations.listLabelEvents, { ...about, run: list(resourceKinds.label) }),
    answer(operations.getLabelEvent, { ...about, run: one(resourceKinds.label) }),
    answer(operations.listMilestoneEvents, { ...about, run: list(resourceKinds.milestone) }),
    answer(operations.getMilestoneEvent, { ...about, run: one(resourceKinds.milestone) }),
    answer(operations.listStateEvents, { ...about, run: list(resourceKinds.state) }),
    answer(operations.getStateEvent, { ...about, run: one(resourceKinds.state) }),
  ]
}

/** The same for weight and iteration; a higher floor gives the function that reads an iteration's events. */
export function planningEventAnswers(
  kind: DiscussedKind,
  operations: PlanningEventOperations,
  iteration: ResourceKind,
): readonly Answer[] {
  const about = { about: findersOf(kind).noteableOfApi, ability: 'issuable:read' } as const
  return [
    answer(operations.listWeightEvents, { ...about, run: list(resourceKinds.weight) }),
    answer(operations.getWeightEvent, { ...about, run: one(resourceKinds.weight) }),
    answer(operations.listIterationEvents, { ...about, run: list(iteration) }),
    answer(operations.getIterationEvent, { ...about, run: one(iteration) }),
  ]
}

type About = { readonly id: number }

const list = (kind: ResourceKind) => async (ctx: Context, noteable: About, input: Paging) => {
  const { offset, ...page } = pageOf(input)
  const { items, total } = await listResourceEvents(ctx, noteable.id, kind, { perPage: page.perPage, offset })
  return Paged.offset<never>(items, { ...page, total })
}

const one = (kind: ResourceKind) => (ctx: Context, noteable: About, input: { readonly eventId: number }) =>
  showResourceEvent(ctx, noteable.id, kind, input.eventId)
