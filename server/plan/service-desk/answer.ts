import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import { createNote } from '#server/discuss/notes/create.ts'
import { Invalid } from '#server/errors.ts'
import { textWithFiles } from '#server/foundation/uploads/mail-files.ts'
import { supportBot } from '#server/foundation/users/automation.ts'
import type { MailFile } from '#server/platform/mail/read.ts'
import { addParticipants, countByAddress, type Requester } from './request.ts'

export interface NewAnswer {
  /** Markdown. */
  readonly text: string
  readonly files: readonly MailFile[]
  /** Others who were named as recipients: they take part. */
  readonly others: readonly string[]
  /** The mail that it came in; null for the page. */
  readonly messageId: string | null
}

/**
 * Add the answer of a person without an account to an issue: a comment by the support bot, which names the person's address.
 *
 * @returns false when the mail was taken before
 * @throws NotFound  the issue no longer exists
 * @throws Forbidden  it takes no comments, as its project is archived
 * @throws Invalid  there is nothing in it
 * @throws RateLimited
 */
export async function addAnswer(
  ctx: Context,
  issueId: number,
  { email, isUnverified }: Requester,
  { text, files, others, messageId }: NewAnswer,
): Promise<boolean> {
  const actor = await supportBot(ctx.db)
  return transact({ ...ctx, actor }, async inner => {
    const issue = await load(inner, 'issuable:comment', noteableById, issueId)
    if (messageId !== null && !(await isNew(inner, issue.id, actor.id, messageId))) return false
    await countByAddress(inner, email, 'answers')
    const body = await textWithFiles(inner, issue.namespaceId, text, files)
    if (body.trim() === '') throw new Invalid('The reply is empty. Write your comment above the quoted text.')
    if (!isUnverified) await addParticipants(inner, issue.id, others)
    await createNote(inner, issue, { as: 'single', body, external: { email, isUnverified } })
    return true
  })
}

async function isNew(ctx: Context, issueId: number, botId: number, messageId: string): Promise<boolean> {
  const { rows } = await sql`insert into received_mails (user_id, issuable_id, message_id, received_at)
    values (${botId}, ${issueId}, ${messageId}, ${ctx.now}) on conflict do nothing returning 1 as one`.execute(ctx.db)
  return rows.length > 0
}
