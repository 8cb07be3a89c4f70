import { gid } from '#contract/gid.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { query } from '#web/api/graphql.ts'
import { getIncidentTimeline } from '#web/api/operations.gen.ts'
import { fromLocalTime, toLocalTime } from '#web/ui/forms/dates/local-time.ts'
import { createTimelineEvent } from './create-event.graphql.gen.ts'
import { createTimelineTag } from './create-tag.graphql.gen.ts'
import { deleteTimelineEvent } from './delete-event.graphql.gen.ts'
import { updateTimelineEvent } from './update-event.graphql.gen.ts'

export type Timeline = ReplyOf<typeof import('#contract/monitor/incidents/incident-pages.ts').getIncidentTimeline>
export type TimelineEntry = Timeline['events'][number]

/** The readings that a change of the timeline makes stale. */
export const timelineReadings = [getIncidentTimeline]

/** The fields of an event in the form. */
export interface EventFields {
  readonly note: string
  /** The value of a date and time field. */
  readonly at: string
  readonly tags: readonly string[]
}

export const fieldsOf = ({ note, occurredAt, tags }: TimelineEntry): EventFields => ({
  note,
  at: toLocalTime(occurredAt),
  tags,
})

const eventGid = (id: number): string => gid('IncidentManagement::TimelineEvent', id)

/** @param incidentId  the id of the issue */
export const addEvent = (incidentId: number, { note, at, tags }: EventFields): Promise<unknown> =>
  query(createTimelineEvent, {
    incidentId: gid('Issue', incidentId),
    note,
    occurredAt: fromLocalTime(at) ?? at,
    timelineEventTagNames: [...tags],
  })

const onWire = ({ note, at, tags }: Partial<EventFields>, momentOf: (local: string) => string) => ({
  ...(note !== undefined && { note }),
  ...(at !== undefined && { occurredAt: momentOf(at) }),
  ...(tags !== undefined && { timelineEventTagNames: [...tags] }),
})

/** @param expected  the former values of the changed fields */
export const saveEvent = (
  event: TimelineEntry,
  changes: Partial<EventFields>,
  expected: Partial<EventFields>,
): Promise<unknown> => {
  const momentOf = (local: string) => fromLocalTime(local) ?? local
  // The field has no seconds, the event has.
  const formerOf = (local: string) => (local === toLocalTime(event.occurredAt) ? event.occurredAt : momentOf(local))
  return query(updateTimelineEvent, {
    id: eventGid(event.id),
    ...onWire(changes, momentOf),
    expected: onWire(expected, formerOf),
  })
}

export const removeEvent = (id: number): Promise<unknown> => query(deleteTimelineEvent, { id: eventGid(id) })

export const addTag = (projectPath: string, name: string): Promise<unknown> =>
  query(createTimelineTag, { projectPath, name })
