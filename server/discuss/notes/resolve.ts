import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { noteTopics } from '#server/discuss/noteables/live-topics.ts'
import type { NoteRow } from '#server/discuss/noteables/noteable.ts'
import { Invalid } from '#server/errors.ts'

/**
 * Resolve a thread or open it again. One that is so already stays as it is.
 *
 * @param first  the first note of the thread, which stands for the whole of it
 * @throws Invalid  single notes and system notes cannot be resolved
 */
export function resolveDiscussion(
  ctx: Context,
  first: Allowed<'note:resolve', NoteRow>,
  resolved: boolean,
): Promise<void> {
  return change(ctx, first, resolved, sql`discussion_id = ${first.discussionId} and issuable_id = ${first.noteable.id}`)
}

/** The same for one note of a thread. */
export function resolveNote(ctx: Context, note: Allowed<'note:resolve', NoteRow>, resolved: boolean): Promise<void> {
  return change(ctx, note, resolved, sql`id = ${note.id}`)
}

async function change(ctx: Context, note: NoteRow, resolved: boolean, which: ReturnType<typeof sql>): Promise<void> {
  if (!note.resolvable) throw new Invalid('Discussion cannot be resolved.')
  const by = userIdOf(ctx)
  const { rows } = await sql`
    update notes set resolved_at = ${resolved ? ctx.now : null}, resolved_by_id = ${resolved ? by : null},
      resolved_by_push = false, updated_at = ${ctx.now}
    where ${which} and resolvable and (resolved_at is null) = ${resolved} returning id`.execute(ctx.db)
  if (rows.length === 0) return
  const { noteable, discussionId } = note
  await ctx.events.record(
    'discussion.resolved',
    { issuableId: noteable.id, discussionId, resolved },
    { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, note.internal) },
  )
}
