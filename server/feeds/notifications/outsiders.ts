import { sql } from 'kysely'
import { kindWord, pagePath, referenceOf } from '#contract/issuable-kinds.ts'
import { type Context, transact } from '#server/context.ts'
import { hasAgreed } from '#server/discuss/email-participants/consent.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { runStatement, unplannedIds } from '#server/platform/sql/statement.ts'
import { batched } from '#server/slice.ts'
import { type DeskReader, deskReaderColumns, deskReaderJoins, sendDeskMails } from './desk-mails.ts'
import { htmlForMail } from './html.ts'
import { mailSubject } from './mail.ts'
import { mailPage } from './mail-page.ts'
import { stateWord } from './messages.ts'
import { outsiderKey } from './outsider-key.ts'
import { replySecret } from './reply-address.ts'

interface OutsiderNoteRow {
  readonly noteId: number
  readonly issuableId: number
  readonly participantId: number
  readonly email: string
  readonly body: string
  readonly bodyHtml: string
  /** A person without an account wrote it. */
  readonly isOfOutsider: boolean
  readonly author: string
  readonly authorId: number
  readonly title: string
  readonly type: string
  readonly iid: number
  readonly state: string
  readonly path: string
  readonly name: string
  readonly fullName: string
  /** The issue is a request to a service desk: its texts are those of the desk. */
  readonly isOfDesk: boolean
}

/** The text is rendered for no project, so its references stay as they were typed. */
const nowhere = 0

/**
 * The answers of outsiders that are passed on to the others: not to their author, not those of a sender whom nobody could confirm, and not
 * what the same address has written before, as two automatic replies that answer each other would do.
 */
const isPassedOn = sql`(note.external_author is null or (p.email <> note.external_author and not note.external_is_unverified
  and not exists (select 1 from notes b where b.issuable_id = note.issuable_id and b.id < note.id
    and b.external_author = note.external_author and b.body = note.body)))`

/**
 * Public comments of members and the answers of outsiders are emailed to external participants who have consented, and to those who wrote
 * to a service desk or were copied in. They get what was written since they take part.
 *
 * @source product rules section 14; RFC 8058 (List-Unsubscribe-Post)
 */
export const outsiderFollowers = [
  batched('note.created', async followed => {
    const noteIds = followed.filter(({ event }) => !event.payload.internal).map(({ event }) => event.payload.noteId)
    const [first] = followed
    if (first === undefined || noteIds.length === 0) return
    const { ctx } = first
    const values = { noteIds }
    const rows = await runStatement<OutsiderNoteRow, typeof values>(
      ctx.db,
      'email participants of notes',
      values,
      parameter => sql`
      select note.id as note_id, i.id as issuable_id, p.id as participant_id, p.email, note.body, coalesce(note.body_html, '') as body_html,
        note.external_author is not null as is_of_outsider,
        u.name as author, u.id as author_id, i.title, i.type, i.iid, i.state, n.full_path as path, n.name, n.full_name,
        exists (select 1 from service_desk_requests r where r.issuable_id = i.id) as is_of_desk
      from notes note join issue_email_participants p on p.issuable_id = note.issuable_id join users u on u.id = note.author_id
        join issuables i on i.id = note.issuable_id join namespaces n on n.id = i.namespace_id
      where note.id = any (${unplannedIds(parameter.noteIds)}::bigint[]) and not note.internal and note.created_at >= p.created_at and ${isPassedOn} and n.emails_enabled
        and (p.is_of_service_desk or ${hasAgreed(sql`p.email`, sql`n.ancestor_ids[1]`)}) order by note.id, p.id`,
    )
    for (const each of Map.groupBy(rows, row => row.noteId).values()) await mailOut(ctx, each)
  }),
]

/** Mail one note to all outsiders of its issue. */
async function mailOut(ctx: Context, rows: readonly OutsiderNoteRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  if (first.isOfDesk)
    return mailDesk(
      ctx,
      first,
      rows.map(row => row.participantId),
    )
  const { noteId, issuableId } = first
  const { settings } = ctx.services
  const domain = mailDomain(settings)
  const thread = `<issue_${issuableId}@${domain}>`
  const projectUrl = `${settings.externalUrl}/${first.path}`
  const url = `${settings.externalUrl}${pagePath(first.type, first.path, first.iid)}`
  const lead = `${first.author} commented:`
  const why = `You are receiving this email because someone added your address to this ${kindWord(first.type)}.`
  const secret = await replySecret(ctx.db)
  const html = (await htmlForMail(ctx, [{ html: first.bodyHtml, projectId: nowhere }])).get(first.bodyHtml) ?? ''
  const mails = rows.map(({ email, participantId }, index) => {
    const key = outsiderKey(secret, { participantId, issuableId })
    const stop = `${settings.externalUrl}/-/sent_notifications/${key}/unsubscribe`
    return {
      userId: null,
      recipient: email,
      authorId: first.authorId,
      senderName: first.author,
      subject: mailSubject({ ...first, projectName: first.name }, false),
      text: `${lead}\n\n${first.body}\n\n-- \n${why}\n${url}\nUnsubscribe: ${stop}\n`,
      html: mailPage({
        place: first.fullName,
        placeUrl: projectUrl,
        reference: referenceOf(first.type, first.iid),
        title: first.title,
        state: stateWord(first.state),
        url,
        entries: [{ lead, authorName: first.author, html, url }],
        canReply: false,
        why,
        stop,
        settingsUrl: null,
      }),
      headers: {
        'Message-ID': `<issue_${issuableId}_note_${noteId}_${index}@${domain}>`,
        'In-Reply-To': thread,
        References: thread,
        'List-Unsubscribe': `<${stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
      secrets: [key],
    }
  })
  await transact(ctx, inner => queueMails(inner, mails))
}

/** The same of a request, in the words of its service desk. Outsiders do not learn the addresses of each other. */
async function mailDesk(
  ctx: Context,
  { noteId, body, bodyHtml, isOfOutsider, author, authorId }: OutsiderNoteRow,
  participantIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<DeskReader>`
    select ${deskReaderColumns} from issue_email_participants p ${deskReaderJoins}
    where p.id = any (${[...participantIds]}::bigint[]) order by p.id`.execute(ctx.db)
  await sendDeskMails(ctx, rows, {
    kind: 'newNote',
    part: `note_${noteId}`,
    lead: isOfOutsider ? 'Another participant replied:' : `${author} commented:`,
    note: { body, html: bodyHtml },
    author: isOfOutsider ? null : { id: authorId, name: author },
    isUrgent: false,
  })
}
