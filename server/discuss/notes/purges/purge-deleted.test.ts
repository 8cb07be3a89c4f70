import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '#test/world/world.ts'
import { purgeDeletedNotes } from './purge-deleted.ts'

test('deleted notes are forgotten after a month', async () => {
  const { db, build } = await world()
  const issue = await build.issuable()
  const monthAgo = sql<string>`now() - interval '31 days'`
  const gone = { namespaceId: issue.namespaceId, issuableId: issue.id, internal: false }
  await db
    .insertInto('deletedNotes')
    .values([
      { ...gone, noteId: 1, deletedAt: monthAgo },
      { ...gone, noteId: 2 },
    ])
    .execute()
  await purgeDeletedNotes(db)
  await expect(db.selectFrom('deletedNotes').select('noteId').execute()).resolves.toEqual([{ noteId: 2 }])
})
