import type { Context } from '#server/context.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import './events.ts'
import type { NewMail } from './new-mail.ts'
import { withinLimits } from './outside-limits.ts'

/**
 * Queue emails in the current transaction; a job sends them after the commit. Emails to external addresses above a limit are
 * dropped.
 *
 * @returns the ids of those that are queued, in their order
 */
export async function queueMails(ctx: Context, given: readonly NewMail[]): Promise<readonly number[]> {
  const mails = await withinLimits(ctx, given)
  if (mails.length === 0) return []
  const written = await ctx.db
    .insertInto('mails')
    .values(
      mails.map(mail => ({
        userId: mail.userId,
        recipient: mail.recipient,
        authorId: mail.authorId ?? null,
        // Prevents header injection by line breaks and spoofing by bidirectional controls.
        senderName: mail.senderName === undefined ? null : oneLine(mail.senderName),
        subject: oneLine(mail.subject).slice(0, 500).toWellFormed(),
        text: mail.text,
        html: mail.html ?? null,
        headers: JSON.stringify(mail.headers ?? {}),
        secrets: mail.secrets ?? [],
        createdAt: ctx.now,
      })),
    )
    .returning('id')
    .execute()
  const mailIds = written.map(mail => mail.id)
  await ctx.events.record('mail.queued', {
    mailIds,
    isUrgent: mails.some(mail => mail.isUrgent === true),
  })
  return mailIds
}
