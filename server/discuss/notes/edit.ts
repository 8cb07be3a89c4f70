import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { noteTopics } from '#server/discuss/noteables/live-topics.ts'
import { type NoteRow, textNamespaceOf } from '#server/discuss/noteables/noteable.ts'
import { commandsIn, runCommands } from '#server/discuss/quick-actions/run.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { namesAnybody, storeNamed } from '#server/discuss/references/store.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { storeSuggestions } from '../suggestions/store.ts'
import { checkBody, targetOf } from './create.ts'
import { removeNote } from './delete.ts'
import { writeCrossReferences } from './history/system-note.ts'

/**
 * Change the text of a note and run the quick actions in it.
 *
 * @param base  the text that was edited; without it the last write wins
 * @returns `deleted` when nothing but commands was left
 * @throws Invalid  blank or too long
 * @throws Conflict  the note says something else than `base` by now
 */
export async function editNote(
  ctx: Context,
  note: Allowed<'note:update', NoteRow>,
  body: string,
  base?: string,
): Promise<'edited' | 'deleted'> {
  checkBody(body)
  const { noteable, internal } = note
  const target = targetOf({ ...noteable, facts: note.facts.noteable })
  const { text, commands } = commandsIn(ctx, target, body)
  const before = base === undefined ? note.body : await lockBody(ctx, note.id)
  if (base !== undefined && before !== base && before !== text)
    throw new Conflict('Someone edited this comment at the same time you did.')
  if (text === '') {
    await removeNote(ctx, note)
    await runCommands(ctx, target, commands)
    return 'deleted'
  }
  if (text !== before) {
    const rendered = await renderText(ctx, textNamespaceOf(noteable), text)
    const editorId = userIdOf(ctx)
    await sql`update notes set body = ${text}, body_html = ${rendered.html}, markdown_version = ${rendered.version},
      last_edited_at = ${ctx.now}, last_edited_by_id = ${editorId}, updated_at = ${ctx.now} where id = ${note.id}`.execute(
      ctx.db,
    )
    if (note.type === 'DiffNote') await storeSuggestions(ctx, note.id, text)
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

/**
 * The text as it is now, locked until the transaction ends: if two users save at the same time, the second sees the
 * first one's text.
 */
async function lockBody(ctx: Context, id: number): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select body from notes where id = ${id} for no key update`.execute(ctx.db)
  const row = rows[0]
  if (row === undefined) throw new NotFound('Note')
  return row.body
}
