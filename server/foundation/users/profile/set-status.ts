import type { setStatus as setStatusOperation } from '#contract/foundation/users.ts'
import { userTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { clearMoment, type Status, statusColumns, statusOf } from './status.ts'

type StatusInput = InputOf<typeof setStatusOperation>

/** The status a message has when no emoji is chosen for it. */
const usualEmoji = 'speech_balloon'

/**
 * Set a user's status.
 *
 * @param missing  `clear`: fields that are not given are cleared; `keep`: they stay
 * @throws Invalid  an unknown emoji
 * @source UI-008
 */
export async function setStatus(
  ctx: Context,
  userId: number,
  input: StatusInput,
  missing: 'clear' | 'keep',
): Promise<Status> {
  const before = missing === 'keep' ? await readStatus(ctx, userId) : null
  const message = given(input.message == null ? input.message : oneLine(input.message), before?.message ?? null)
  const availability = given(input.availability, before?.availability ?? null)
  const chosen = given(input.emoji, before?.emoji ?? null)
  const emoji = chosen === null ? null : (emojiByName(chosen)?.name ?? null)
  if (chosen !== null && emoji === null) throw new Invalid({ emoji: ['is not a valid emoji name'] })
  const clearStatusAt = clearing(ctx.now, input.clearStatusAfter, before)
  const status: Status = {
    emoji: emoji ?? (message === null ? null : usualEmoji),
    message,
    availability: availability ?? (message !== null || emoji !== null ? 'not_set' : null),
    clearStatusAt: message === null && emoji === null && availability !== 'busy' ? null : clearStatusAt,
  }
  await ctx.db
    .updateTable('users')
    .set({
      statusEmoji: status.emoji,
      statusMessage: status.message,
      statusAvailability: status.availability,
      statusClearAt: status.clearStatusAt,
      updatedAt: ctx.now,
    })
    .where('id', '=', userId)
    .execute()
  await ctx.events.record('user.updated', { userId }, { topics: [userTopic(userId)] })
  return status
}

/** An empty text clears as null does. */
function given<T extends string>(value: T | null | undefined, otherwise: T | null): T | null {
  if (value === undefined) return otherwise
  return value === null || value.trim() === '' ? null : value
}

function clearing(now: string, after: StatusInput['clearStatusAfter'], before: Status | null): string | null {
  if (after === undefined) return before?.clearStatusAt ?? null
  return after === null ? null : clearMoment(after, now)
}

/** A user's status now, read anew. */
export async function readStatus(ctx: Context, userId: number): Promise<Status | null> {
  const user = await ctx.db.selectFrom('users').select(statusColumns).where('id', '=', userId).executeTakeFirst()
  return user === undefined ? null : statusOf(user, ctx.now)
}
