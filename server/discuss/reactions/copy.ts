import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type CopyEnds, copiesTable, type NoteCopies } from '#server/discuss/copies/copies.ts'

/** Give the reactions of an issuable to its copy, and those of its notes to their copies. */
export async function copyReactions(ctx: Context, { fromId, toId }: CopyEnds, copies: NoteCopies): Promise<void> {
  await sql`
    insert into award_emoji (issuable_id, note_id, user_id, name, created_at, updated_at)
    select ${toId}, c.to_id, e.user_id, e.name, e.created_at, e.updated_at
    from award_emoji e left join ${copiesTable(copies)} on c.from_id = e.note_id
    where e.issuable_id = ${fromId} and (e.note_id is null or c.to_id is not null) order by e.id`.execute(ctx.db)
}
