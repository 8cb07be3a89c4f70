import { type Context, transact } from '#server/context.ts'
import { Unavailable } from '#server/errors.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { sendMail } from '#server/platform/mail/send.ts'
import type { Settings } from '#server/settings.ts'
import { blankSecrets, type MailBody } from './blank.ts'
import { filesOf, readFileOf } from './files.ts'

declare module '#server/context.ts' {
  interface Plugs {
    /** Called in the transaction that marks a mail as sent or failed. A failed one is tried again. */
    readonly markedMails: readonly ((ctx: Context, mailId: number) => Promise<void>)[]
  }
}

/**
 * Send those of these mails that are queued. Without a mail server they stay in the mailbox, which administrators read.
 * A mail that went out is marked at once, so that trying the others again does not send it twice.
 *
 * @throws Unavailable  when one could not be sent; the queue tries again
 */
export async function deliverMails(ctx: Context, mailIds: readonly number[]): Promise<void> {
  const { settings } = ctx.services
  if (settings.smtpUrl === undefined || mailIds.length === 0) return
  const rows = await ctx.db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'headers', 'senderName', 'secrets'])
    .where('id', 'in', [...mailIds])
    .where('sentAt', 'is', null)
    .orderBy('id')
    .execute()
  // Only `queueMails` writes the headers, as texts by name.
  const waiting = rows.map(row => ({ ...row, headers: row.headers as Readonly<Record<string, string>> }))
  const files = await filesOf(
    ctx.db,
    waiting.map(mail => mail.id),
  )
  let failed: unknown = null
  for (const mail of waiting) {
    const file = files.get(mail.id)
    try {
      await sendMail(settings.smtpUrl, {
        from: { name: mail.senderName ?? 'Weft', address: senderOf(settings) },
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: mail.headers,
        ...(file && { file: { ...file, content: readFileOf(ctx.db, mail.id) } }),
      })
      await markSent(ctx, mail)
    } catch (error) {
      failed = error
      await markFailed(ctx, mail.id, error instanceof Error ? error.message.slice(0, 1000) : 'unknown')
    }
  }
  if (failed !== null) throw new Unavailable('could not send an email', { cause: failed })
}

/** The recipient has the mail now: its kept copy must grant no access to others. */
async function markSent(ctx: Context, mail: MailBody & { readonly id: number; readonly secrets: readonly string[] }) {
  const sent = { sentAt: new Date().toISOString(), failure: null }
  const { text, html, headers } = blankSecrets(mail, mail.secrets)
  const body = mail.secrets.length === 0 ? {} : { text, html, headers: JSON.stringify(headers), secrets: [] }
  await transact(ctx, async inner => {
    const { db } = inner
    await db
      .updateTable('mails')
      .set({ ...sent, ...body })
      .where('id', '=', mail.id)
      .execute()
    await db.deleteFrom('mailFiles').where('mailId', '=', mail.id).execute()
    await tellMarked(inner, mail.id)
  })
}

async function markFailed(ctx: Context, mailId: number, failure: string): Promise<void> {
  await transact(ctx, async inner => {
    await inner.db.updateTable('mails').set({ failure }).where('id', '=', mailId).execute()
    await tellMarked(inner, mailId)
  })
}

async function tellMarked(ctx: Context, mailId: number): Promise<void> {
  for (const tell of ctx.services.plugs.markedMails) await tell(ctx, mailId)
}

/** The address one signs in to the mail server with, else weft@ the host of the site. */
function senderOf(settings: Settings): string {
  const account = settings.smtpUrl === undefined ? '' : decodeURIComponent(new URL(settings.smtpUrl).username)
  return account.includes('@') ? account : `weft@${mailDomain(settings)}`
}
