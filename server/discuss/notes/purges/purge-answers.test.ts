import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { purgeEvents } from '#server/platform/events/purge.ts'
import { world } from '#test/world/world.ts'
import { purgeNoteAnswers } from './purge-answers.ts'

test('keys of sent comments are kept for a week, and the log for three years', async () => {
  const { db, users, build } = await world()
  const issue = await build.issue()
  for (const [key, age] of [
    ['old', '8 days'],
    ['new', '6 days'],
  ] as const)
    await sql`insert into note_answers (author_id, idempotency_key, issuable_id, created_at)
      values (${users.rita.id}, ${key}, ${issue.id}, now() - ${age}::interval)`.execute(db)
  for (const [sequence, age] of [
    [900_001, '3 years 1 day'],
    [900_002, '2 years'],
  ] as const)
    await sql`insert into events (namespace_id, sequence, name, payload, topics, created_at)
      values (0, ${sequence}, 'issue.closed', '{}', '{}', now() - ${age}::interval)`.execute(db)
  await purgeNoteAnswers(db)
  await purgeEvents(db)
  const keys = await db
    .selectFrom('noteAnswers')
    .select('idempotencyKey')
    .where('authorId', '=', users.rita.id)
    .execute()
  const events = await db.selectFrom('events').select('sequence').where('sequence', '>', 900_000).execute()
  expect([keys, events]).toEqual([[{ idempotencyKey: 'new' }], [{ sequence: 900_002 }]])
})
