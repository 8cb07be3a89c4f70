import { sql } from 'kysely'
import { transact } from '#server/context.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { later } from '#server/slice.ts'
import { htmlForMail } from './html.ts'
import { mailPage } from './mail-page.ts'
import { outsiderKey } from './outsider-key.ts'
import { replySecret } from './reply-address.ts'

interface Row {
  readonly participantId: number
  readonly email: string
  readonly body: string
  readonly bodyHtml: string
  readonly author: string
  readonly title: string
  readonly iid: number
  readonly state: string
  readonly path: string
  readonly name: string
  readonly fullName: string
}

/** In no project: what the text refers to stays as it was typed. */
const nowhere = 0

/**
 * What is said openly goes out to those who take part by mail alone.
 *
 * @source product rules section 14; RFC 8058 (List-Unsubscribe-Post)
 */
export const outsiderFollowers = [
  later('note.created', async (ctx, { payload: { noteId, issuableId, internal } }) => {
    if (internal) return
    const values = { noteId, issuableId }
    const rows = await runStatement<Row, typeof values>(
      ctx.db,
      'e-mail participants of a note',
      values,
      place => sql`
      select p.id as participant_id, p.email, note.body, coalesce(note.body_html, '') as body_html, u.name as author, i.title, i.iid, i.state,
        n.full_path as path, n.name, n.full_name
      from issue_email_participants p join notes note on note.id = ${place.noteId} and not note.internal join users u on u.id = note.author_id
        join issuables i on i.id = p.issuable_id join namespaces n on n.id = i.namespace_id
      where p.issuable_id = ${place.issuableId} and n.emails_enabled order by p.id`,
    )
    const [first] = rows
    if (first === undefined) return
    const { settings } = ctx.services
    const domain = mailDomain(settings)
    const thread = `<issue_${issuableId}@${domain}>`
    const projectUrl = `${settings.externalUrl}/${first.path}`
    const url = `${projectUrl}/-/issues/${first.iid}`
    const lead = `${first.author} commented:`
    const why = 'You get this because somebody added your address.'
    const secret = await replySecret(ctx.db)
    const html = (await htmlForMail(ctx, [{ html: first.bodyHtml, projectId: nowhere }])).get(first.bodyHtml) ?? ''
    const mails = rows.map(({ email, participantId }, index) => {
      const key = outsiderKey(secret, { participantId, issuableId })
      const stop = `${settings.externalUrl}/-/sent_notifications/${key}/unsubscribe`
      return {
        userId: null,
        recipient: email,
        senderName: first.author,
        subject: `Re: ${first.name} | ${first.title} (#${first.iid})`,
        text: `${lead}\n\n${first.body}\n\n-- \n${why}\n${url}\nUnsubscribe: ${stop}\n`,
        html: mailPage({
          place: first.fullName,
          placeUrl: projectUrl,
          reference: `#${first.iid}`,
          title: first.title,
          state: first.state === 'closed' ? 'Closed' : 'Open',
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
      }
    })
    await transact(ctx, inner => queueMails(inner, mails))
  }),
]
