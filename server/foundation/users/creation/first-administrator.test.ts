import { expect, inject, test } from 'vitest'
import { verifyPassword } from '#server/foundation/passwords/password.ts'
import { identifyToken } from '#server/foundation/tokens/identify.ts'
import { type Db, openDatabase } from '#server/platform/sql/database.ts'
import { ensureFirstAdministrator } from './first-administrator.ts'

/** Run on the users of a fresh database, whatever else the tests' database holds. */
async function onFreshDatabase(run: (db: Db) => Promise<void>): Promise<void> {
  const opened = openDatabase({ connectionString: inject('databaseUrl'), max: 4 })
  try {
    await opened.db.transaction().execute(async db => {
      if ((await db.selectFrom('users').select('id').limit(1).execute()).length > 0)
        await db.deleteFrom('users').execute()
      await run(db)
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  } finally {
    await opened.close()
  }
}

class Undone extends Error {}

test('the first start makes root with the password and the token of the settings', async () => {
  await onFreshDatabase(async db => {
    const token = 'glpat-abcdefghijklmnopqrst'
    const first = await ensureFirstAdministrator(db, { rootPassword: 'a fine password', rootToken: token })
    expect(first).toEqual({ username: 'root', token, made: true })
    const root = await db
      .selectFrom('users as u')
      .innerJoin('namespaces as n', 'n.ownerId', 'u.id')
      .innerJoin('members as m', join => join.onRef('m.userId', '=', 'u.id').onRef('m.namespaceId', '=', 'n.id'))
      .select([
        'u.id',
        'u.isAdmin',
        'u.passwordHash',
        'n.fullPath',
        'n.kind',
        'n.ancestorIds',
        'n.id as namespaceId',
        'm.accessLevel',
      ])
      .executeTakeFirstOrThrow()
    expect(root).toMatchObject({ isAdmin: true, fullPath: 'root', kind: 'user', accessLevel: 50 })
    expect(root.ancestorIds).toEqual([root.namespaceId])
    expect(await verifyPassword(root.passwordHash, 'a fine password')).toBe(true)
    expect(await identifyToken(db, token, { ip: '10.0.0.1' })).toMatchObject({
      outcome: 'ok',
      actor: { username: 'root', isAdmin: true },
      scopes: ['api', 'sudo', 'admin_mode'],
    })
  })
})

test('the second start changes nothing', async () => {
  await onFreshDatabase(async db => {
    const first = await ensureFirstAdministrator(db, {})
    expect(first.password).toHaveLength(20)
    const token = 'glpat-abcdefghijklmnopqrst'
    expect(await ensureFirstAdministrator(db, { rootToken: token })).toEqual({ username: 'root', made: false })
    expect(await identifyToken(db, token, { ip: null })).toEqual({ outcome: 'unknown' })
  })
})
