import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { noteTopics } from '#server/discuss/noteables/live-topics.ts'
import type { NoteRow } from '#server/discuss/noteables/noteable.ts'
import { Invalid } from '#server/errors.ts'
import { checkPoint, type StoredPoint } from './position.ts'
import '../events.ts'

/**
 * Move the pin of a thread on its image. The pin is the first comment's: the right to edit a reply does not include
 * moving the pin.
 *
 * @param change  in pixels of the image; dimensions that are left out stay
 * @param isRepeated  the client repeats the position of the thread with another change: of a reply, it is ignored
 * @throws Invalid  the comment does not start a thread on an image, or the point is outside of the image
 * @source product-rules.md 2.2
 */
export async function repositionNote(
  ctx: Context,
  note: Allowed<'note:update', NoteRow>,
  change: Partial<StoredPoint>,
  { isRepeated = false }: { readonly isRepeated?: boolean } = {},
): Promise<void> {
  const { noteable, internal } = note
  const { rows } = await sql<StoredPoint & { readonly id: number }>`
    select p.id, p.width, p.height, p.x, p.y from note_positions p where p.note_id = ${note.id} and p.position_type = 'image'
    for no key update of p`.execute(ctx.db)
  const [before] = rows
  if (before === undefined && isRepeated) return
  if (before === undefined) throw new Invalid({ position: ['is not on an image'] })
  const { id, ...point } = { ...before, ...change }
  checkPoint(point)
  await sql`update note_positions p set width = ${point.width}, height = ${point.height}, x = ${point.x}, y = ${point.y},
      carried = case when jsonb_typeof(p.carried -> 'position') = 'object'
        then jsonb_set(p.carried, '{position}', (p.carried -> 'position') || ${JSON.stringify(point)}::jsonb) else p.carried end
    where p.id = ${id}`.execute(ctx.db)
  await ctx.events.record(
    'note.repositioned',
    { noteId: note.id, issuableId: noteable.id, internal },
    { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, internal) },
  )
}
