import { issuesTopic, projectTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import type { EventScope } from '#server/platform/events/events.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'oncall_schedule.created': { readonly scheduleId: number }
    /** The schedule, one of its rotations or an override changed. */
    'oncall_schedule.updated': { readonly scheduleId: number }
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
