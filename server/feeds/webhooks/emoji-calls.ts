import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'
import { columnsOf, moment, object } from '#server/platform/sql/shape.ts'
import type { LoggedEvent } from './as-of.ts'
import type { HookCall } from './calls.ts'
import { noteableOf, toldNote } from './note-calls.ts'
import { type HookSurroundings, userOf } from './surroundings.ts'

const a = columnsOf('awardEmoji', 'a')

type Reaction = Pick<EventPayloads['reaction.added'], 'issuableId' | 'noteId' | 'name' | 'award'>

/** A reaction to an issue, a merge request, or a comment. @source GitLab's docs, emoji events */
export async function emojiCall(
  ctx: Context,
  place: HookSurroundings,
  { issuableId, noteId, name, award }: Reaction,
  action: 'award' | 'revoke',
  event?: LoggedEvent,
): Promise<HookCall | null> {
  const note = noteId === null ? null : await toldNote(ctx, place, noteId, event)
  const about = noteId === null ? await noteableAt(ctx, place, issuableId, event) : (note?.about ?? null)
  if (about === null) return null
  return {
    trigger: 'emoji_events',
    header: 'Emoji Hook',
    ...(note?.isHidden
      ? { alsoNeeds: 'confidential_note_events' as const }
      : about.isConfidential
        ? { alsoNeeds: 'confidential_issues_events' as const }
        : {}),
    payload: {
      object_kind: 'emoji',
      event_type: action,
      user: await userOf(ctx),
      project_id: place.projectId,
      project: place.project,
      object_attributes: {
        user_id: award?.userId ?? null,
        created_at: award?.createdAt ?? null,
        updated_at: award?.createdAt ?? null,
        id: award?.id ?? null,
        name,
        awardable_type: note === null ? about.type : 'Note',
        awardable_id: noteId ?? issuableId,
        action,
        awarded_on_url: note === null ? about.url : note.attributes.url,
      },
      ...(note === null ? {} : { note: note.attributes }),
      [about.member]: about.attributes,
    },
  }
}

async function noteableAt(ctx: Context, place: HookSurroundings, issuableId: number, event: LoggedEvent | undefined) {
  const row = await ctx.db.selectFrom('issuables').select('type').where('id', '=', issuableId).executeTakeFirst()
  return row === undefined ? null : noteableOf(ctx, place, { type: row.type, issuableId }, event)
}

/** The latest reaction of a project as if it had just been given, for a test request; null without one. */
export async function emojiSample(ctx: Context, place: HookSurroundings): Promise<HookCall | null> {
  const { rows } = await sql<{
    issuableId: number
    noteId: number | null
    name: string
    award: NonNullable<Reaction['award']>
  }>`select a.issuable_id, a.note_id, a.name,
      ${object({
        ...a.fields('id'),
        userId: a('userId'),
        createdAt: moment(a('createdAt')),
      })} as award
    from award_emoji a join issuables i on i.id = a.issuable_id
    where i.namespace_id = ${place.projectId} and i.type in ('issue', 'incident', 'task', 'merge_request')
    order by a.id desc limit 1`.execute(ctx.db)
  const [reaction] = rows
  return reaction === undefined ? null : emojiCall(ctx, place, reaction, 'award')
}
