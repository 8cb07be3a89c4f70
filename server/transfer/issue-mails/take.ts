import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { textWithFiles } from '#server/foundation/uploads/mail-files.ts'
import { holderOf } from '#server/foundation/users/private-tokens.ts'
import { createIssue } from '#server/plan/issues/create.ts'
import { countIssue } from '#server/plan/issues/rate-limit.ts'
import type { ReceivedMail } from '#server/platform/mail/read.ts'
import type { IssueAddress } from './address.ts'
import { messages } from './messages.ts'

/**
 * The owner of an address, if they may create issues there now.
 *
 * @returns the context in which they act
 * @throws NotFound  it was reset, or never given out
 * @throws Forbidden  a blocked person, or one who may no longer create issues in the project
 */
export async function senderOf(ctx: Context, { projectId, token }: IssueAddress): Promise<Context> {
  const holder = await holderOf(ctx.db, 'mail', token)
  if (holder === null) throw new NotFound()
  if (holder.actor === null) throw new Forbidden()
  const sender = { ...ctx, actor: holder.actor }
  await projectFor(sender, projectId)
  return sender
}

/**
 * Create an issue of a mail, in the name of the person to whom its address was given, with the rights they have now: the subject
 * becomes the title, and the text the description, whose quick actions run.
 *
 * @returns false when this mail was taken before
 * @throws NotFound · @throws Forbidden  as `senderOf`
 * @throws Invalid  an automatic mail, or one without a subject
 * @throws RateLimited
 * @source LIST-012, product-rules.md 11
 */
export async function takeIssueMail(ctx: Context, address: IssueAddress, mail: ReceivedMail): Promise<boolean> {
  if (mail.automatic !== null) throw new Invalid(mail.automatic)
  if (mail.subject.trim() === '') throw new Invalid(messages.noSubject)
  const sender = await senderOf(ctx, address)
  return transact(sender, async inner => {
    const project = await projectFor(inner, address.projectId)
    if (!(await isNew(inner, project.id, mail.messageId))) return false
    await countIssue(inner)
    const description = await textWithFiles(inner, project.id, mail.whole, mail.files)
    await createIssue(inner, project, { title: mail.subject, description })
    return true
  })
}

/** A sender who may no longer know of the project gets the same answer as one who may not write there. */
async function projectFor(ctx: Context, projectId: number) {
  try {
    return await load(ctx, 'project:create-issue', projectByRef, { id: projectId })
  } catch (error) {
    if (error instanceof NotFound) throw new Forbidden(undefined, { cause: error })
    throw error
  }
}

/** Two of the same at once wait for each other here. */
async function isNew(ctx: Context, projectId: number, messageId: string): Promise<boolean> {
  if (ctx.actor.kind !== 'user') return false
  const { rows } = await sql`insert into received_issue_mails (namespace_id, user_id, message_id, received_at)
    values (${projectId}, ${ctx.actor.id}, ${messageId}, ${ctx.now}) on conflict do nothing returning 1 as one`.execute(
    ctx.db,
  )
  return rows.length > 0
}
