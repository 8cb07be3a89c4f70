import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { DeskReplyTarget } from '#server/feeds/notifications/reply-address.ts'
import { addAnswer } from '#server/plan/service-desk/answer.ts'
import { deskAt, type ServiceDesk } from '#server/plan/service-desk/desk.ts'
import { countIgnoredMail, createRequest, type Requester } from '#server/plan/service-desk/request.ts'
import { isForged } from '#server/platform/mail/authentication.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import type { ReceivedMail } from '#server/platform/mail/read.ts'

/** `ignored`: a program wrote it, and nothing was stored. `again`: it was taken before. */
export type DeskMailOutcome = 'taken' | 'again' | 'ignored'

/**
 * Take a mail to the address of a service desk: a request, or the answer of a participant who answered all recipients of an earlier mail.
 * Automatic mails and our own are counted and dropped. They are not refused: a refusal would be one more mail in a loop.
 *
 * @throws Invalid  it names no sender
 * @throws Forbidden  the project is archived
 * @throws NotFound  it takes no issues
 * @throws RateLimited
 * @source product rules section 14
 */
export async function takeDeskMail(ctx: Context, desk: ServiceDesk, mail: ReceivedMail): Promise<DeskMailOutcome> {
  if (await isFromProgram(ctx, mail)) {
    await countIgnoredMail(ctx, desk.projectId)
    return 'ignored'
  }
  const sender = senderOf(ctx, mail)
  const others = await otherRecipients(ctx, mail, sender.email)
  const { messageId, files, headers } = mail
  // The writer of the mail is its sender, not an address in Reply-To: anybody can write that of a participant there.
  const author = { ...sender, email: headers.from?.email ?? sender.email }
  const issueId = await answeredBy(ctx, desk, mail, author)
  if (issueId !== null)
    return takenIf(await addAnswer(ctx, issueId, author, { text: mail.text, files, others, messageId }))
  const request = await createRequest(ctx, desk, sender, {
    title: mail.subject,
    text: mail.whole,
    files,
    others,
    messageId,
    isConfirmed: !headers.refusesAutomaticAnswers,
  })
  return takenIf(request !== null)
}

/**
 * Take the answer of a person without an account to a mail about an issue.
 *
 * @throws NotFound  the issue no longer exists, or they no longer take part in it
 */
export async function takeDeskReply(
  ctx: Context,
  target: DeskReplyTarget,
  mail: ReceivedMail,
): Promise<DeskMailOutcome> {
  const { issueId, deskId, email } = await participantAt(ctx, target)
  if (await isFromProgram(ctx, mail)) {
    if (deskId !== null) await countIgnoredMail(ctx, deskId)
    return 'ignored'
  }
  const { messageId, files, text } = mail
  const sender = senderOf(ctx, mail)
  const others = await otherRecipients(ctx, mail, sender.email)
  // The address is known to its owner alone, who may write from another one of theirs: then both are plain.
  const author =
    sender.email === email ? sender : { ...sender, isUnverified: !(await takesPart(ctx, issueId, sender.email)) }
  return takenIf(await addAnswer(ctx, issueId, author, { text, files, others, messageId }))
}

const takenIf = (isNew: boolean): DeskMailOutcome => (isNew ? 'taken' : 'again')

/** The person to whom answers go. @throws Invalid  the mail names none */
function senderOf(ctx: Context, { headers }: ReceivedMail): Requester {
  const { from, replyTo, authenticationResults } = headers
  if (from === null) throw new Invalid('The message has no valid sender address.')
  const isUnverified = isForged(authenticationResults, ctx.services.settings.smtpInAuthServer, from.email)
  return { email: (replyTo ?? from).email, name: from.name, isUnverified }
}

/** Whether a program wrote the mail: an automatic reply, a bounce, or a mail of this site that came back. */
async function isFromProgram(
  ctx: Context,
  { automatic, messageId, headers: { from } }: ReceivedMail,
): Promise<boolean> {
  if (automatic !== null || messageId.endsWith(`@${mailDomain(ctx.services.settings)}>`)) return true
  return from !== null && (await isOwnAddress(ctx, from.email))
}

const ownLocalPart = /^(?:weft|incoming\+.*|reply\+.*|desk\+.*|contact\+.*)@/

async function isOwnAddress(ctx: Context, email: string): Promise<boolean> {
  if (ownLocalPart.test(email) && email.endsWith(`@${mailDomain(ctx.services.settings)}`)) return true
  return (await deskAt(ctx, email)) !== null
}

/** Those in To and Cc besides the sender and addresses of the site. */
async function otherRecipients(ctx: Context, { headers }: ReceivedMail, sender: string): Promise<readonly string[]> {
  const named = [...new Set([...headers.to, ...headers.cc].map(({ email }) => email))].filter(
    email => email !== sender && !email.endsWith(`@${mailDomain(ctx.services.settings)}`),
  )
  if (named.length === 0) return []
  const { rows } = await sql<{ address: string }>`
    select lower(service_desk_custom_address) as address from projects where lower(service_desk_custom_address) = any (${named}::text[])`.execute(
    ctx.db,
  )
  return named.filter(email => !rows.some(row => row.address === email))
}

/**
 * The issue that a mail to the address of the service desk itself answers, if its sender takes part there: someone in Cc who answers the mail
 * of the requester, not one of ours. Ids of mails are no secrets, so an unverified sender begins a request of their own.
 */
async function answeredBy(
  ctx: Context,
  desk: ServiceDesk,
  { headers: { references } }: ReceivedMail,
  { email, isUnverified }: Requester,
): Promise<number | null> {
  if (references.length === 0 || isUnverified) return null
  const own = new RegExp(
    `^<issue_(\\d{1,15})(?:_[a-z0-9_]*)?@${mailDomain(ctx.services.settings).replaceAll('.', '\\.')}>$`,
  )
  const ids = references.flatMap(reference => own.exec(reference)?.[1] ?? [])
  const { rows } = await sql<{ issueId: number }>`
    select r.issuable_id as issue_id from service_desk_requests r
    where r.desk_id = ${desk.projectId} and (r.message_id = any (${[...references]}::text[]) or r.issuable_id = any (${ids}::bigint[]))
      and (r.email = ${email} or exists (select 1 from issue_email_participants p where p.issuable_id = r.issuable_id and p.email = ${email}))
    order by r.issuable_id desc limit 1`.execute(ctx.db)
  return rows[0]?.issueId ?? null
}

interface Participation {
  readonly issueId: number
  readonly deskId: number | null
  readonly email: string
}

/** @throws NotFound */
async function participantAt(ctx: Context, { participantId, issuableId }: DeskReplyTarget): Promise<Participation> {
  // An issue that was moved goes on in another one.
  const { rows } = await sql<Participation>`
    with recursive moved as (
      select i.id, i.moved_to_id, 1 as step from issuables i where i.id = ${issuableId}
      union all select i.id, i.moved_to_id, m.step + 1 from moved m join issuables i on i.id = m.moved_to_id where m.step < 20)
    select m.id as issue_id, r.desk_id, p.email from issue_email_participants p cross join moved m
      left join service_desk_requests r on r.issuable_id = m.id
    where p.id = ${participantId} and p.issuable_id = ${issuableId} order by m.step desc limit 1`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound()
  return found
}

async function takesPart(ctx: Context, issueId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from issue_email_participants where issuable_id = ${issueId} and email = ${email}`.execute(ctx.db)
  return rows.length > 0
}
