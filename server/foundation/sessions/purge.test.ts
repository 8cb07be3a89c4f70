import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '#test/world/world.ts'
import { purgeExpired } from './purge.ts'

test('what is over is forgotten, and nothing else', async () => {
  const { db, users } = await world()
  const session = { userId: users.rita.id, csrfToken: 'x' }
  await db
    .insertInto('sessions')
    .values([
      { ...session, tokenHash: Buffer.from('over'), expiresAt: sql<string>`now() - interval '1 second'` },
      { ...session, tokenHash: Buffer.from('on'), expiresAt: sql<string>`now() + interval '1 hour'` },
    ])
    .execute()
  const tries = { count: 1, beganAt: sql<string>`now() - interval '2 days'` }
  await db
    .insertInto('signInTries')
    .values([
      { ...tries, key: 'old' },
      { ...tries, key: 'new', beganAt: sql<string>`now()` },
    ])
    .execute()
  const mail = { recipient: 'rita@weft.test', subject: 'Hm', text: '' }
  await db
    .insertInto('mails')
    .values([{ ...mail, createdAt: sql<string>`now() - interval '91 days'` }, mail])
    .execute()
  await purgeExpired(db)
  const left = await Promise.all([
    db.selectFrom('sessions').select('tokenHash').execute(),
    db.selectFrom('signInTries').select('key').where('key', 'in', ['old', 'new']).execute(),
    db.selectFrom('mails').select('id').execute(),
  ])
  expect(left.map(rows => rows.length)).toEqual([1, 1, 1])
  expect(left[0][0]?.tokenHash.toString()).toBe('on')
})
