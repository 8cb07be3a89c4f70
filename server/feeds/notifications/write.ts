import { type RawBuilder, sql } from 'kysely'
import { mayReadIssuable } from '#server/access/readers.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { personalTextRetention } from '#server/platform/sql/retention.ts'
import { makeSecret } from '#server/platform/text/secret.ts'
import { htmlForMail } from './html.ts'
import { sendsEmails } from './levels.ts'
import { composeMail, type Told } from './mail.ts'
import { pageFactsOf } from './page-facts.ts'
import { makePageLinks, purgePageLinks } from './page-links.ts'
import { type Reason, reasons } from './recipients.ts'
import { replySecret } from './reply-address.ts'

/** The time for which changes of an item are collected before they are mailed. */
const gatherMinutes = 5
/** The mails about one project to one person. @source product rules section 11 */
export const maxMailsPerDay = 1000
/** Characters of a text that a mail still holds. */
export const maxText = 50_000
export const tooLong = 'This text is too long for an email. View it in Weft.'

interface NoticeRow extends Told {
  readonly id: number
  readonly userId: number
  readonly email: string
  readonly noteInternal: boolean
  readonly reason: Reason | null
  readonly textHtml: string
  /** Whether they may still be notified. */
  readonly allowed: boolean
  readonly mailsToday: number
}

export interface WrittenMail {
  readonly userId: number
  readonly issuableId: number
  readonly mailId: number
}

/**
 * Write the mails of the unsent notices that a condition on `notices no` picks: one for each person and item, with
 * texts as they are now. A notice that its reader may no longer read is dropped.
 */
export async function writeNotices(ctx: Context, which: RawBuilder<unknown>): Promise<readonly WrittenMail[]> {
  const { rows } = await sql<NoticeRow>`
    with waiting as materialized (select no.* from notices no where no.told_at is null and ${which} order by no.id for update skip locked),
      today as materialized (select w.user_id, w.namespace_id, (select count(*) from (select 1 from sent_notifications sn
          join issuables si on si.id = sn.issuable_id where sn.user_id = w.user_id and si.namespace_id = w.namespace_id
            and sn.created_at > ${ctx.now}::timestamptz - interval '1 day' limit ${sql.lit(maxMailsPerDay)}) sent) as mails
        from (select distinct no.user_id, i.namespace_id from waiting no join issuables i on i.id = no.issuable_id) w)
    select no.id, no.user_id, no.reason, no.part, no.lead, no.note_id, no.created_at, u.email, a.name as author_name,
      case when body.length <= ${maxText} then body.text else ${tooLong} end as text,
      case when body.length <= ${maxText} then body.html else ${`<p>${tooLong}</p>`} end as text_html,
      tn.discussion_id, i.id as issuable_id, i.iid, i.type, i.state, i.title,
      n.id as project_id, n.full_path as project_path, n.name as project_name, n.full_name as project_full_name,
      u.state = 'active' and (no.reason is not distinct from 'mentioned' or no.reason is not distinct from 'assigned'
        or no.reason is not distinct from 'paged' or coalesce(s.subscribed, true))
        and ${sendsEmails('n')}
        and ${mayReadIssuable('u', 'i', 'n', { internal: sql<boolean>`coalesce(tn.internal, false)` })} as allowed,
      (select t.mails from today t where t.user_id = no.user_id and t.namespace_id = n.id) as mails_today
    from waiting no join users u on u.id = no.user_id join issuables i on i.id = no.issuable_id join namespaces n on n.id = i.namespace_id
    left join users a on a.id = no.author_id left join notes tn on tn.id = no.note_id
    left join subscriptions s on s.issuable_id = i.id and s.user_id = u.id
    cross join lateral (select x.text, x.html, greatest(length(x.text), length(x.html) / 4) as length from (select
      coalesce(tn.body, case when no.described then i.description end, '') as text,
      coalesce(tn.body_html, case when no.described then i.description_html end, '') as html) x) body
    order by no.id`.execute(ctx.db)
  if (rows.length === 0) return []
  await sql`update notices set told_at = ${ctx.now}::timestamptz where id = any (${rows.map(row => row.id)}::bigint[])`.execute(
    ctx.db,
  )
  const letters = withinDailyLimit(rows.filter(row => row.allowed))
  const told = letters.flat()
  if (told.length === 0) return []
  const fitting = await htmlForMail(
    ctx,
    told.map(row => ({ html: row.textHtml, projectId: row.projectId })),
  )
  const keyed = letters.map(notices => ({ notices, key: makeSecret() }))
  const secret = await replySecret(ctx.db)
  const facts = await pageFactsOf(
    ctx,
    told.filter(row => row.reason === 'paged').map(row => row.issuableId),
  )
  await sql`insert into sent_notifications (key, user_id, issuable_id, note_id, created_at)
    select g.key, g.user_id, g.issuable_id, g.note_id, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(
      keyed.map(({ notices, key }) => {
        const last = notices.at(-1)
        return { key, user_id: last?.userId, issuable_id: last?.issuableId, note_id: last?.noteId }
      }),
    )}::jsonb) as g(key text, user_id bigint, issuable_id bigint, note_id bigint)`.execute(ctx.db)
  const isPage = (notices: readonly NoticeRow[]) => notices.some(({ reason }) => reason === 'paged')
  const pages = letters.filter(isPage)
  const links = await makePageLinks(
    ctx,
    pages.flatMap(([first]) => (first === undefined ? [] : [first])),
  )
  const mailIds = await queueMails(
    ctx,
    keyed.map(({ notices, key }) => {
      const reason = reasons.find(each => notices.some(notice => notice.reason === each)) ?? null
      const shown = notices.map(notice => ({ ...notice, html: fitting.get(notice.textHtml) ?? '' }))
      const page = reason === 'paged' ? facts.get(shown[0]?.issuableId ?? 0) : undefined
      return composeMail(ctx, {
        notices: shown,
        reason,
        key,
        secret,
        page,
        links: links[pages.indexOf(notices)] ?? undefined,
      })
    }),
  )
  return letters.flatMap(([first], index) => {
    const mailId = mailIds[index]
    return first === undefined || mailId === undefined
      ? []
      : [{ userId: first.userId, issuableId: first.issuableId, mailId }]
  })
}

/** The notices by mail, without the mails that exceed the daily limit of a person in a project. */
function withinDailyLimit(allowed: readonly NoticeRow[]): readonly (readonly NoticeRow[])[] {
  const mails = new Map<string, number>()
  return [...Map.groupBy(allowed, row => `${row.userId} ${row.issuableId}`).values()].filter(([first]) => {
    if (first === undefined) return false
    const limited = `${first.userId} ${first.projectId}`
    const before = mails.get(limited) ?? first.mailsToday
    mails.set(limited, before + 1)
    return before < maxMailsPerDay
  })
}

/** Write the mails whose time has come. Runs each minute, on any process. */
export async function sendDueNotices(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'tell-what-waits', now })
  // The number of mails whose texts fit into the memory together.
  const atOnce = 100
  for (let round = 0; round < 100; round++) {
    const { rows } = await sql<{ userId: number; issuableId: number }>`
      select user_id, issuable_id from notices where told_at is null group by user_id, issuable_id
      having min(created_at) <= ${now}::timestamptz - make_interval(mins => ${gatherMinutes}) order by min(id) limit ${atOnce}`.execute(
      db,
    )
    if (rows.length === 0) return
    const pairs = JSON.stringify(rows.map(row => ({ user_id: row.userId, issuable_id: row.issuableId })))
    await transact(ctx, inner =>
      writeNotices(
        inner,
        sql`(no.user_id, no.issuable_id) in (select p.user_id, p.issuable_id
          from jsonb_to_recordset(${pairs}::jsonb) as p(user_id bigint, issuable_id bigint))`,
      ),
    )
    if (rows.length < atOnce) return
  }
}

/** Notices keep a job from notifying twice; jobs are tried again for some days. */
export async function purgeSentNotices(db: Db): Promise<void> {
  await sql`delete from notices where told_at < now() - interval '14 days'`.execute(db)
  await sql`delete from sent_notifications where created_at < now() - interval '400 days'`.execute(db)
  await purgePageLinks(db)
  await sql`delete from received_mails where received_at < now() - ${personalTextRetention}`.execute(db)
}
