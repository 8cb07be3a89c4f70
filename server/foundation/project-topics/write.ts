import { sql } from 'kysely'
import type { createTopic, updateTopic } from '#contract/foundation/project-topics.ts'
import { topicsChanged, topicsRenamed } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { type FieldErrors, Invalid, NotFound } from '#server/errors.ts'
import { renderDescription } from '#server/foundation/namespaces/describe.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { tooLong } from '#server/platform/text/problems.ts'
import { refuseChanged } from '#server/slice.ts'
import { changeTopicAvatar, dropTopicAvatar } from './avatar.ts'
import { topicNameLimit } from './keep.ts'

const told = { topics: [topicsChanged, topicsRenamed] }

/** @throws Invalid  no name, or one that is taken in upper or lower case */
export async function addTopic(ctx: Context, given: InputOf<typeof createTopic>): Promise<number> {
  const name = checkedName(given.name)
  const description = given.description ?? ''
  const { id } = await untaken(
    ctx.db
      .insertInto('topics')
      .values({
        name,
        title: oneLine(given.title ?? '') || name,
        description,
        descriptionHtml: await renderDescription(ctx.services.settings, description),
        curated: true,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await changeTopicAvatar(ctx, id, given.avatar)
  await ctx.events.record('topic.created', { topicId: id }, { topics: [topicsChanged] })
  return id
}

/**
 * Change a topic. A new name replaces the old one in its projects.
 *
 * @throws NotFound  no such topic
 * @throws Invalid  as above
 */
export async function changeTopic(ctx: Context, { id, avatar, ...given }: InputOf<typeof updateTopic>): Promise<void> {
  const now = await lockTopic(ctx, id)
  const name = given.name === undefined ? now.name : checkedName(given.name)
  const description = given.description === undefined ? now.description : (given.description ?? '')
  await untaken(
    ctx.db
      .updateTable('topics')
      .set({
        name,
        title: given.title === undefined ? now.title : oneLine(given.title) || name,
        description,
        descriptionHtml: await renderDescription(ctx.services.settings, description),
        curated: true,
        updatedAt: ctx.now,
      })
      .where('id', '=', id)
      .execute(),
  )
  if (name !== now.name)
    await sql`update projects set topics = array_replace(topics, ${now.name}, ${name}) where topics @> array[${now.name}]::text[]`.execute(
      ctx.db,
    )
  await changeTopicAvatar(ctx, id, avatar)
  await ctx.events.record('topic.updated', { topicId: id }, name === now.name ? { topics: [topicsChanged] } : told)
}

/**
 * @throws NotFound  no such topic
 * @throws Precondition  it changed since
 */
export async function deleteTopic(
  ctx: Context,
  { id, ...unless }: { readonly id: number; readonly ifUnmodifiedSince?: string },
): Promise<void> {
  const { name, ...now } = await lockTopic(ctx, id)
  refuseChanged(now, unless)
  await sql`update projects set topics = array_remove(topics, ${name}) where topics @> array[${name}]::text[]`.execute(
    ctx.db,
  )
  await dropTopicAvatar(ctx, id)
  await ctx.db.deleteFrom('topics').where('id', '=', id).execute()
  await ctx.events.record('topic.deleted', { topicId: id }, told)
}

/**
 * Replace the source topic with the target in all projects, and delete the source.
 *
 * @throws NotFound  one of the two is not there
 * @throws Invalid  they are the same
 */
export async function mergeTopics(ctx: Context, sourceId: number, targetId: number): Promise<void> {
  if (sourceId === targetId) throw new Invalid('The source topic and the target topic are identical.')
  // Topics are locked by id, so that two merges do not deadlock.
  const locked = new Map<number, string>()
  for (const id of [sourceId, targetId].sort((a, b) => a - b)) locked.set(id, (await lockTopic(ctx, id)).name)
  const source = locked.get(sourceId) ?? ''
  const target = locked.get(targetId) ?? ''
  await sql`update projects set topics = case when topics @> array[${target}]::text[] then array_remove(topics, ${source})
      else array_replace(topics, ${source}, ${target}) end
    where topics @> array[${source}]::text[]`.execute(ctx.db)
  await dropTopicAvatar(ctx, sourceId)
  await ctx.db.deleteFrom('topics').where('id', '=', sourceId).execute()
  await ctx.events.record('topic.merged', { topicId: sourceId, intoId: targetId }, told)
}

/** The topic, locked until the transaction ends. @throws NotFound */
export async function lockTopic(ctx: Context, id: number) {
  const { rows } = await sql<{
    readonly name: string
    readonly title: string
    readonly description: string
    readonly updatedAt: string
  }>`select name, title, description, iso(updated_at) as updated_at from topics where id = ${id} for no key update`.execute(
    ctx.db,
  )
  if (rows[0] === undefined) throw new NotFound('Topic')
  return rows[0]
}

function checkedName(given: string): string {
  const name = oneLine(given)
  const wrong: FieldErrors | null =
    name === ''
      ? { name: ["can't be blank"] }
      : name.length > topicNameLimit
        ? { name: [tooLong(topicNameLimit)] }
        : name.includes(',')
          ? { name: ['cannot contain a comma'] }
          : null
  if (wrong !== null) throw new Invalid(wrong)
  return name
}

async function untaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (isTaken(error)) throw new Invalid({ name: ['has already been taken'] }, { cause: error })
    throw error
  }
}
