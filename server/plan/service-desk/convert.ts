import { sql } from 'kysely'
import { issuesTopic, issueTopic } from '#contract/live-topics.ts'
import { load } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { readAddresses } from '#server/discuss/email-participants/addresses.ts'
import { countInvitations } from '#server/discuss/email-participants/consent.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import type { CommandPlan, CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { refusal } from '#server/discuss/quick-actions/refusal.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { supportBot } from '#server/foundation/users/automation.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { joinContacts } from './contacts.ts'
import { findDesk, type ServiceDesk } from './desk.ts'
import './events.ts'
import { addParticipants } from './request.ts'

const name = 'convert_to_ticket'

const messages = {
  address: 'Enter one email address.',
  off: 'Turn on the project’s service desk first.',
  already: 'This issue is already a service desk request.',
} as const

/** `/convert_to_ticket`. @source product-rules.md 7 */
export const convertToTicket: QuickAction = {
  name,
  aliases: [],
  parameter: 'email@example.com',
  description: 'Convert to a service desk request',
  types: ['issue'],
  ability: 'issuable:set-metadata',
  // A new one is not there to be converted.
  isOffered: target => target.id !== 0,
  isListed: async (ctx, target) =>
    (await deskOf(ctx, target.namespaceId)) !== null && !(await isRequest(ctx, target.id)),
  explain: async (ctx, target, argument): Promise<CommandPlan> => {
    try {
      const { email } = await readConversion(ctx, target, argument)
      return `Converts this issue to a confidential service desk request of ${email}, who gets an email and can read the description and all public comments.`
    } catch (error) {
      return refusal(name, error)
    }
  },
  run: async (ctx, target, argument) => {
    try {
      const { email, desk } = await readConversion(ctx, target, argument)
      await convert(ctx, target, desk, email)
      return { done: `Converted this issue to a service desk request of ${email}.` }
    } catch (error) {
      return refusal(name, error)
    }
  },
}

const deskOf = (ctx: Context, projectId: number) => findDesk(ctx, sql`p.id = ${projectId}`)

async function isRequest(ctx: Context, issueId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from service_desk_requests where issuable_id = ${issueId}`.execute(ctx.db)
  return rows.length > 0
}

async function readConversion(ctx: Context, target: CommandTarget, argument: string) {
  const [email, ...others] = readAddresses(argument) ?? []
  if (email === undefined || others.length > 0) throw new Invalid(messages.address)
  const desk = await deskOf(ctx, target.namespaceId)
  if (desk === null) throw new Conflict(messages.off)
  if (await isRequest(ctx, target.id)) throw new Conflict(messages.already)
  return { email, desk }
}

/**
 * Convert an issue to a request of a person without an account, who is told by email: the support bot becomes its author, and it becomes
 * confidential.
 *
 * @throws Invalid  the owner of the address has declined emails, or there are too many invitations
 * @throws Conflict  it was converted at the same time
 */
async function convert(ctx: Context, target: CommandTarget, desk: ServiceDesk, email: string): Promise<void> {
  await countInvitations(ctx, [email])
  const { rows } = await sql`insert into service_desk_requests (issuable_id, desk_id, email, created_at)
    values (${target.id}, ${desk.projectId}, ${email}, ${ctx.now}) on conflict do nothing returning 1 as one`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw new Conflict(messages.already)
  await changeIssuable(ctx, await load(ctx, 'issuable:set-metadata', issueById, { issueId: target.id }), {
    confidential: true,
  })
  const issue = await load(ctx, 'issuable:set-metadata', issueById, { issueId: target.id })
  const author = await becomeSupportBots(ctx, issue.id)
  await addParticipants(ctx, issue.id, [email])
  await joinContacts(ctx, { id: issue.id, namespaceId: desk.projectId }, desk.rootId, { email, name: '' })
  // The address is not shown to everyone who reads the history.
  const text = `converted the issue to a service desk request. @${author} created it`
  await writeSystemNotes(
    ctx,
    issue.id,
    { id: issue.namespaceId, fullPath: issue.namespacePath, ancestorIds: issue.ancestorIds },
    [{ action: 'service_desk', text }],
  )
  await ctx.events.record(
    'service_desk.requested',
    { issueId: issue.id, isConfirmed: true, messageId: null },
    { namespaceId: issue.namespaceId, topics: [issueTopic(issue.id), issuesTopic(issue.namespaceId)] },
  )
}

/** @returns the name of its author before */
async function becomeSupportBots(ctx: Context, issueId: number): Promise<string> {
  const bot = await supportBot(ctx.db)
  const { rows } = await sql<{ username: string }>`
    with before as (select i.id, u.username from issuables i join users u on u.id = i.author_id where i.id = ${issueId})
    update issuables i set author_id = ${bot.id}, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
    from before where i.id = before.id returning before.username`.execute(ctx.db)
  const [author] = rows
  if (author === undefined) throw new Error('an issue without an author')
  return author.username
}
