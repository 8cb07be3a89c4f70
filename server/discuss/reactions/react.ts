import { sql } from 'kysely'
import { type Context, userIdOrZero } from '#server/context.ts'
import { noteTopics, type TopicSource } from '#server/discuss/noteables/live-topics.ts'
import { NotFound } from '#server/errors.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'

/** The subject of a reaction: an issuable or one of its notes. The caller has loaded it for the ability to react. */
export interface Awardable {
  readonly issuable: TopicSource
  readonly noteId: number | null
  /** An internal note's reactions are internal too. */
  readonly internal: boolean
}

/**
 * React with an emoji, by any of its names.
 *
 * @returns the id of the new reaction
 * @throws NotFound  no such emoji, or given already
 * @source rest.md 8.1
 */
export async function react(ctx: Context, on: Awardable, name: string | number): Promise<number> {
  const emoji = emojiByName(bare(name))
  if (emoji === undefined) throw new NotFound('Award Emoji Name is not a valid emoji name')
  const id = await add(ctx, on, emoji.name)
  if (id === null) throw new NotFound('Award Emoji Name has already been taken')
  return id
}

/** The actor's own reaction of a name; null when there is none. */
export async function ownReaction(ctx: Context, on: Awardable, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from award_emoji where issuable_id = ${on.issuable.id}
    and coalesce(note_id, 0) = ${on.noteId ?? 0} and user_id = ${userIdOrZero(ctx)} and name = ${name}`.execute(ctx.db)
  return rows[0]?.id ?? null
}

/** React, or take the same reaction back. @returns false when there is no such emoji */
export async function toggleReaction(
  ctx: Context,
  on: Awardable,
  name: string | number,
): Promise<'added' | 'removed' | false> {
  const emoji = emojiByName(bare(name))
  if (emoji === undefined) return false
  if ((await add(ctx, on, emoji.name)) !== null) return 'added'
  await takeBack(ctx, on, sql`name = ${emoji.name} and user_id = ${userIdOrZero(ctx)}`)
  return 'removed'
}

/** Take the actor's own reaction of a name back. @returns false when there is none */
export function takeBackReaction(ctx: Context, on: Awardable, name: string): Promise<boolean> {
  return takeBack(ctx, on, sql`name = ${name} and user_id = ${userIdOrZero(ctx)}`)
}

/** @throws NotFound  no such reaction there */
export async function removeReaction(ctx: Context, on: Awardable, awardId: number): Promise<void> {
  if (!(await takeBack(ctx, on, sql`id = ${awardId}`))) throw new NotFound('Award Emoji')
}

const bare = (name: string | number): string => String(name).trim().replace(/^:|:$/g, '')
/** Thumbs on the issuable itself are counted with it. */
const counted = (delta: 1 | -1, from: string) => sql`update issuables i
  set upvotes = greatest(i.upvotes + case when c.name = 'thumbsup' then ${sql.lit(delta)} else 0 end, 0),
    downvotes = greatest(i.downvotes + case when c.name = 'thumbsdown' then ${sql.lit(delta)} else 0 end, 0)
  from ${sql.table(from)} c where i.id = c.issuable_id and c.note_id is null and c.name in ('thumbsup', 'thumbsdown')`

async function add(ctx: Context, on: Awardable, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with given as (insert into award_emoji (issuable_id, note_id, user_id, name, created_at, updated_at)
      values (${on.issuable.id}, ${on.noteId}, ${userIdOrZero(ctx)}, ${name}, ${ctx.now}, ${ctx.now})
      on conflict do nothing returning id, issuable_id, note_id, name),
    counted as (${counted(1, 'given')})
    select id from given`.execute(ctx.db)
  const id = rows[0]?.id
  if (id === undefined) return null
  await record(ctx, 'reaction.added', on, name, { id, userId: userIdOrZero(ctx), createdAt: ctx.now })
  return id
}

async function takeBack(ctx: Context, on: Awardable, which: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ name: string; id: number; userId: number; createdAt: string }>`
    with gone as (delete from award_emoji where issuable_id = ${on.issuable.id} and coalesce(note_id, 0) = ${on.noteId ?? 0} and ${which}
      returning id, issuable_id, note_id, user_id, name, created_at),
    counted as (${counted(-1, 'gone')})
    select name, id, user_id, iso(created_at) as created_at from gone`.execute(ctx.db)
  const [gone] = rows
  if (gone === undefined) return false
  const { name, ...award } = gone
  await record(ctx, 'reaction.removed', on, name, award)
  return true
}

async function record(
  ctx: Context,
  event: 'reaction.added' | 'reaction.removed',
  on: Awardable,
  name: string,
  award: NonNullable<EventPayloads['reaction.added']['award']>,
): Promise<void> {
  const { issuable, noteId, internal } = on
  await ctx.events.record(
    event,
    { issuableId: issuable.id, noteId, name, award },
    { namespaceId: issuable.namespaceId, topics: noteTopics(issuable, internal) },
  )
}
