import { sql } from 'kysely'
import { type Context, selfId } from '#server/context.ts'
import type { NoteableRow } from '#server/discuss/noteables/noteable.ts'
import { textNamespaceOf } from '#server/discuss/noteables/noteable.ts'
import { renderBatch } from '#server/discuss/references/render.ts'
import { markdownVersion } from '#server/platform/markdown/markdown.ts'
import { makeDiscussionId } from './history/system-note.ts'

export interface ImportedNote {
  readonly body: string
  /** ISO 8601. */
  readonly createdAt: string
}

/**
 * Add comments that were written elsewhere, in the actor's name. Quick actions in them do not run, and no one is
 * notified.
 *
 * @param noteable  new, without notes of others
 */
export async function importNotes(ctx: Context, noteable: NoteableRow, notes: readonly ImportedNote[]): Promise<void> {
  if (notes.length === 0) return
  const rendered = await renderBatch(
    ctx,
    textNamespaceOf(noteable),
    notes.map(note => ({ text: note.body })),
  )
  const given = notes.map((note, index) => ({
    discussion_id: makeDiscussionId(),
    body: note.body,
    html: rendered[index]?.html ?? '',
    created_at: note.createdAt,
  }))
  await sql`insert into notes (namespace_id, issuable_id, discussion_id, author_id, body, body_html, markdown_version, created_at, updated_at)
    select ${noteable.namespaceId}, ${noteable.id}, g.discussion_id, ${selfId(ctx)}, g.body, g.html, ${markdownVersion}, g.created_at, g.created_at
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(discussion_id text, body text, html text, created_at timestamptz)
    order by g.created_at`.execute(ctx.db)
}
