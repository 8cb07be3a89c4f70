import { expect, test } from 'vitest'
import { load } from '#server/access/load.ts'
import { transact } from '#server/context.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import { type World, world } from '#test/world/world.ts'
import { createNote, type NewNote } from './create.ts'

/** The rows that a note leaves on an issue of its own, written by itself or as a part of a larger change. */
async function leftBy({ as, build, db }: World, given: NewNote, isPart: boolean) {
  const { id } = await build.issue({ updatedAt: '2026-01-01T00:00:00Z' })
  const { ctx } = as('rita')
  const noteable = await load(ctx, 'issuable:comment', noteableById, id)
  const { outcome, changes } = await (isPart
    ? transact(ctx, inner => createNote(inner, noteable, given))
    : createNote(ctx, noteable, given))
  const note = await db.selectFrom('notes').selectAll().where('issuableId', '=', id).executeTakeFirstOrThrow()
  const events = await db.selectFrom('events').selectAll().orderBy('id').execute()
  const event = events.at(-1)
  const gathered = await db.selectFrom('batchedEvents').select('eventId').execute()
  const issue = await db.selectFrom('issuables').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const own = { id: 0, issuableId: 0, discussionId: '', idempotencyKey: '', createdAt: '', updatedAt: '' }
  return {
    outcome,
    changes,
    note: { ...note, ...own },
    name: event?.name,
    payload: { ...Object(event?.payload), noteId: event?.payload && note.id === Object(event.payload).noteId, ...own },
    topics: event?.topics.map(topic => topic.replace(`:${id}`, ':issue')),
    isFollowed: gathered.some(each => each.eventId === event?.id),
    notesCount: issue.notesCount,
    isDated: issue.updatedAt === ctx.now,
  }
}

test.each<[string, NewNote]>([
  ['a comment', { body: 'The shuttle sticks.', as: 'single' }],
  ['the beginning of a thread', { body: 'The shuttle sticks.', as: 'thread' }],
  ['an internal note', { body: 'The shuttle sticks.', as: 'single', internal: true }],
  ['a comment of a review', { body: 'The shuttle sticks.', as: 'single', isOfReview: true }],
])('%s leaves the same behind, written by one statement or step by step', async (_name, given) => {
  const at = await world()
  const alone = await leftBy(at, { ...given, idempotencyKey: 'alone' }, false)
  expect(alone).toMatchObject({ name: 'note.created', payload: { noteId: true }, isFollowed: true })
  expect(await leftBy(at, { ...given, idempotencyKey: 'part' }, true)).toEqual(alone)
})
