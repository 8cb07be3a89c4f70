import type { Context } from '#server/context.ts'
import './events.ts'

/** A mail to be sent. */
export interface NewMail {
  /** Whom it is for, when that is somebody with an account: it goes with the account. */
  readonly userId: number | null
  readonly recipient: string
  /** Who speaks, before the address of the site; the site itself when left out. */
  readonly senderName?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Such as Message-ID, In-Reply-To and References, by which mail programs make threads. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Write mails into the mailbox, in the transaction of what they tell of, and have them sent after it. */
export async function queueMails(ctx: Context, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return
  const written = await ctx.db
    .insertInto('mails')
    .values(
      mails.map(mail => ({
        userId: mail.userId,
        recipient: mail.recipient,
        senderName: mail.senderName ?? null,
        // A line break would end the header.
        subject: mail.subject.replace(/[\r\n]+/g, ' ').slice(0, 500),
        text: mail.text,
        html: mail.html ?? null,
        headers: JSON.stringify(mail.headers ?? {}),
        createdAt: ctx.now,
      })),
    )
    .returning('id')
    .execute()
  await ctx.events.record('mail.queued', { mailIds: written.map(mail => mail.id) })
}
