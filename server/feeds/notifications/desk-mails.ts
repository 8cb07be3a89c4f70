import { sql } from 'kysely'
import { referenceOf } from '#contract/issuable-kinds.ts'
import { requestPath } from '#contract/plan/service-desk/service-desk-paths.ts'
import {
  defaultMailTexts,
  type MailKind,
  type MailPlaceholder,
  mailPlaceholders,
} from '#contract/plan/service-desk/service-desk-texts.ts'
import { type Context, transact } from '#server/context.ts'
import { renderText } from '#server/discuss/references/render.ts'
import type { NewMail } from '#server/foundation/mails/new-mail.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { countEach, type TryLimit } from '#server/foundation/passwords/tries.ts'
import { makeLinks } from '#server/plan/service-desk/links.ts'
import { fillIn } from '#server/plan/service-desk/templates.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { batched, on } from '#server/slice.ts'
import { htmlForMail } from './html.ts'
import { mailPage } from './mail-page.ts'
import { stateWord } from './messages.ts'
import { outsiderKey } from './outsider-key.ts'
import { deskLocalPart, replySecret } from './reply-address.ts'

/** A person who takes part in a request by email, with the request and the texts of its service desk. */
export interface DeskReader {
  readonly participantId: number
  readonly email: string
  readonly issuableId: number
  readonly iid: number
  readonly type: string
  readonly title: string
  readonly state: string
  readonly description: string | null
  readonly descriptionHtml: string
  readonly path: string
  readonly name: string
  readonly messageId: string | null
  readonly senderName: string | null
  readonly thankYou: string | null
  readonly newNote: string | null
  readonly closing: string | null
}

/** The reason for a mail. */
interface Occasion {
  readonly kind: MailKind
  /** Names the mail within its thread. */
  readonly part: string
  readonly lead: string
  /** The comment. */
  readonly note: { readonly body: string; readonly html: string } | null
  /** The member who caused it; null for mails that the server sends by itself, and for answers of outsiders. */
  readonly author: { readonly id: number; readonly name: string } | null
  readonly isUrgent: boolean
}

/**
 * Emails to one address in a day that no member causes: people without an account may have typed the address of somebody else, and make
 * requests, answer, close and reopen as often as they like.
 */
const daily = {
  thankYou: { max: 5, minutes: 24 * 60 },
  others: { max: 30, minutes: 24 * 60 },
} as const satisfies Record<string, TryLimit>

/** The readers who get one more email. Those that members cause are limited with all others. */
async function withinLimits(ctx: Context, readers: readonly DeskReader[], { kind, author }: Occasion) {
  if (author !== null || !ctx.services.settings.rateLimits) return readers
  const name = kind === 'thankYou' ? 'thankYou' : 'others'
  const keyOf = ({ email }: DeskReader) => `service desk ${name} to ${email}`
  const over = await countEach(ctx.db, readers.map(keyOf), daily[name])
  if (over.size > 0)
    ctx.services.log.warn({ mails: over.size }, 'service desk emails were dropped: daily limit reached')
  return readers.filter(reader => !over.has(keyOf(reader)))
}

/** The readers of a request, from `issue_email_participants p` on. */
export const deskReaderColumns = sql`p.id as participant_id, p.email, i.id as issuable_id, i.iid, i.type, i.title, i.state, i.description, i.description_html,
  n.full_path as path, n.name, r.message_id, d.sender_name, d.thank_you, d.new_note, d.closing`
export const deskReaderJoins = sql`join service_desk_requests r on r.issuable_id = p.issuable_id join issuables i on i.id = p.issuable_id
  join namespaces n on n.id = i.namespace_id left join service_desks d on d.project_id = r.desk_id`

/** Requesters are told that their request was received, and that it was closed. */
export const deskMailFollowers = [
  on(
    'service_desk.requested',
    async (ctx, { payload: { issueId } }) => {
      const readers = await readersOf(ctx, [issueId], true)
      const occasion = { kind: 'thankYou', part: 'received', lead: 'Your request was received.' } as const
      await sendDeskMails(ctx, readers, { ...occasion, note: null, author: null, isUrgent: true })
    },
    ({ isConfirmed }) => isConfirmed,
  ),
  batched('issue.closed', async followed => {
    for (const { ctx, event } of followed) {
      const { issueId, movedToId, promotedToId, isImported } = event.payload
      if (movedToId !== undefined || promotedToId !== undefined || isImported) continue
      const readers = await readersOf(ctx, [issueId], false)
      if (readers.length === 0) continue
      const part = `closed_${event.createdAt.replace(/\D/g, '')}`
      const occasion = { kind: 'closing', part, lead: 'Your request was closed.' } as const
      await sendDeskMails(ctx, readers, { ...occasion, note: null, author: null, isUrgent: false })
    }
  }),
]

/** @param isRequester  only those who made the request */
async function readersOf(
  ctx: Context,
  issueIds: readonly number[],
  isRequester: boolean,
): Promise<readonly DeskReader[]> {
  const { rows } = await sql<DeskReader>`
    select ${deskReaderColumns} from issue_email_participants p ${deskReaderJoins}
    where p.issuable_id = any (${[...issueIds]}::bigint[]) and p.is_of_service_desk and n.emails_enabled ${isRequester ? sql`and p.email = r.email` : sql``}
    order by p.id`.execute(ctx.db)
  return rows
}

/**
 * Write to the readers of one request. Each gets a link of their own, and an address at which their answers are known to be theirs.
 *
 * @source product rules section 14; RFC 5322 section 3.6.4 (threads), RFC 8058 (List-Unsubscribe-Post), RFC 3834 (Auto-Submitted)
 */
export async function sendDeskMails(ctx: Context, all: readonly DeskReader[], occasion: Occasion): Promise<void> {
  if (all.length === 0) return
  await transact(ctx, async inner => {
    const readers = await withinLimits(inner, all, occasion)
    const [first] = readers
    if (first === undefined) return
    const tokens = await makeLinks(inner, readers)
    const secret = await replySecret(inner.db)
    const template =
      first[occasion.kind] ?? defaultMailTexts(inner.services.settings.smtpInPort !== undefined)[occasion.kind]
    const html = await templateHtml(inner, template, { first, occasion })
    await queueMails(
      inner,
      readers.map((reader, index) =>
        compose(inner, reader, occasion, { template, html, token: tokens[index] ?? '', secret }),
      ),
    )
  })
}

interface MailParts {
  readonly template: string
  /** Fills the template with the values that differ between readers. */
  readonly html: (textFor: (name: MailPlaceholder) => string) => string
  readonly token: string
  readonly secret: string
}

function compose(
  ctx: Context,
  reader: DeskReader,
  { kind, part, lead, note, author, isUrgent }: Occasion,
  { template, html, token, secret }: MailParts,
): NewMail {
  const { settings } = ctx.services
  const { issuableId, participantId, iid, type, title, path } = reader
  const domain = mailDomain(settings)
  const url = `${settings.externalUrl}${requestPath(token)}`
  const key = outsiderKey(secret, { participantId, issuableId })
  const stop = `${settings.externalUrl}/-/sent_notifications/${key}/unsubscribe`
  const reply = settings.smtpInPort === undefined ? null : deskLocalPart(secret, { participantId, issuableId })
  const reference = referenceOf(type, iid)
  const textFor = (name: MailPlaceholder): string => {
    switch (name) {
      case 'ISSUE_ID':
        return reference
      case 'ISSUE_PATH':
        return `${path}${reference}`
      case 'ISSUE_URL':
        return url
      case 'ISSUE_DESCRIPTION':
        return reader.description ?? ''
      case 'NOTE_TEXT':
        return note?.body ?? ''
      case 'UNSUBSCRIBE_URL':
        return stop
      case 'SYSTEM_HEADER':
      case 'SYSTEM_FOOTER':
      case 'ADDITIONAL_TEXT':
        return ''
      default:
        return name satisfies never
    }
  }
  const why = 'You are receiving this email because you wrote to our service desk, or were copied in.'
  const senderName = reader.senderName ?? author?.name
  const thread = [...(reader.messageId === null ? [] : [reader.messageId]), `<issue_${issuableId}@${domain}>`]
  return {
    userId: null,
    recipient: reader.email,
    ...(author !== null && { authorId: author.id }),
    ...(senderName !== undefined && { senderName }),
    subject: `Re: ${title} (${reference})`,
    text: `${kind === 'newNote' && author === null ? `${lead}\n\n` : ''}${fillIn(template, once(textFor)).trim()}\n\n-- \n${why}\nView: ${url}\nUnsubscribe: ${stop}\n`,
    html: mailPage({
      place: reader.name,
      placeUrl: url,
      reference,
      title,
      state: stateWord(reader.state),
      url,
      entries: [{ lead: kind === 'newNote' ? lead : '', authorName: author?.name ?? null, html: html(textFor), url }],
      canReply: reply !== null,
      why,
      stop,
      settingsUrl: null,
    }),
    headers: {
      'Message-ID': `<issue_${issuableId}_${part}_${participantId}@${domain}>`,
      'In-Reply-To': thread[0] ?? '',
      References: thread.join(' '),
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': kind === 'newNote' ? 'auto-generated' : 'auto-replied',
      ...(reply !== null && { 'Reply-To': `${reply}@${domain}` }),
    },
    secrets: reply === null ? [key, token] : [key, token, reply],
    isUrgent,
  }
}

const links: readonly MailPlaceholder[] = ['ISSUE_URL', 'UNSUBSCRIBE_URL']
/** A word that Markdown leaves as it is; of a link, an address. */
const markOf = (name: MailPlaceholder): string => {
  const word = `weft${name.toLowerCase().replaceAll('_', '')}placeholder`
  return links.includes(name) ? `https://${word}.invalid/` : word
}

type LongPlaceholder = 'NOTE_TEXT' | 'ISSUE_DESCRIPTION'
const isLong = (name: MailPlaceholder): name is LongPlaceholder => name === 'NOTE_TEXT' || name === 'ISSUE_DESCRIPTION'

const placeholderNames = Object.keys(mailPlaceholders) as readonly MailPlaceholder[]
const anyMark = placeholderNames.map(markOf).join('|').replaceAll('.', '\\.')
const longMark = placeholderNames.filter(isLong).map(markOf).join('|')
/** The marks in a rendered template: a long text replaces the paragraph that has nothing else. */
const marks = new RegExp(`<p[^>]*>\\s*(${longMark})\\s*</p>|(${anyMark})`, 'g')
const nameOf = (mark: string): MailPlaceholder =>
  placeholderNames.find(name => markOf(name) === mark) ?? 'SYSTEM_HEADER'

/**
 * Render a template once for all readers. The texts of the request are rendered already; references in them that not everyone may read become
 * the typed text.
 */
async function templateHtml(
  ctx: Context,
  template: string,
  { first, occasion: { note } }: { readonly first: DeskReader; readonly occasion: Occasion },
): Promise<(textFor: (name: MailPlaceholder) => string) => string> {
  // No project has the id 0: no reference stays a link.
  const texts = { NOTE_TEXT: note?.html ?? '', ISSUE_DESCRIPTION: first.descriptionHtml }
  const rendered = await renderText(ctx, null, fillIn(template, markOf))
  const shown = await htmlForMail(
    ctx,
    [rendered.html, ...Object.values(texts)].map(html => ({ html, projectId: 0 })),
  )
  const page = shown.get(rendered.html) ?? ''
  return textFor => {
    const textOnce = once(name => (isLong(name) ? (shown.get(texts[name]) ?? '') : escapeHtml(textFor(name))))
    // In one pass: marks in the texts that are filled in are words that somebody typed.
    return page.replace(marks, (_all, alone: string | undefined, among: string) => textOnce(nameOf(alone ?? among)))
  }
}

/** Long texts are filled in where they are named first: a template that names one 500 times would make a mail of 500 MB. */
function once(textFor: (name: MailPlaceholder) => string): (name: MailPlaceholder) => string {
  const used = new Set<MailPlaceholder>()
  return name => {
    if (isLong(name) && used.has(name)) return ''
    used.add(name)
    return textFor(name)
  }
}
