import { sql } from 'kysely'
import { incidentTabPath } from '#contract/issuable-kinds.ts'
import { timelineLimits } from '#contract/monitor/incidents/timeline-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import type { NoteRow } from '#server/discuss/noteables/noteable.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { textNamespaceOf } from '#server/plan/issuables/changes/change.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import type { EventName } from '#server/platform/events/events.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import type { Current } from '#server/slice.ts'
import { messages } from '../messages.ts'
import type { Audience } from './audience.ts'
import type { TimelineEventRow } from './find.ts'
import { setTags, tagIds } from './tags.ts'

export type TimelineIncident = Allowed<'issuable:edit-timeline', IssuableRow>
export type EditableEvent = Allowed<'issuable:edit-timeline', TimelineEventRow>

export interface TimelineText {
  readonly note: string
  /** ISO 8601 */
  readonly occurredAt: string
  readonly tagNames: readonly string[]
}

/**
 * Add an event to the timeline of an incident.
 *
 * @throws Invalid  the text is blank or too long · @throws Unprocessable  there is no such tag · @throws Conflict  too many events
 */
export const addEvent = (ctx: Context, incident: TimelineIncident, given: TimelineText): Promise<number> =>
  add(ctx, incident, given, { noteId: null, audience: 'readers' })

/**
 * Add a comment to the timeline, at the time at which it was written. That of an internal note is shown to its readers only.
 *
 * @throws Conflict  it is on the timeline already, or is a system note · @throws Invalid  it is too long
 */
export function promoteNote(
  ctx: Context,
  incident: TimelineIncident,
  { id, body, createdAt, internal, system }: Pick<NoteRow, 'id' | 'body' | 'createdAt' | 'internal' | 'system'>,
): Promise<number> {
  if (system) throw new Conflict(messages.systemNote)
  const given = { note: body, occurredAt: createdAt, tagNames: [] }
  return add(ctx, incident, given, { noteId: id, audience: internal ? 'planners' : 'readers' })
}

async function add(
  ctx: Context,
  incident: TimelineIncident,
  { note, occurredAt, tagNames }: TimelineText,
  { noteId, audience }: { readonly noteId: number | null; readonly audience: Audience },
): Promise<number> {
  checkNote(note)
  const tags = await tagIds(ctx, incident.namespaceId, tagNames)
  const { html } = await renderText(ctx, textNamespaceOf(incident), note)
  await refuseTooMany(ctx, incident.id)
  const { rows } = await sql<{ id: number }>`
    insert into timeline_events (issuable_id, namespace_id, author_id, note_id, occurred_at, action, is_editable, audience, note, note_html, created_at, updated_at)
    values (${incident.id}, ${incident.namespaceId}, ${userIdOf(ctx)}, ${noteId}, ${occurredAt}::timestamptz, 'comment', true, ${audience},
      ${note}, ${html}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz) returning id`
    .execute(ctx.db)
    .catch((error: unknown) => {
      throw isTaken(error, 'timeline_events_of_note') ? new Conflict(messages.promoted, { cause: error }) : error
    })
  const timelineEventId = rows[0]?.id ?? 0
  if (tags.length > 0) await setTags(ctx, timelineEventId, tags)
  await tell(
    ctx,
    { ...incident, eventId: timelineEventId, audience },
    'timeline_event.created',
    `added an ${linkTo(incident)}`,
  )
  return timelineEventId
}

/**
 * Change an event that a person wrote.
 *
 * @throws Conflict  it wrote itself · @throws Invalid  the text is blank or too long · @throws Unprocessable  there is no such tag
 */
export async function updateEvent(ctx: Context, event: EditableEvent, given: Partial<TimelineText>): Promise<void> {
  if (!event.isEditable) throw new Conflict(messages.notEditable)
  const { note = event.note, occurredAt = event.occurredAt } = given
  checkNote(note)
  const tags = given.tagNames === undefined ? null : await tagIds(ctx, event.namespaceId, given.tagNames)
  const isMoved = Date.parse(occurredAt) !== Date.parse(event.occurredAt)
  const isReworded = note !== event.note
  const { html } = await renderText(ctx, textNamespaceOf(event), note)
  await sql`
    update timeline_events set note = ${note}, note_html = ${html}, occurred_at = ${occurredAt}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint,
      updated_at = ${ctx.now}::timestamptz where id = ${event.eventId}`.execute(ctx.db)
  if (tags !== null) await setTags(ctx, event.eventId, tags)
  const what = [...(isMoved ? ['event time/date'] : []), ...(isReworded ? ['text'] : [])].join(' and ')
  await tell(ctx, event, 'timeline_event.updated', what === '' ? null : `edited the ${what} on ${linkTo(event)}`)
}

/** The fields of an event by their names in GraphQL, locked until the transaction ends. */
export async function currentEvent(ctx: Context, { eventId }: EditableEvent): Promise<Current> {
  await sql`select 1 from timeline_events where id = ${eventId} for no key update`.execute(ctx.db)
  const { rows } = await sql<NonNullable<Current>>`
    select e.note, iso(e.occurred_at) as occurred_at, (select coalesce(json_agg(t.name order by t.id), '[]') from timeline_event_tag_links l
      join timeline_event_tags t on t.id = l.tag_id where l.event_id = e.id) as timeline_event_tag_names
    from timeline_events e where e.id = ${eventId}`.execute(ctx.db)
  return rows[0]
}

/** Delete an event, also one that wrote itself. */
export async function deleteEvent(ctx: Context, event: EditableEvent): Promise<void> {
  await sql`delete from timeline_events where id = ${event.eventId}`.execute(ctx.db)
  await tell(ctx, event, 'timeline_event.deleted', 'deleted an incident timeline event')
}

function checkNote(note: string): void {
  if (note.trim() === '') throw new Invalid({ note: ["can't be blank"] })
  if (note.length > timelineLimits.characters)
    throw new Invalid({ note: [`is too long (maximum is ${timelineLimits.characters} characters)`] })
}

async function refuseTooMany(ctx: Context, issueId: number): Promise<void> {
  // Events of an incident are added one at a time, as their number is limited.
  await sql`select 1 from issuables where id = ${issueId} for no key update`.execute(ctx.db)
  const most = timelineLimits.events
  const { rows } =
    await sql`select from timeline_events where issuable_id = ${issueId} offset ${most - 1} limit 1`.execute(ctx.db)
  if (rows.length > 0) throw new Conflict(messages.tooManyEvents(most))
}

const linkTo = ({ namespacePath, iid }: Pick<IssuableRow, 'namespacePath' | 'iid'>): string =>
  `[incident timeline event](${incidentTabPath(namespacePath, iid, 'timeline')})`

/** @param text  of the system note; null for none */
async function tell(
  ctx: Context,
  event: IssuableRow & Pick<TimelineEventRow, 'eventId' | 'audience'>,
  name: EventName & `timeline_event.${string}`,
  text: string | null,
): Promise<void> {
  if (text !== null)
    await writeSystemNotes(ctx, event.id, textNamespaceOf(event), [
      { action: 'timeline_event', text, internal: event.audience === 'planners' },
    ])
  await ctx.events.record(
    name,
    { issueId: event.id, timelineEventId: event.eventId },
    { namespaceId: event.namespaceId, topics: topicsOfIssuable(event) },
  )
}
