import { sql } from 'kysely'
import { serviceDeskLimits } from '#contract/plan/service-desk/service-desk-limits.ts'
import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { maxAddresses } from '#server/discuss/email-participants/addresses.ts'
import { RateLimited } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { countTries } from '#server/foundation/passwords/tries.ts'
import { textWithFiles } from '#server/foundation/uploads/mail-files.ts'
import { supportBot } from '#server/foundation/users/automation.ts'
import { createIssue } from '#server/plan/issues/create.ts'
import type { MailFile } from '#server/platform/mail/read.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { joinContacts } from './contacts.ts'
import type { ServiceDesk } from './desk.ts'
import './events.ts'

/** A person without an account. */
export interface Requester {
  /** In lower case. */
  readonly email: string
  readonly name: string
  /** The mail server of the site could not confirm that the mail is from them. */
  readonly isUnverified: boolean
}

export interface NewRequest {
  readonly title: string
  /** Markdown. */
  readonly text: string
  readonly files: readonly MailFile[]
  /** Others who were named as recipients: they take part. */
  readonly others: readonly string[]
  /** The mail that it came in; null for the form. */
  readonly messageId: string | null
  /** The requester gets an email that it was received. */
  readonly isConfirmed: boolean
}

/** Requests and answers of one address in an hour. */
const hourly = { requests: { max: 20, minutes: 60 }, answers: { max: 60, minutes: 60 } } as const

/** @throws RateLimited  too many by one address */
export async function countByAddress(ctx: Context, email: string, what: keyof typeof hourly): Promise<void> {
  if (!ctx.services.settings.rateLimits) return
  if (!(await countTries(ctx.db, [`service desk ${what} ${email}`], hourly[what])))
    throw new RateLimited('Too many messages from this address. Try again later.', 3600)
}

/**
 * Create the issue of a request: confidential, and by the support bot. Its text runs no quick actions and mentions nobody.
 *
 * @returns null when the mail was taken before
 * @throws Forbidden  the project is archived
 * @throws NotFound  issues are turned off
 * @throws RateLimited
 */
export async function createRequest(
  ctx: Context,
  desk: ServiceDesk,
  requester: Requester,
  given: NewRequest,
): Promise<{ readonly id: number; readonly iid: number } | null> {
  const actor = await supportBot(ctx.db)
  return transact({ ...ctx, actor }, async inner => {
    const project = await load(inner, 'project:create-issue', projectByRef, { id: desk.projectId })
    if (given.messageId !== null && !(await isNew(inner, project.id, actor.id, given.messageId))) return null
    await countByAddress(inner, requester.email, 'requests')
    const { issueTemplate, label } = await readDefaults(inner, project.id)
    const words = await textWithFiles(inner, project.id, given.text, given.files)
    const description = [words, issueTemplate ?? ''].filter(text => text.trim() !== '').join('\n\n')
    const title = oneLine(given.title).slice(0, serviceDeskLimits.title).toWellFormed().trim()
    const issue = await createIssue(
      inner,
      project,
      {
        title: title === '' ? 'Request without a subject' : title,
        description,
        confidential: true,
        ...(label !== null && { labels: { replace: [label] } }),
      },
      { isFromOutside: true },
    )
    await sql`insert into service_desk_requests (issuable_id, desk_id, email, name, message_id, is_unverified, created_at)
      values (${issue.id}, ${project.id}, ${requester.email}, ${oneLine(requester.name).slice(0, 255).toWellFormed()}, ${given.messageId},
        ${requester.isUnverified}, ${inner.now})`.execute(inner.db)
    // A forged sender is not drawn in: neither the address that it names nor others get mail.
    if (!requester.isUnverified) {
      await addParticipants(inner, issue.id, [requester.email, ...given.others])
      await joinContacts(inner, { id: issue.id, namespaceId: project.id }, desk.rootId, requester)
    }
    await inner.events.record(
      'service_desk.requested',
      { issueId: issue.id, isConfirmed: given.isConfirmed && !requester.isUnverified, messageId: given.messageId },
      { namespaceId: project.id },
    )
    return issue
  })
}

/** Add addresses that wrote to the service desk or were copied in, up to the limit; they need not confirm. */
export async function addParticipants(ctx: Context, issueId: number, emails: readonly string[]): Promise<void> {
  await sql`insert into issue_email_participants (issuable_id, email, is_of_service_desk, created_at)
    select ${issueId}, e.email, true, ${ctx.now}::timestamptz
    from (select g.email, min(g.place) as place from unnest(${[...emails]}::text[]) with ordinality g(email, place) group by g.email) e
    where not exists (select 1 from declined_addresses d where d.email = e.email)
      and not exists (select 1 from issue_email_participants p where p.issuable_id = ${issueId} and p.email = e.email)
    order by e.place limit greatest(0, ${maxAddresses} - (select count(*) from issue_email_participants p where p.issuable_id = ${issueId}))
    on conflict do nothing`.execute(ctx.db)
}

/** Two of the same mail at once wait for each other here. */
async function isNew(ctx: Context, projectId: number, botId: number, messageId: string): Promise<boolean> {
  const { rows } = await sql`insert into received_issue_mails (namespace_id, user_id, message_id, received_at)
    values (${projectId}, ${botId}, ${messageId}, ${ctx.now}) on conflict do nothing returning 1 as one`.execute(ctx.db)
  return rows.length > 0
}

async function readDefaults(ctx: Context, projectId: number) {
  const { rows } = await sql<{ issueTemplate: string | null; label: string | null }>`
    select d.issue_template, l.title as label from service_desks d left join labels l on l.id = d.label_id where d.project_id = ${projectId}`.execute(
    ctx.db,
  )
  return rows[0] ?? { issueTemplate: null, label: null }
}

/** Count a mail of a program, which is not stored. */
export async function countIgnoredMail(ctx: Context, projectId: number): Promise<void> {
  await sql`insert into service_desks as d (project_id, ignored_mails) values (${projectId}, 1)
    on conflict (project_id) do update set ignored_mails = d.ignored_mails + 1`.execute(ctx.db)
}
