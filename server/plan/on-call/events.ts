import { issuesTopic, projectTopic, userTopic } from '#contract/live-topics.ts'
import type { SwapState } from '#contract/plan/incidents/on-call-limits.ts'
import type { Context } from '#server/context.ts'
import type { EventScope } from '#server/platform/events/events.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'oncall_schedule.created': { readonly scheduleId: number }
    /** The schedule, one of its rotations or an override changed. */
    'oncall_schedule.updated': { readonly scheduleId: number }
    /** A request for a swap of shifts was made (pending) or answered. */
    'oncall_swap.changed': { readonly swapId: number; readonly state: SwapState }
    'handover_note.created': { readonly noteId: number }
    'handover_note.updated': { readonly noteId: number }
    'handover_note.deleted': { readonly noteId: number }
    'oncall_schedule.deleted': { readonly scheduleId: number; readonly name: string }
  }
}

/** Pages of incidents and alerts tell who is on call. */
export const scheduleScope = (projectId: number): EventScope => ({
  namespaceId: projectId,
  topics: [projectTopic(projectId), issuesTopic(projectId)],
})

/** Announce a change of a schedule, one of its rotations or an override. */
export const recordScheduleUpdated = (
  ctx: Context,
  { id, namespaceId }: { readonly id: number; readonly namespaceId: number },
): Promise<void> => ctx.events.record('oncall_schedule.updated', { scheduleId: id }, scheduleScope(namespaceId))

interface ChangedSwap {
  readonly id: number
  readonly namespaceId: number
  /** The two people. */
  readonly userIds: readonly number[]
  readonly state: SwapState
}

/** Announce a request for a swap, or its answer, to the pages of the two people. */
export const recordSwapChanged = (ctx: Context, { id, namespaceId, userIds, state }: ChangedSwap): Promise<void> =>
  ctx.events.record(
    'oncall_swap.changed',
    { swapId: id, state },
    { namespaceId, topics: [projectTopic(namespaceId), ...userIds.map(userTopic)] },
  )

/** Announce a change of a hand-over note. */
export const recordNoteChanged = (
  ctx: Context,
  verb: 'created' | 'updated' | 'deleted',
  { id, namespaceId }: { readonly id: number; readonly namespaceId: number },
): Promise<void> =>
  ctx.events.record(`handover_note.${verb}`, { noteId: id }, { namespaceId, topics: [projectTopic(namespaceId)] })
