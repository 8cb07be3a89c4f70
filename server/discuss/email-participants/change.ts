import { sql } from 'kysely'
import { kindWord, withArticle } from '#contract/issuable-kinds.ts'
import { issuableTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { seriesOf } from '#server/discuss/noteables/noteable.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { Invalid } from '#server/errors.ts'
import { maxAddresses } from './addresses.ts'
import { askFor, withoutConsent } from './consent.ts'

/**
 * Add external addresses as email participants; they get comments once their owners have confirmed.
 *
 * @returns the newly added addresses, and those among them that must confirm first
 * @throws Invalid  too many addresses, or one that has declined or may not be invited now
 */
export async function addAddresses(ctx: Context, target: CommandTarget, emails: readonly string[]): Promise<Added> {
  // Held until the end, so that two who add at once do not add too many.
  await sql`select 1 from issuables where id = ${target.id} for no key update`.execute(ctx.db)
  const known = await ctx.db
    .selectFrom('issueEmailParticipants')
    .select('email')
    .where('issuableId', '=', target.id)
    .execute()
  const come = emails.filter(email => !known.some(each => each.email === email))
  if (known.length + come.length > maxAddresses) {
    const one = withArticle(kindWord(seriesOf(target.type)))
    throw new Invalid(`A${one.slice(1)} can have up to ${maxAddresses} email participants.`)
  }
  if (come.length === 0) return { come, unasked: [] }
  const unasked = await askFor(ctx, target, come)
  await ctx.db
    .insertInto('issueEmailParticipants')
    .values(come.map(email => ({ issuableId: target.id, email, createdAt: ctx.now })))
    .execute()
  await tell(ctx, target, 'added', come.length, unasked)
  return { come, unasked: await withoutConsent(ctx, target, come) }
}

export interface Added {
  readonly come: readonly string[]
  readonly unasked: readonly string[]
}

type ParticipantsTarget = Pick<CommandTarget, 'id' | 'namespaceId'>

/** Stop sending comments to addresses. @returns how many were there */
export async function removeAddresses(
  ctx: Context,
  target: ParticipantsTarget,
  emails: readonly string[],
): Promise<number> {
  const gone = await ctx.db
    .deleteFrom('issueEmailParticipants')
    .where('issuableId', '=', target.id)
    .where('email', 'in', [...emails])
    .returning('id')
    .execute()
  await tell(ctx, target, 'removed', gone.length)
  return gone.length
}

// The addresses themselves are not shown to everyone who reads the history.
async function tell(
  ctx: Context,
  target: ParticipantsTarget,
  verb: 'added' | 'removed',
  count: number,
  unasked: readonly string[] = [],
): Promise<void> {
  if (count === 0) return
  const { type, ...place } = await ctx.db
    .selectFrom('issuables as i')
    .innerJoin('namespaces as n', 'n.id', 'i.namespaceId')
    .select(['i.type', 'n.id', 'n.fullPath', 'n.ancestorIds'])
    .where('i.id', '=', target.id)
    .executeTakeFirstOrThrow()
  const text = `${verb} ${count === 1 ? 'an email participant' : `${count} email participants`}`
  await writeSystemNotes(ctx, target.id, place, [{ action: 'issue_email_participants', text }])
  const topics = [issuableTopic(seriesOf(type), target.id)]
  await ctx.events.record(
    'email_participants.changed',
    { issuableId: target.id, ...(unasked.length === 0 ? {} : { unasked }) },
    { namespaceId: target.namespaceId, topics },
  )
}
