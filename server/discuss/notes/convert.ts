import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { noteTopics } from '#server/discuss/noteables/live-topics.ts'
import type { NoteRow } from '#server/discuss/noteables/noteable.ts'
import { Invalid } from '#server/errors.ts'

/**
 * Make a single comment the first of a thread, which can be resolved then.
 *
 * @throws Invalid  a note of a thread already
 */
export async function convertToThread(ctx: Context, note: Allowed<'note:reply', NoteRow>): Promise<void> {
  if (note.type !== null) throw new Invalid('The note is already part of a thread')
  await sql`update notes set type = 'DiscussionNote', resolvable = true, updated_at = ${ctx.now}
    where id = ${note.id} and type is null`.execute(ctx.db)
  const { noteable, internal } = note
  await ctx.events.record(
    'note.edited',
    { noteId: note.id, issuableId: noteable.id, internal },
    { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, internal) },
  )
}
