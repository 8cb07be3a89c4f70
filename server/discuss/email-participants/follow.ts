import { sql } from 'kysely'
import { transact } from '#server/context.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { later } from '#server/slice.ts'

interface Row {
  readonly email: string
  readonly body: string
  readonly author: string
  readonly title: string
  readonly iid: number
  readonly path: string
  readonly name: string
}

/** What is said openly goes out to those who take part by mail. @source product rules section 14 */
export const emailParticipantFollowers = [
  later('note.created', async (ctx, { payload: { noteId, issuableId, internal } }) => {
    if (internal) return
    const values = { noteId, issuableId }
    const rows = await runStatement<Row, typeof values>(
      ctx.db,
      'e-mail participants of a note',
      values,
      place => sql`
      select p.email, note.body, u.name as author, i.title, i.iid, n.full_path as path, n.name
      from issue_email_participants p join notes note on note.id = ${place.noteId} and not note.internal join users u on u.id = note.author_id
        join issuables i on i.id = p.issuable_id join namespaces n on n.id = i.namespace_id
      where p.issuable_id = ${place.issuableId} and n.emails_enabled order by p.id`,
    )
    if (rows.length === 0) return
    const { settings } = ctx.services
    const thread = `<issue_${issuableId}@${mailDomain(settings)}>`
    const mails = rows.map((row, index) => ({
      userId: null,
      recipient: row.email,
      senderName: row.author,
      subject: `Re: ${row.name} | ${row.title} (#${row.iid})`,
      text: `${row.author} commented:\n\n${row.body}\n\n-- \nYou get this because somebody added your address to ${settings.externalUrl}/${row.path}/-/issues/${row.iid}.\n`,
      headers: {
        'Message-ID': `<issue_${issuableId}_note_${noteId}_${index}@${mailDomain(settings)}>`,
        'In-Reply-To': thread,
        References: thread,
        'Auto-Submitted': 'auto-generated',
      },
    }))
    await transact(ctx, inner => queueMails(inner, mails))
  }),
]
