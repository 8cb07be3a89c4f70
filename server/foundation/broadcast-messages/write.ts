import { sql } from 'kysely'
import type { createBroadcastMessage, updateBroadcastMessage } from '#contract/foundation/broadcast-messages.ts'
import { siteTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import { levels } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { type FieldErrors, Invalid, NotFound } from '#server/errors.ts'
import { renderDescription } from '#server/foundation/namespaces/describe.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'
import { refuseChanged } from '#server/slice.ts'

type MessageInput = Omit<InputOf<typeof updateBroadcastMessage>, 'id' | 'expected'>

/** The time for which a message without an end is shown. */
const usualMs = 60 * 60 * 1000
/** The latest time with a four-digit year. */
const latestMs = Date.parse('9999-12-31T23:59:59.999Z')

/** The roles a message may be for: minimal access opens no page of a project. */
const roles: readonly number[] = Object.values(levels).filter(level => level > levels.minimal)

/**
 * Add a message.
 *
 * @throws Invalid  no text, an end before the start, an unknown role, or an invalid color
 */
export async function addMessage(ctx: Context, given: InputOf<typeof createBroadcastMessage>): Promise<number> {
  const startsAt = given.startsAt ?? ctx.now
  const endsAt = given.endsAt ?? new Date(Math.min(Date.parse(startsAt) + usualMs, latestMs)).toISOString()
  refuseWrong({ ...given, startsAt, endsAt })
  const { id } = await ctx.db
    .insertInto('broadcastMessages')
    .values({
      ...columns(given),
      message: given.message,
      messageHtml: await renderDescription(ctx.services.settings, given.message),
      startsAt,
      endsAt,
      createdAt: ctx.now,
      updatedAt: ctx.now,
      revisedAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.events.record('broadcast_message.created', { messageId: id }, { topics: [siteTopic] })
  return id
}

/**
 * Change a message. If its text changes, people who dismissed it see it again.
 *
 * @throws NotFound  no such message
 * @throws Invalid  as above
 */
export async function changeMessage(
  ctx: Context,
  { id, ...given }: InputOf<typeof updateBroadcastMessage>,
): Promise<void> {
  const now = await lockMessage(ctx, id)
  const startsAt = given.startsAt ?? now.startsAt
  const endsAt = given.endsAt ?? now.endsAt
  refuseWrong({ ...given, startsAt, endsAt })
  const isRevised = given.message !== undefined && given.message !== now.message
  await ctx.db
    .updateTable('broadcastMessages')
    .set({
      ...columns(given),
      ...(isRevised && {
        message: given.message,
        messageHtml: await renderDescription(ctx.services.settings, given.message ?? ''),
        revisedAt: ctx.now,
      }),
      startsAt,
      endsAt,
      updatedAt: ctx.now,
    })
    .where('id', '=', id)
    .execute()
  await ctx.events.record('broadcast_message.updated', { messageId: id }, { topics: [siteTopic] })
}

/**
 * @throws NotFound  no such message
 * @throws Precondition  it changed since
 */
export async function deleteMessage(
  ctx: Context,
  { id, ...unless }: { readonly id: number; readonly ifUnmodifiedSince?: string },
): Promise<void> {
  refuseChanged(await lockMessage(ctx, id), unless)
  await ctx.db.deleteFrom('broadcastMessages').where('id', '=', id).execute()
  await ctx.events.record('broadcast_message.deleted', { messageId: id }, { topics: [siteTopic] })
}

/** The message, locked until the transaction ends. @throws NotFound */
export async function lockMessage(ctx: Context, id: number) {
  const { rows } = await sql<{
    readonly message: string
    readonly startsAt: string
    readonly endsAt: string
    readonly theme: string
    readonly color: string | null
    readonly font: string | null
    readonly targetAccessLevels: readonly number[]
    readonly targetPath: string | null
    readonly broadcastType: string
    readonly dismissable: boolean
    readonly updatedAt: string
  }>`select message, iso(starts_at) as starts_at, iso(ends_at) as ends_at, theme, color, font, target_access_levels, target_path,
      broadcast_type, dismissable, iso(updated_at) as updated_at
    from broadcast_messages where id = ${id} for no key update`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Broadcast message')
  return rows[0]
}

function refuseWrong(given: MessageInput & { readonly startsAt: string; readonly endsAt: string }): void {
  const wrong: FieldErrors = {
    ...(given.message !== undefined && given.message.trim() === '' && { message: ["can't be blank"] }),
    ...(Date.parse(given.endsAt) <= Date.parse(given.startsAt) && { endsAt: ['must be after the start'] }),
    ...(given.targetAccessLevels?.some(level => !roles.includes(level)) && {
      targetAccessLevels: [`can only be ${roles.join(', ')}`],
    }),
    ...(typeof given.color === 'string' && !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(given.color)
      ? { color: ['must be a valid color code'] }
      : {}),
  }
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
}

/** The columns that are kept as they are given. */
function columns({ theme, color, font, targetPath, targetAccessLevels, broadcastType, dismissable }: MessageInput) {
  return withoutUndefined({
    theme,
    color,
    font,
    broadcastType,
    dismissable,
    targetPath: targetPath === undefined ? undefined : targetPath?.trim() || null,
    targetAccessLevels:
      targetAccessLevels === undefined ? undefined : [...new Set(targetAccessLevels)].sort((a, b) => a - b),
  })
}
