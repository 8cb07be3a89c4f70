import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type CopyEnds, copiesTable, type NoteCopies } from '#server/discuss/copies/copies.ts'

/**
 * Copy the references from the texts of an issuable and its notes to those of its copy.
 *
 * @param ownTexts  title and description too: else their mentions are new, and send notifications
 */
export async function copyNamed(
  ctx: Context,
  { fromId, toId }: CopyEnds,
  copies: NoteCopies,
  { ownTexts }: { readonly ownTexts: boolean },
): Promise<void> {
  const isCopied = (noteId: string) =>
    ownTexts ? sql`(${sql.ref(noteId)} is null or c.to_id is not null)` : sql`c.to_id is not null`
  await sql`
    with people as (
      insert into mentions (issuable_id, note_id, user_id)
      select ${toId}, c.to_id, m.user_id from mentions m left join ${copiesTable(copies)} on c.from_id = m.note_id
      where m.issuable_id = ${fromId} and ${isCopied('m.note_id')}
    )
    insert into issuable_references (source_issuable_id, source_note_id, target_issuable_id, created_at)
    select ${toId}, c.to_id, r.target_issuable_id, r.created_at
    from issuable_references r left join ${copiesTable(copies)} on c.from_id = r.source_note_id
    where r.source_issuable_id = ${fromId} and ${isCopied('r.source_note_id')}`.execute(ctx.db)
}
