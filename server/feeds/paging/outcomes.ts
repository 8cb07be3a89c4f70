import { sql } from 'kysely'
import type { PagingChannel } from '#contract/feeds/paging-rules.ts'
import type { Context } from '#server/context.ts'
import { writePageOutcomes } from '#server/monitor/incidents/timeline/page-outcomes.ts'

/** A page of one person about one incident or alert. */
interface PageOfPerson {
  /** Null: a test page. */
  readonly issuableId: number | null
  readonly userId: number
  readonly part: string
}

interface MessageOutcome {
  readonly channel: PagingChannel
  readonly state: 'sent' | 'failed' | 'queued'
}

interface OutcomeRow {
  readonly issuableId: number
  readonly userId: number
  readonly part: string
  readonly username: string
  readonly pagedAt: string
  readonly messages: readonly MessageOutcome[]
}

/**
 * Tell on the timelines of incidents what became of pages, in the transaction that marks their messages. Messages of one page may be marked at
 * the same time: each transaction waits for the one before it, and then knows of its marks.
 */
export async function tellOutcomes(ctx: Context, pages: readonly PageOfPerson[]): Promise<void> {
  const given = pages.flatMap(({ issuableId, userId, part }) =>
    issuableId === null ? [] : [{ issuable_id: issuableId, user_id: userId, part }],
  )
  if (given.length === 0) return
  const asked = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(issuable_id bigint, user_id bigint, part text)`
  await sql`select pg_advisory_xact_lock(hashtextextended('page ' || l.page, 0)) from (
    select distinct g.issuable_id || ' ' || g.user_id || ' ' || g.part as page from ${asked} order by page) l`.execute(
    ctx.db,
  )
  const { rows } = await sql<OutcomeRow>`
    select d.issuable_id, d.user_id, d.part, u.username, iso(min(d.created_at)) as paged_at,
      json_agg(json_build_object('channel', d.channel, 'state',
        case when m.id is null or m.sent_at is not null or d.state = 'failed' then d.state
          when m.failure is null then 'queued' else 'failed' end)
        order by d.minutes, d.id) as messages
    from (select distinct g.* from ${asked}) g join page_deliveries d on d.issuable_id = g.issuable_id and d.user_id = g.user_id and d.part = g.part
      join issuables i on i.id = d.issuable_id and i.type = 'incident' join users u on u.id = d.user_id left join mails m on m.id = d.mail_id
    where d.state in ('sent', 'failed') group by d.issuable_id, d.user_id, d.part, u.username order by min(d.id)`.execute(
    ctx.db,
  )
  await writePageOutcomes(
    ctx,
    rows.map(({ issuableId, userId, part, username, pagedAt, messages }) => ({
      ...{ issueId: issuableId, page: `${userId} ${part}`, pagedAt },
      // Two browsers have the same words.
      note: `page of @${username}: ${[...new Set(messages.map(wordsOf))].join(', ')}`,
    })),
  )
}

/** The page to which an email belongs has an outcome, in the transaction that marks the email. */
export async function tellMailOutcome(ctx: Context, mailId: number): Promise<void> {
  const pages = await ctx.db
    .selectFrom('pageDeliveries')
    .select(['issuableId', 'userId', 'part'])
    .where('mailId', '=', mailId)
    .execute()
  await tellOutcomes(ctx, pages)
}

const nouns: Readonly<Record<PagingChannel, string>> = {
  mail: 'email',
  push: 'push message',
  webhook: 'webhook call',
  sms: 'text message',
  voice: 'call',
}

const wordsOf = ({ channel, state }: MessageOutcome): string => `${nouns[channel]} ${state}`
