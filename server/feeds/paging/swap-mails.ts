import { sql } from 'kysely'
import type { SwapState } from '#contract/plan/incidents/on-call-limits.ts'
import type { Context } from '#server/context.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { canBeOnCall } from '#server/plan/on-call/available.ts'
import { readSwaps, type SwapRow } from '#server/plan/on-call/swaps/read.ts'
import { messages } from './messages.ts'

interface Recipient {
  readonly id: number
  readonly email: string
  readonly timeZone: string | null
  readonly projectPath: string
  readonly projectName: string
}

/** Mail the person who is asked for a swap, and the one who waits for its answer, in the current transaction. */
export async function mailSwap(ctx: Context, swapId: number, state: SwapState): Promise<void> {
  const [swap] = await readSwaps(ctx, sql`w.id = ${swapId}`)
  if (swap === undefined) return
  const isToAsked = state === 'pending' || state === 'withdrawn'
  const recipient = await recipientOf(ctx, swap, (isToAsked ? swap.toUser : swap.fromUser).id)
  if (recipient === undefined) return
  await queueMails(ctx, [mailOf(ctx, swap, state, recipient)])
}

/** @returns undefined for those who have lost access, or get no mail */
async function recipientOf(ctx: Context, { namespaceId }: SwapRow, userId: number): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select u.id, u.email, s.time_zone, n.full_path as project_path, n.name as project_name
    from users u join namespaces n on n.id = ${namespaceId} left join paging_settings s on s.user_id = u.id
    where u.id = ${userId} and ${canBeOnCall('u', 'n')} and u.confirmed_at is not null and n.emails_enabled`.execute(
    ctx.db,
  )
  return rows[0]
}

function mailOf(ctx: Context, swap: SwapRow, state: SwapState, recipient: Recipient) {
  const { fromUser, toUser, scheduleName, rotationName, startsAt, endsAt, returnStartsAt, returnEndsAt } = swap
  const timeZone = recipient.timeZone ?? swap.timeZone
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone })
  const span = (from: string, to: string) => `${format.format(Date.parse(from))} – ${format.format(Date.parse(to))}`
  const isExchange = returnStartsAt !== null && returnEndsAt !== null
  const sentence = {
    pending: `${fromUser.name} asks you to take an on-call shift${isExchange ? ' in exchange for a shift of your own' : ''}`,
    accepted: isExchange
      ? `${toUser.name} exchanges on-call shifts with you`
      : `${toUser.name} takes your on-call shift`,
    declined: `${toUser.name} cannot take your on-call shift`,
    withdrawn: `${fromUser.name} withdrew the request to take an on-call shift`,
  }[state]
  const lines = [
    `${sentence}.`,
    '',
    `Project: ${recipient.projectName}`,
    `Schedule: ${scheduleName}`,
    `Rotation: ${rotationName}`,
    `Shift of ${fromUser.name}: ${span(startsAt, endsAt)}`,
    ...(isExchange ? [`Shift of ${toUser.name} in return: ${span(returnStartsAt, returnEndsAt)}`] : []),
    `Time zone: ${timeZone}`,
    ...(state === 'pending' && swap.message !== '' ? ['', swap.message] : []),
    '',
    `${state === 'pending' ? messages.answerSwap : messages.viewSchedule} ${ctx.services.settings.externalUrl}/${recipient.projectPath}/-/oncall_schedules`,
  ]
  return {
    userId: recipient.id,
    recipient: recipient.email,
    subject: `${sentence}: ${scheduleName}`,
    text: lines.join('\n'),
  }
}
