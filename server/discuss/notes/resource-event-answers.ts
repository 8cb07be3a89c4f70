import {
  getIterationEvent,
  getLabelEvent,
  getMilestoneEvent,
  getStateEvent,
  getWeightEvent,
  listIterationEvents,
  listLabelEvents,
  listMilestoneEvents,
  listStateEvents,
  listWeightEvents,
} from '#contract/discuss/resource-events.ts'
import type { Context } from '#server/context.ts'
import { answer, Paged, pageOf } from '#server/slice.ts'
import { issueOfApi } from './noteable.ts'
import { listResourceEvents, type ResourceKind, showResourceEvent } from './resource-events.ts'

const about = { about: issueOfApi, ability: 'issuable:read' } as const

export const resourceEventAnswers = [
  answer(listLabelEvents, { ...about, run: (ctx, issue, input) => list(ctx, issue.id, 'label', input) }),
  answer(getLabelEvent, {
    ...about,
    run: (ctx, issue, input) => showResourceEvent(ctx, issue.id, 'label', input.eventId),
  }),
  answer(listMilestoneEvents, { ...about, run: (ctx, issue, input) => list(ctx, issue.id, 'milestone', input) }),
  answer(getMilestoneEvent, {
    ...about,
    run: (ctx, issue, input) => showResourceEvent(ctx, issue.id, 'milestone', input.eventId),
  }),
  answer(listStateEvents, { ...about, run: (ctx, issue, input) => list(ctx, issue.id, 'state', input) }),
  answer(getStateEvent, {
    ...about,
    run: (ctx, issue, input) => showResourceEvent(ctx, issue.id, 'state', input.eventId),
  }),
  answer(listWeightEvents, { ...about, run: (ctx, issue, input) => list(ctx, issue.id, 'weight', input) }),
  answer(getWeightEvent, {
    ...about,
    run: (ctx, issue, input) => showResourceEvent(ctx, issue.id, 'weight', input.eventId),
  }),
  answer(listIterationEvents, { ...about, run: (ctx, issue, input) => list(ctx, issue.id, 'iteration', input) }),
  answer(getIterationEvent, {
    ...about,
    run: (ctx, issue, input) => showResourceEvent(ctx, issue.id, 'iteration', input.eventId),
  }),
]

async function list(
  ctx: Context,
  issueId: number,
  kind: ResourceKind,
  input: { readonly page?: number; readonly perPage?: number },
) {
  const { offset, ...page } = pageOf(input)
  const { items, total } = await listResourceEvents(ctx, issueId, kind, { perPage: page.perPage, offset })
  return Paged.offset<never>(items, { ...page, total })
}
