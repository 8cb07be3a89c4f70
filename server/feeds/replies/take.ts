import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { noteableById, noteById } from '#server/discuss/noteables/noteable.ts'
import { createNote, type NewNote } from '#server/discuss/notes/create.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import type { ReplyTarget } from '#server/feeds/notifications/reply-address.ts'
import { textWithFiles } from '#server/foundation/uploads/mail-files.ts'
import { activeActor } from '#server/foundation/users/active-actor.ts'
import type { ReceivedMail } from '#server/platform/mail/read.ts'

/**
 * Make a comment of an answer by mail, in the name of whom the address was made for, with the rights they have now. Its
 * quick actions run. An answer to a thread goes into it, one to an internal note stays internal.
 *
 * @returns false when this mail was taken before
 * @throws Forbidden  a blocked person, or one who may not comment any more
 * @throws NotFound  the item or the note no longer exists, or they may not know of it any more
 * @throws Invalid  nothing in it that its sender wrote, or too much
 * @throws RateLimited
 */
export async function takeReply(ctx: Context, target: ReplyTarget, mail: ReceivedMail): Promise<boolean> {
  if (mail.automatic !== null) throw new Invalid(mail.automatic)
  const actor = await activeActor(ctx.db, target.userId)
  if (actor === null) throw new Forbidden()
  return transact({ ...ctx, actor }, async inner => {
    const issue = await load(inner, 'issuable:comment', noteableById, target.issuableId)
    if (!(await isNew(inner, target, mail.messageId))) return false
    const given = await threadOf(inner, target)
    const body = await textWithFiles(inner, issue.namespaceId, mail.text, mail.files)
    if (body === '') throw new Invalid('The reply is empty. Write your comment above the quoted text.')
    await createNote(inner, issue, { ...given, body })
    return true
  })
}

/** Two of the same at once wait for each other here. */
async function isNew(ctx: Context, { userId, issuableId }: ReplyTarget, messageId: string): Promise<boolean> {
  const { rows } = await sql`insert into received_mails (user_id, issuable_id, message_id, received_at)
    values (${userId}, ${issuableId}, ${messageId}, ${ctx.now}) on conflict do nothing returning 1 as one`.execute(
    ctx.db,
  )
  return rows.length > 0
}

async function threadOf(ctx: Context, { issuableId, noteId }: ReplyTarget): Promise<Pick<NewNote, 'as' | 'internal'>> {
  if (noteId === null) return { as: 'single' }
  // If the note was deleted, its visibility is unknown.
  const note = await load(ctx, 'note:read', noteById, noteId)
  if (note.noteable.id !== issuableId) throw new Forbidden()
  return note.resolvable ? { as: { replyTo: note.discussionId } } : { as: 'single', internal: note.internal }
}
