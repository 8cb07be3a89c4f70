import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { noteTopics } from '#server/discuss/noteables/live-topics.ts'
import { type NoteRow, textNamespaceOf } from '#server/discuss/noteables/noteable.ts'
import { commandsIn, runCommands } from '#server/discuss/quick-actions/run.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { namesAnybody, storeNamed } from '#server/discuss/references/store.ts'
import { checkBody, targetOf } from './create.ts'
import { removeNote } from './delete.ts'
import { writeCrossReferences } from './history/system-note.ts'

/**
 * Change the text of a note and run the quick actions in it.
 *
 * @returns `deleted` when nothing but commands was left
 * @throws Invalid  blank or too long
 */
export async function editNote(
  ctx: Context,
  note: Allowed<'note:update', NoteRow>,
  body: string,
): Promise<'edited' | 'deleted'> {
  checkBody(body)
  const { noteable, internal } = note
  const target = targetOf({ ...noteable, facts: note.facts.noteable })
  const { text, commands } = commandsIn(ctx, target, body)
  if (text === '') {
    await removeNote(ctx, note)
    await runCommands(ctx, target, commands)
    return 'deleted'
  }
  if (text !== note.body) {
    const rendered = await renderText(ctx, textNamespaceOf(noteable), text)
    const editorId = userIdOf(ctx)
    await sql`update notes set body = ${text}, body_html = ${rendered.html}, markdown_version = ${rendered.version},
      last_edited_at = ${ctx.now}, last_edited_by_id = ${editorId}, updated_at = ${ctx.now} where id = ${note.id}`.execute(
      ctx.db,
    )
    const named = await storeNamed(ctx, { issuableId: noteable.id, noteId: note.id }, rendered, true)
    const place = { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, internal) }
    await ctx.events.record('note.edited', { noteId: note.id, issuableId: noteable.id, internal }, place)
    if (namesAnybody(named.mentioned)) {
      const { mentioned } = named
      await ctx.events.record(
        'text.named',
        { issuableId: noteable.id, noteId: note.id, internal, isEdit: true, mentioned },
        place,
      )
    }
    await writeCrossReferences(ctx, { issuableId: noteable.id, internal }, named.issuableIds)
  }
  await runCommands(ctx, target, commands)
  return 'edited'
}
