import { load } from '#server/access/load.ts'
import { noteById } from '#server/discuss/noteables/noteable.ts'
import { projectNodeByPath } from '#server/foundation/namespaces/nodes.ts'
import { mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { addEvent, currentEvent, deleteEvent, promoteNote, updateEvent } from './change.ts'
import { TimelineEvent, type TimelineEventNode, TimelineEventTag, tagNode, timelineEventNode } from './fields.ts'
import { timelineEventById } from './find.ts'
import { createTag } from './tags.ts'

interface EventPayload {
  readonly eventId?: number
  readonly deleted?: TimelineEventNode | null
}

/** The mutations of timelines. @source graphql.md 9.6 */
export function timelineMutations(): void {
  const payload = (t: PayloadFields<EventPayload>) => ({
    timelineEvent: t.field({
      type: TimelineEvent,
      resolve: ({ eventId, deleted }, _args, context) =>
        eventId === undefined ? (deleted ?? null) : timelineEventNode(context, eventId),
    }),
  })
  mutation('timelineEventCreate', {
    description: 'Add an event to the timeline of an incident.',
    input: t => ({
      incidentId: t.field({ type: 'IssueID', required: true }),
      note: t.string({ required: true, description: 'Text of the event in Markdown.' }),
      occurredAt: t.field({ type: 'Time', required: true }),
      timelineEventTagNames: t.stringList(),
    }),
    run: async (ctx, { incidentId, note, occurredAt, timelineEventTagNames }): Promise<EventPayload> => {
      const incident = await load(ctx, 'issuable:edit-timeline', issueById, { issueId: incidentId })
      return { eventId: await addEvent(ctx, incident, { note, occurredAt, tagNames: timelineEventTagNames ?? [] }) }
    },
    payload,
  })
  mutation('timelineEventUpdate', {
    description: 'Update an event on the timeline of an incident.',
    input: t => ({
      id: t.field({ type: 'IncidentManagementTimelineEventID', required: true }),
      note: t.string(),
      occurredAt: t.field({ type: 'Time' }),
      timelineEventTagNames: t.stringList(),
    }),
    current: async (ctx, { id }) => currentEvent(ctx, await load(ctx, 'issuable:edit-timeline', timelineEventById, id)),
    run: async (ctx, { id, note, occurredAt, timelineEventTagNames }): Promise<EventPayload> => {
      const event = await load(ctx, 'issuable:edit-timeline', timelineEventById, id)
      await updateEvent(ctx, event, {
        ...(note != null && { note }),
        ...(occurredAt != null && { occurredAt }),
        ...(timelineEventTagNames != null && { tagNames: timelineEventTagNames }),
      })
      return { eventId: id }
    },
    payload,
  })
  mutation('timelineEventDestroy', {
    description: 'Delete an event from the timeline of an incident.',
    input: t => ({ id: t.field({ type: 'IncidentManagementTimelineEventID', required: true }) }),
    run: async (ctx, { id }, context): Promise<EventPayload> => {
      const event = await load(ctx, 'issuable:edit-timeline', timelineEventById, id)
      const deleted = await timelineEventNode(context, id)
      await deleteEvent(ctx, event)
      return { deleted }
    },
    payload,
  })
  mutation('timelineEventPromoteFromNote', {
    description: 'Add a comment to the timeline of its incident.',
    input: t => ({ noteId: t.field({ type: 'NoteID', required: true }) }),
    run: async (ctx, { noteId }): Promise<EventPayload> => {
      const note = await load(ctx, 'note:read', noteById, noteId)
      const incident = await load(ctx, 'issuable:edit-timeline', issueById, { issueId: note.noteable.id })
      return { eventId: await promoteNote(ctx, incident, note) }
    },
    payload,
  })
  mutation('timelineEventTagCreate', {
    description: 'Create a tag for the timeline events of a project.',
    input: t => ({ projectPath: t.id({ required: true }), name: t.string({ required: true }) }),
    run: async (ctx, { projectPath, name }): Promise<{ readonly tagId: number }> => {
      const project = await load(ctx, 'project:admin-incidents', projectNodeByPath, projectPath)
      return { tagId: await createTag(ctx, project, name) }
    },
    payload: t => ({
      timelineEventTag: t.field({
        type: TimelineEventTag,
        resolve: ({ tagId }, _args, context) => (tagId === undefined ? null : tagNode(context, tagId)),
      }),
    }),
  })
}
