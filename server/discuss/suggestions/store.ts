import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { suggestionBlocks } from './blocks.ts'
import { linesOf, placeBlocks } from './lines.ts'

declare module '#server/context.ts' {
  interface Plugs {
    /** The functions with which types of issuables that have a diff read its files. */
    readonly suggestionSources: readonly {
      readonly type: string
      /** @returns null if the file is not text, or too long */
      readonly read: (ctx: Context, projectId: number, commitId: string, path: string) => Promise<string | null>
    }[]
  }
}

interface ThreadLine {
  readonly type: string
  readonly namespaceId: number
  readonly headSha: string
  readonly newPath: string
  readonly newLine: number
}

/**
 * Keep the suggestions of a comment on a line of a diff, in place of those that its text had before. Those that were applied stay.
 *
 * @source product-rules.md 9: only on new or unchanged lines of the diff of a merge request
 */
export async function storeSuggestions(ctx: Context, noteId: number, text: string): Promise<void> {
  const blocks = suggestionBlocks(text)
  await sql`delete from suggestions where note_id = ${noteId} and not applied and applying is null`.execute(ctx.db)
  const thread = blocks.length === 0 ? null : await threadLine(ctx, noteId)
  if (thread === null) return
  const source = ctx.services.plugs.suggestionSources.find(each => each.type === thread.type)
  const file = await source?.read(ctx, thread.namespaceId, thread.headSha, thread.newPath)
  if (file == null) return
  const rows = placeBlocks(linesOf(file), thread.newLine, blocks).map((placed, place) => ({
    place,
    from_line: placed.fromLine,
    to_line: placed.toLine,
    lines_above: placed.linesAbove,
    lines_below: placed.linesBelow,
    from_content: placed.fromContent,
    to_content: placed.content,
  }))
  // PostgreSQL keeps no NUL in a text, and a file with one is no text.
  await sql`
    insert into suggestions (namespace_id, note_id, place, line, path, from_line, to_line, lines_above, lines_below, from_content, to_content)
    select ${thread.namespaceId}, ${noteId}, g.place, ${thread.newLine}, ${thread.newPath}, g.from_line, g.to_line, g.lines_above, g.lines_below,
      g.from_content, g.to_content
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(place integer, from_line integer, to_line integer, lines_above integer,
      lines_below integer, from_content text, to_content text)
    on conflict (note_id, place) do nothing`.execute(ctx.db)
}

/** The current line of the thread of a note; null where nothing can be suggested. */
async function threadLine(ctx: Context, noteId: number): Promise<ThreadLine | null> {
  const { rows } = await sql<ThreadLine>`
    select i.type, n.namespace_id, coalesce(c.position ->> 'head_sha', p.head_sha) as head_sha,
      coalesce(c.position ->> 'new_path', p.new_path) as new_path, coalesce((c.position ->> 'new_line')::integer, p.new_line) as new_line
    from notes n join issuables i on i.id = n.issuable_id
      join notes holder on holder.issuable_id = n.issuable_id and holder.discussion_id = n.discussion_id
      join note_positions p on p.note_id = holder.id
      left join lateral (select p.carried -> 'position' as position where p.carried ->> 'state' in ('untouched', 'moved')) c on true
    where n.id = ${noteId} and p.position_type = 'text' and p.new_line is not null`.execute(ctx.db)
  return rows[0] ?? null
}

/** Pages that ask which notes have changed get those of some suggestions. */
export async function touchNotes(ctx: Context, suggestionIds: readonly number[]): Promise<void> {
  await sql`update notes set updated_at = greatest(updated_at, ${ctx.now}::timestamptz)
    where id in (select note_id from suggestions where id = any (${[...suggestionIds]}::bigint[]))`.execute(ctx.db)
}
