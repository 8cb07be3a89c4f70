import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { may } from '#server/access/may.ts'
import { Note } from '#server/discuss/notes/fields/fields.ts'
import { issuableFactsOf, noteNode, shownHtml } from '#server/discuss/notes/fields/node.ts'
import { type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { batch, byId, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfList, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { visibleEvents } from './audience.ts'
import { tagsOf } from './tags.ts'

export interface TimelineEventNode {
  readonly id: number
  readonly issuableId: number
  readonly authorId: number | null
  readonly updatedById: number | null
  readonly noteId: number | null
  readonly occurredAt: string
  readonly action: string
  readonly isEditable: boolean
  readonly note: string
  readonly noteHtml: string
  readonly createdAt: string
  readonly updatedAt: string
}

interface TagNode {
  readonly id: number
  readonly name: string
}

const columns = sql`e.id, e.issuable_id, e.author_id, e.updated_by_id, e.note_id, e.occurred_at, e.action, e.is_editable, e.note, e.note_html,
  e.created_at, e.updated_at`

/** An event by its id, for callers who have checked that the actor sees it. */
export const timelineEventNode = batch<number, TimelineEventNode | null>(async ({ db }, ids) => {
  const { rows } = await sql<TimelineEventNode>`
    select ${columns} from timeline_events e where e.id = any (${[...ids]}::bigint[])`.execute(db)
  return byId(rows)
})

/** A tag by its id, for callers who have checked that the actor may know of it. */
export const tagNode = batch<number, TagNode | null>(async ({ db }, ids) => {
  const { rows } =
    await sql<TagNode>`select id, name from timeline_event_tags where id = any (${[...ids]}::bigint[])`.execute(db)
  return byId(rows)
})

const tagsOfEvent = batch<number, readonly TagNode[]>(async ({ db }, ids) => {
  const { rows } = await sql<TagNode & { readonly eventId: number }>`
    select t.id, t.name, l.event_id from timeline_event_tag_links l join timeline_event_tags t on t.id = l.tag_id
    where l.event_id = any (${[...ids]}::bigint[]) order by t.id`.execute(db)
  return groupedBy(rows, row => row.eventId)
})

export const TimelineEvent = builder.objectRef<TimelineEventNode>('TimelineEventType')
export const TimelineEventTag = builder.objectRef<TagNode>('TimelineEventTagType')
const TimelineEventConnection = connectionOf(TimelineEvent)
const TimelineEventTagConnection = connectionOf(TimelineEventTag)

/** SQL condition for the events of an incident of a project that the actor sees; null if the actor may not know of the incident. */
async function eventsOf(
  context: GraphqlContext,
  project: PlaceNode,
  incidentId: number,
): Promise<RawBuilder<boolean> | null> {
  const { actor } = context.weft
  const found = await issuableFactsOf(context, incidentId)
  if (found === null || found.facts.namespace.id !== project.id || !may(actor, 'issuable:read', found.facts))
    return null
  if (found.type !== 'incident') return sql<boolean>`false`
  return sql<boolean>`e.issuable_id = ${incidentId} and ${visibleEvents(actor, found.facts)}`
}

/** The timelines of incidents. @source graphql.md 5, 7.5 */
export function timelineFields(): void {
  TimelineEventTag.implement({
    description: 'A tag of timeline events.',
    fields: t => ({
      id: t.field({
        type: 'IncidentManagementTimelineEventTagID',
        nullable: false,
        resolve: ({ id }) => gid('IncidentManagement::TimelineEventTag', id),
      }),
      name: t.exposeString('name', { nullable: false }),
    }),
  })
  TimelineEvent.implement({
    description: 'An event on the timeline of an incident.',
    fields: t => ({
      id: t.field({
        type: 'IncidentManagementTimelineEventID',
        nullable: false,
        resolve: ({ id }) => gid('IncidentManagement::TimelineEvent', id),
      }),
      action: t.exposeString('action', { nullable: false, description: 'Name of the icon of the event.' }),
      author: t.field({
        type: UserCore,
        resolve: ({ authorId }, _args, context) => (authorId === null ? null : userNode(context, authorId)),
      }),
      updatedByUser: t.field({
        type: UserCore,
        resolve: ({ updatedById }, _args, context) => (updatedById === null ? null : userNode(context, updatedById)),
      }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ updatedAt }) => updatedAt }),
      occurredAt: t.field({ type: 'Time', nullable: false, resolve: ({ occurredAt }) => occurredAt }),
      editable: t.exposeBoolean('isEditable', {
        nullable: false,
        description: 'Whether the event can be edited. Events that Weft adds by itself cannot.',
      }),
      incident: t.field({
        type: Issue,
        nullable: false,
        resolve: async ({ issuableId }, _args, context) => {
          const issue = await issueNode(context, issuableId)
          if (issue === null) throw new Error('the incident of a timeline event has gone')
          return issue
        },
      }),
      note: t.exposeString('note', { description: 'Text of the event in Markdown.' }),
      noteHtml: t.string({ resolve: ({ noteHtml }, _args, context) => shownHtml(context, noteHtml) }),
      promotedFromNote: t.field({
        type: Note,
        description: 'Comment that was added to the timeline.',
        resolve: ({ noteId }, _args, context) => (noteId === null ? null : noteNode(context, noteId)),
      }),
      timelineEventTags: t.field({
        type: TimelineEventTagConnection,
        args: pageArgs,
        resolve: async ({ id }, args, context) =>
          pageOfList(context, args, await tagsOfEvent(context, id), tag => tag.id),
      }),
    }),
  })
  const incidentId = { type: 'IssueID', required: true, description: 'ID of the incident.' } as const
  builder.objectFields(Project, t => ({
    incidentManagementTimelineEvents: t.field({
      type: TimelineEventConnection,
      description: 'Events on the timeline of an incident, in the order in which they occurred.',
      args: { ...pageArgs, incidentId: t.arg(incidentId) },
      resolve: async (project, { incidentId, ...args }, context) => {
        const where = await eventsOf(context, project, incidentId)
        return where === null
          ? null
          : pageOfRows<TimelineEventNode>(context, args, {
              columns,
              from: sql`timeline_events e`,
              where,
              keys: [
                { value: sql`e.occurred_at`, type: 'timestamptz', direction: 'asc' },
                { value: sql`e.id`, type: 'bigint', direction: 'asc' },
              ],
            })
      },
    }),
    incidentManagementTimelineEvent: t.field({
      type: TimelineEvent,
      description: 'Get an event on the timeline of an incident.',
      args: {
        id: t.arg({ type: 'IncidentManagementTimelineEventID', required: true }),
        incidentId: t.arg(incidentId),
      },
      resolve: async (project, { id, incidentId }, context) => {
        const where = await eventsOf(context, project, incidentId)
        if (where === null) return null
        const { rows } = await sql<TimelineEventNode>`
          select ${columns} from timeline_events e where e.id = ${id} and ${where}`.execute(context.weft.db)
        return rows[0] ?? null
      },
    }),
    incidentManagementTimelineEventTags: t.field({
      type: [TimelineEventTag],
      description: 'Tags for the timeline events of the project.',
      resolve: async (project, _args, { weft }) => {
        if (!may(weft.actor, 'project:read-issues', project.facts)) return null
        const { rows } = await sql<TagNode>`
          select t.id, t.name from timeline_event_tags t where ${tagsOf(project.id)} order by t.namespace_id nulls first, t.id limit 1000`.execute(
          weft.db,
        )
        return rows
      },
    }),
  }))
}
