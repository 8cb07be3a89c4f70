import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type CopyEnds, copiesTable, type NoteCopies } from '#server/discuss/copies/copies.ts'

/** Copy the read marks: a user has read the copy as far as the original. */
export async function copyReadMarks(ctx: Context, { fromId, toId, to }: CopyEnds, copies: NoteCopies): Promise<void> {
  await sql`
    insert into read_marks (user_id, issuable_id, namespace_id, note_id, description_version_id, seen_at)
    select m.user_id, ${toId}, ${to.id}, coalesce((select max(c.to_id) from ${copiesTable(copies)} where c.from_id <= m.note_id), 0),
      coalesce((select v.id from (select id, row_number() over (order by id) as place from description_versions where issuable_id = ${toId}) v
        where v.place = (select count(*) from description_versions o where o.issuable_id = ${fromId} and o.id <= m.description_version_id)), 0),
      m.seen_at
    from read_marks m where m.issuable_id = ${fromId}`.execute(ctx.db)
}
