import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { noteTopics } from '#server/discuss/noteables/live-topics.ts'
import type { NoteRow } from '#server/discuss/noteables/noteable.ts'

/** Delete a note. A thread is deleted with its last note. */
export function deleteNote(ctx: Context, note: Allowed<'note:delete', NoteRow>): Promise<void> {
  return removeNote(ctx, note)
}

/** The position of a discussion whose first note goes passes to the next one. */
const inherited = ({ id, discussionId, noteable }: NoteRow) => sql`inherited as (
    update note_positions set note_id = next.id from (select id from notes where discussion_id = ${discussionId}
      and issuable_id = ${noteable.id} and id <> ${id} and type = 'DiffNote' order by created_at, id limit 1) next
    where note_id = ${id})`

/** The same for a note that an edit has left empty. */
export async function removeNote(ctx: Context, note: NoteRow): Promise<void> {
  const { noteable, internal } = note
  await sql`
    with ${note.type === 'DiffNote' ? sql`${inherited(note)},` : sql``} gone as (delete from notes where id = ${note.id} returning id, namespace_id, issuable_id, internal, system),
    kept as (insert into deleted_notes (note_id, namespace_id, issuable_id, internal, deleted_at)
      select id, namespace_id, issuable_id, internal, ${ctx.now} from gone)
    update issuables i set notes_count = greatest(i.notes_count - 1, 0) from gone
    where i.id = gone.issuable_id and not gone.internal and not gone.system`.execute(ctx.db)
  await ctx.events.record(
    'note.deleted',
    { noteId: note.id, issuableId: noteable.id, internal },
    { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, internal) },
  )
}
