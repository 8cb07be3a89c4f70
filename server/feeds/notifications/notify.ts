import { sql } from 'kysely'
import { type Context, transact, userIdOf, userIdOrZero } from '#server/context.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import type { NotificationContent } from './notification-content.ts'
import { type Audience, recipientsOf } from './recipients.ts'
import { type WrittenMail, writeNotices } from './write.ts'

/** A notification, in the name of the user who made the change. */
export interface Notification {
  readonly ctx: Context
  readonly audience: Audience
  readonly content: NotificationContent
}

/**
 * Store the notices of a change; users that it names are mailed immediately, the others together with later changes of
 * the item.
 */
export async function notify(ctx: Context, audience: Audience, content: NotificationContent): Promise<void> {
  await notifyAll([{ ctx, audience, content }])
}

/** The same for several changes. A user whom one of them names is mailed immediately about all changes of its item. */
export async function notifyAll(all: readonly Notification[]): Promise<void> {
  const [first] = all
  if (first === undefined) return
  const { ctx } = first
  const recipients = await recipientsOf(
    ctx.db,
    all.map(each => ({ actorId: userIdOrZero(each.ctx), audience: each.audience })),
  )
  const notices = all.flatMap(({ ctx, content: { issuableId, noteId, lead, described, part } }, index) =>
    (recipients[index] ?? []).map(({ userId, reason, urgent }) => ({
      user_id: userId,
      issuable_id: issuableId,
      note_id: noteId,
      author_id: userIdOf(ctx),
      part,
      reason,
      lead,
      described: described ?? false,
      urgent,
    })),
  )
  await tell(ctx, notices)
}

interface PageOfUser {
  readonly userId: number
  readonly content: NotificationContent
}

/**
 * Mail people a page about an item at once, regardless of their notification settings, because an escalation policy names them.
 *
 * @returns the mails that are queued
 */
export async function page(ctx: Context, pages: readonly PageOfUser[]): Promise<readonly WrittenMail[]> {
  const known = await reachable(ctx, pages)
  const notices = known.map(({ userId, content: { issuableId, noteId, lead, described, part } }) => ({
    user_id: userId,
    issuable_id: issuableId,
    note_id: noteId,
    author_id: null,
    part,
    reason: 'paged',
    lead,
    described: described ?? false,
    urgent: true,
  }))
  return tell(ctx, notices)
}

/**
 * The pages of people and items that still exist, with a confirmed address: a deleted one does not keep others from
 * being paged.
 */
async function reachable(ctx: Context, pages: readonly PageOfUser[]): Promise<readonly PageOfUser[]> {
  const given = pages.map(({ userId, content }) => ({ user_id: userId, issuable_id: content.issuableId }))
  const { rows } = await sql<{ userId: number; issuableId: number }>`
    select u.id as user_id, i.id as issuable_id from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(user_id bigint, issuable_id bigint)
      join users u on u.id = g.user_id and u.confirmed_at is not null join issuables i on i.id = g.issuable_id`.execute(
    ctx.db,
  )
  return pages.filter(({ userId, content }) =>
    rows.some(row => row.userId === userId && row.issuableId === content.issuableId),
  )
}

async function tell(ctx: Context, notices: readonly Notice[]): Promise<readonly WrittenMail[]> {
  if (notices.length === 0) return []
  if (!notices.some(notice => notice.urgent)) {
    await note(ctx, notices)
    return []
  }
  return transact(ctx, async inner => {
    const urgent = (await note(inner, notices)).filter(notice => notice.urgent)
    if (urgent.length === 0) return []
    return writeNotices(
      inner,
      sql`(no.issuable_id, no.user_id) in (select p.issuable_id, p.user_id
        from jsonb_to_recordset(${JSON.stringify(urgent)}::jsonb) as p(issuable_id bigint, user_id bigint))`,
    )
  })
}

interface Notice {
  readonly user_id: number
  readonly issuable_id: number
  readonly note_id: number | null
  readonly author_id: number | null
  readonly part: string
  readonly reason: string | null
  readonly lead: string
  readonly described: boolean
  readonly urgent: boolean
}

/**
 * Store notices, except those of items, comments and people that have been deleted since their recipients were read.
 *
 * @returns the new notices: a job that runs again stores none, and so sends no mails
 */
async function note(ctx: Context, notices: readonly Notice[]): Promise<readonly Notice[]> {
  const values = { now: ctx.now, given: JSON.stringify(notices) }
  type Noted = { readonly issuableId: number; readonly userId: number; readonly part: string }
  // Rows are looked up one by one: for an `exists`, PostgreSQL expects a hundred notices, and reads all notes instead.
  const rows = await runStatement<Noted, typeof values>(
    ctx.db,
    'note notices',
    values,
    parameter => sql`
    insert into notices (user_id, issuable_id, note_id, author_id, part, reason, lead, described, created_at)
    select g.user_id, g.issuable_id, g.note_id, (select id from users where id = g.author_id), g.part, g.reason, g.lead, g.described, ${parameter.now}::timestamptz
    from json_to_recordset(${parameter.given}::json) as g(user_id bigint, issuable_id bigint, note_id bigint, author_id bigint,
      part text, reason text, lead text, described boolean)
    where (g.note_id is null or (select true from notes where id = g.note_id))
      and (select true from issuables where id = g.issuable_id) and (select true from users where id = g.user_id)
    on conflict (issuable_id, user_id, part) do nothing returning issuable_id, user_id, part`,
  )
  const noted = new Set(rows.map(row => `${row.issuableId} ${row.userId} ${row.part}`))
  return notices.filter(notice => noted.has(`${notice.issuable_id} ${notice.user_id} ${notice.part}`))
}
