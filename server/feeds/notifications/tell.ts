import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import type { Happening } from './happening.ts'
import { recipientsOf, type Telling } from './recipients.ts'
import { writeNotices } from './write.ts'

/** Note whom something is told to; those it names are told at once, the others with what else happens to the item. */
export async function tell(ctx: Context, telling: Telling, happening: Happening): Promise<void> {
  const recipients = await recipientsOf(ctx, telling)
  if (recipients.length === 0) return
  const { issuableId, noteId, lead, described, part } = happening
  await transact(ctx, async inner => {
    const given = recipients.map(({ userId, reason }) => ({ user_id: userId, reason }))
    const { rows } = await sql<{ userId: number }>`
      insert into notices (user_id, issuable_id, note_id, author_id, part, reason, lead, described, created_at)
      select g.user_id, ${issuableId}, ${noteId}::bigint, ${ctx.actor.kind === 'user' ? ctx.actor.id : null}::bigint, ${part}, g.reason, ${lead},
        ${described ?? false}::boolean, ${ctx.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(user_id bigint, reason text)
      where ${noteId}::bigint is null or exists (select 1 from notes where id = ${noteId}::bigint)
      on conflict (issuable_id, user_id, part) do nothing returning user_id`.execute(inner.db)
    // A job that runs again notes nothing, and so tells nobody.
    const noted = new Set(rows.map(row => row.userId))
    const urgent = recipients.filter(each => each.urgent && noted.has(each.userId)).map(each => each.userId)
    if (urgent.length > 0)
      await writeNotices(inner, sql`no.issuable_id = ${issuableId} and no.user_id = any (${urgent}::bigint[])`)
  })
}
