import { sql } from 'kysely'
import { publishingReaction } from '#contract/plan/incidents/status-page.ts'
import { type UpdateStatus, updateStatusLabels } from '#contract/plan/incidents/status-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import type { NewMail } from '#server/foundation/mails/new-mail.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { hasStatusPage, isPublished } from '#server/plan/issuables/published.ts'
import { statusOrigin, statusPageUrl } from '#server/plan/status-page/hosts.ts'
import { isShownNote } from '#server/plan/status-page/page.ts'
import { messageHtml, moment } from '#server/plan/status-page/page-html.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { withoutFiles, withoutReferences } from '#server/platform/markdown/redact.ts'
import { plainText } from '#server/platform/markdown/text.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { later } from '#server/slice.ts'
import { mailPage } from './mail-page.ts'
import { replySecret } from './reply-address.ts'
import { statusKey } from './status-key.ts'

/** One thing that subscribers of a status page are told. */
interface StatusNews {
  readonly projectId: number
  readonly projectName: string
  readonly fullPath: string
  readonly host: string | null
  /** Names the mail: nobody gets two of one occasion. */
  readonly occasion: string
  /** The mails of one thread. */
  readonly thread: string
  readonly title: string
  /** "Looking into it" */
  readonly state: string
  readonly message: string
  /** The same for a mail in HTML. */
  readonly html: string
  /** All where empty. */
  readonly componentIds: readonly number[]
}

/** The number of mails that fit into the memory together. */
const subscribersAtOnce = 100
/** Mails about one page to one address. */
const maxMailsPerDay = 100

/** Updates of published incidents are mailed to those who subscribed to the status page. */
export const statusMailFollowers = [
  later('public_update.posted', async (ctx, { payload: { updateId } }) => {
    const news = await newsOfUpdate(ctx, updateId)
    if (news !== null) await tellSubscribers(ctx, news)
  }),
  later('reaction.added', async (ctx, { payload: { noteId, name } }) => {
    if (name !== publishingReaction || noteId === null) return
    const news = await newsOfNote(ctx, noteId)
    if (news !== null) await tellSubscribers(ctx, news)
  }),
]

interface UpdateRow extends Omit<StatusNews, 'occasion' | 'thread' | 'state' | 'html'> {
  readonly issuableId: number
  readonly status: UpdateStatus
}

const hostOf = sql`(select h.host from status_hosts h where h.namespace_id = n.id) as host`

/** @returns null if the incident has left the page since */
async function newsOfUpdate(ctx: Context, updateId: number): Promise<StatusNews | null> {
  const { rows } = await sql<UpdateRow>`
    select n.id as project_id, n.name as project_name, n.full_path, ${hostOf}, pi.issuable_id, pi.title, u.status, u.message,
      array(select distinct im.component_id from published_impacts im where im.issuable_id = pi.issuable_id) as component_ids
    from published_updates u join published_incidents pi on pi.issuable_id = u.issuable_id join issuables i on i.id = pi.issuable_id
      join namespaces n on n.id = i.namespace_id join projects p on p.id = n.id
    where u.id = ${updateId} and ${isPublished('i')} and ${hasStatusPage('p')}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) return null
  const { issuableId, status, ...news } = row
  return {
    ...news,
    occasion: `update_${updateId}`,
    thread: `status_incident_${issuableId}`,
    state: updateStatusLabels[status],
    html: messageHtml(news.message),
  }
}

/** A comment that is shown on the page, without its references and files. @returns null if it is not */
async function newsOfNote(ctx: Context, noteId: number): Promise<StatusNews | null> {
  const { rows } = await sql<Omit<UpdateRow, 'status' | 'message'> & { bodyHtml: string }>`
    select n.id as project_id, n.name as project_name, n.full_path, ${hostOf}, pi.issuable_id, pi.title, coalesce(t.body_html, '') as body_html,
      array(select distinct im.component_id from published_impacts im where im.issuable_id = pi.issuable_id) as component_ids
    from notes t join published_incidents pi on pi.issuable_id = t.issuable_id join issuables i on i.id = pi.issuable_id
      join namespaces n on n.id = i.namespace_id join projects p on p.id = n.id
    where t.id = ${noteId} and ${isPublished('i')} and ${hasStatusPage('p')} and ${isShownNote('t')}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) return null
  const { issuableId, bodyHtml, ...news } = row
  const html = withoutFiles(withoutReferences(bodyHtml))
  return {
    ...news,
    ...{ occasion: `note_${noteId}`, thread: `status_incident_${issuableId}`, state: 'Update' },
    ...{ message: plainText(html), html },
  }
}

/** Write the mails of one occasion, so many at once: a job that is killed goes on with those who were not told. */
async function tellSubscribers(ctx: Context, news: StatusNews): Promise<void> {
  for (let written = subscribersAtOnce; written === subscribersAtOnce; )
    written = await transact(ctx, async inner => {
      const subscribers = await nextSubscribers(inner, news)
      await writeMails(inner, news, subscribers)
      return subscribers.length
    })
}

interface Subscriber {
  readonly id: number
  readonly email: string
}

async function nextSubscribers(
  ctx: Context,
  { projectId, occasion, componentIds }: StatusNews,
): Promise<readonly Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select s.id, s.email from status_subscribers s
    where s.namespace_id = ${projectId} and s.confirmed_at is not null
      and (s.component_ids = '{}' or ${componentIds.length === 0} or s.component_ids && ${[...componentIds]}::bigint[])
      and not exists (select 1 from status_mails told where told.subscriber_id = s.id and told.occasion = ${occasion})
      and (select count(*) from (select 1 from status_mails m where m.subscriber_id = s.id
        and m.created_at > ${ctx.now}::timestamptz - interval '1 day' limit ${sql.lit(maxMailsPerDay)}) sent) < ${sql.lit(maxMailsPerDay)}
    order by s.id limit ${subscribersAtOnce}`.execute(ctx.db)
  return rows
}

async function writeMails(ctx: Context, news: StatusNews, subscribers: readonly Subscriber[]): Promise<void> {
  if (subscribers.length === 0) return
  await sql`insert into status_mails (subscriber_id, occasion, created_at)
    select id, ${news.occasion}, ${ctx.now}::timestamptz from unnest(${subscribers.map(({ id }) => id)}::bigint[]) id`.execute(
    ctx.db,
  )
  const secret = await replySecret(ctx.db)
  await queueMails(
    ctx,
    subscribers.map(subscriber =>
      composeStatusMail(ctx, news, subscriber, statusKey(secret, 'unsubscribe', subscriber.id)),
    ),
  )
}

function composeStatusMail(ctx: Context, news: StatusNews, { email }: Subscriber, key: string): NewMail {
  const { settings } = ctx.services
  const { projectName, fullPath, host, projectId, title, state, message, html, occasion, thread } = news
  const url = statusPageUrl(settings, fullPath, host)
  const stop = `${statusOrigin(settings, host)}/-/sent_notifications/${key}/unsubscribe`
  const domain = mailDomain(settings)
  const place = planTitles.statusPage(projectName)
  const why = `You get this email because you subscribed to the status page of ${projectName}.`
  return {
    userId: null,
    recipient: email,
    senderName: place,
    subject: `${state}: ${title}`,
    text: [`${title}\n${state}`, message, url, `-- \n${why}\nUnsubscribe: ${stop}`].filter(Boolean).join('\n\n'),
    html: mailPage({
      place,
      placeUrl: url,
      reference: state,
      title,
      state: null,
      url,
      view: 'View the status page',
      entries: [{ lead: state, authorName: null, html, url }],
      canReply: false,
      why,
      stop,
      settingsUrl: null,
    }),
    headers: {
      'Message-ID': `<status_${occasion}_${projectId}@${domain}>`,
      References: `<${thread}@${domain}>`,
      'In-Reply-To': `<${thread}@${domain}>`,
      'List-Id': `${projectName.replaceAll(/[^\w ./-]/g, '')} status <status.${projectId}.${domain.replaceAll(/[[\]]/g, '')}>`,
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    secrets: [key],
  }
}

type Stage = 1 | 2 | 3

interface WindowRow extends Omit<StatusNews, 'occasion' | 'thread' | 'state' | 'message' | 'html'> {
  readonly id: number
  readonly toldStage: number
  readonly due: Stage
  /** It has other times than subscribers were told. */
  readonly isMoved: boolean
  readonly startsAt: string
  readonly endsAt: string
}

/** Windows of one run; the next run follows in a minute. */
const windowsAtOnce = 50

/** Tell subscribers of announced maintenance when it is planned, moves, begins and ends. Runs every minute, on one process. */
export async function tellMaintenance(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'tell-maintenance', now })
  const { rows } = await sql<WindowRow>`
    select * from (
      select w.id, w.told_stage, w.title, iso(w.starts_at) as starts_at, iso(w.ends_at) as ends_at,
        case when w.ends_at <= ${now}::timestamptz then 3 when w.starts_at <= ${now}::timestamptz then 2 else 1 end as due,
        n.id as project_id, n.name as project_name, n.full_path, ${hostOf},
        array(select mc.component_id from maintenance_components mc where mc.window_id = w.id) as component_ids,
        w.told_stage > 0 and (w.starts_at, w.ends_at) is distinct from (w.told_starts_at, w.told_ends_at) as is_moved
      from maintenance_windows w join namespaces n on n.id = w.namespace_id join projects p on p.id = n.id
      where w.is_published and w.told_stage < 3 and ${hasStatusPage('p')}) w
    where w.due > w.told_stage or (w.is_moved and w.due < 3) order by w.starts_at limit ${windowsAtOnce}`.execute(db)
  for (const window of rows) {
    try {
      // One that was announced after its end is not news.
      if (window.due !== 3 || window.toldStage > 0) await tellSubscribers(ctx, newsOfWindow(window))
      await sql`update maintenance_windows set told_stage = ${window.due}, told_starts_at = ${window.startsAt}::timestamptz,
        told_ends_at = ${window.endsAt}::timestamptz where id = ${window.id}`.execute(db)
    } catch (error) {
      // The other windows must still be told of.
      services.log.error({ err: error, windowId: window.id }, 'subscribers were not told of maintenance')
    }
  }
}

const stages: Readonly<Record<Stage, readonly [name: string, state: string]>> = {
  1: ['planned', 'Planned maintenance'],
  2: ['started', 'Maintenance has started'],
  3: ['ended', 'Maintenance has ended'],
}

function newsOfWindow({ id, due, toldStage, isMoved, startsAt, endsAt, ...news }: WindowRow): StatusNews {
  // One that has begun meanwhile is told as such, with its new times.
  const isNewStage = due > toldStage
  const [name, state] =
    isMoved && !isNewStage ? [`moved_${startsAt}_${endsAt}`, 'Maintenance was rescheduled'] : stages[due]
  const message = due === 3 ? '' : `From ${moment(startsAt)} to ${moment(endsAt)}.`
  return {
    ...news,
    occasion: `window_${id}_${name}`,
    thread: `status_window_${id}`,
    state,
    message,
    html: messageHtml(message),
  }
}
