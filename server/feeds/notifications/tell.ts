import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import type { Happening } from './happening.ts'
import { type Recipient, recipientsOf, type Telling } from './recipients.ts'
import { writeNotices } from './write.ts'

/** Note whom something is told to; those it names are told at once, the others with what else happens to the item. */
export async function tell(ctx: Context, telling: Telling, happening: Happening): Promise<void> {
  const recipients = await recipientsOf(ctx, telling)
  if (recipients.length === 0) return
  const urgentIds = recipients.filter(each => each.urgent).map(each => each.userId)
  if (urgentIds.length === 0) return void (await note(ctx, recipients, happening))
  await transact(ctx, async inner => {
    const noted = await note(inner, recipients, happening)
    await tellNow(
      inner,
      happening.issuableId,
      urgentIds.filter(id => noted.has(id)),
    )
  })
}

/** The same for what happened to one item by one stroke: whoever one of it names is told all of it at once. */
export async function tellTogether(
  outer: Context,
  issuableId: number,
  all: readonly { readonly telling: Telling; readonly happening: Happening }[],
): Promise<void> {
  await transact(outer, async ctx => {
    const urgent = new Set<number>()
    for (const { telling, happening } of all) {
      const recipients = await recipientsOf(ctx, telling)
      if (recipients.length === 0) continue
      const noted = await note(ctx, recipients, happening)
      for (const each of recipients) if (each.urgent && noted.has(each.userId)) urgent.add(each.userId)
    }
    await tellNow(ctx, issuableId, [...urgent])
  })
}

async function tellNow(ctx: Context, issuableId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length > 0)
    await writeNotices(ctx, sql`no.issuable_id = ${issuableId} and no.user_id = any (${[...userIds]}::bigint[])`)
}

/** @returns those who were not told of it before: a job that runs again notes nothing, and so tells nobody */
async function note(
  ctx: Context,
  recipients: readonly Recipient[],
  { issuableId, noteId, lead, described, part }: Happening,
): Promise<ReadonlySet<number>> {
  const values = {
    issuableId,
    noteId,
    authorId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    part,
    lead,
    described: described ?? false,
    now: ctx.now,
    given: JSON.stringify(recipients.map(({ userId, reason }) => ({ user_id: userId, reason }))),
  }
  const rows = await runStatement<{ readonly userId: number }, typeof values>(
    ctx.db,
    'note recipients',
    values,
    place => sql`
    insert into notices (user_id, issuable_id, note_id, author_id, part, reason, lead, described, created_at)
    select g.user_id, ${place.issuableId}::bigint, ${place.noteId}::bigint, ${place.authorId}::bigint, ${place.part}, g.reason, ${place.lead},
      ${place.described}::boolean, ${place.now}::timestamptz
    from jsonb_to_recordset(${place.given}::jsonb) as g(user_id bigint, reason text)
    where ${place.noteId}::bigint is null or exists (select 1 from notes where id = ${place.noteId}::bigint)
    on conflict (issuable_id, user_id, part) do nothing returning user_id`,
  )
  return new Set(rows.map(row => row.userId))
}
