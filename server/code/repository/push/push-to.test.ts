import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cherryPickCommit } from '#contract/code/commits/commits.ts'
import { addBranch, removeBranch } from '#contract/code/refs.ts'
import { inTransaction } from '#server/platform/sql/database.ts'
import { codeWorld } from '#test/world/code.ts'
import { marksFolder } from './journal.ts'
import { recordLostPushes } from './lost-pushes.ts'

test('a branch that moved before its server died is recorded by the next start, with who moved it', async () => {
  const { as, commit, db, project, services, users } = await codeWorld()
  await commit({ 'a.txt': 'a' })
  const picked = await commit({ 'b.txt': 'b' }, { branch: 'other' })
  await as('mina').call(addBranch, { id: project.fullPath, branch: 'gone', ref: 'main' })
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the database is away'; end $$`.execute(
    db,
  )
  await sql`create trigger refuse before insert on events for each row when (new.name = 'repository.pushed') execute function refuse()`.execute(
    db,
  )
  const moves = [
    () => as('mina').call(cherryPickCommit, { id: project.fullPath, sha: picked, branch: 'main' }),
    () => as('mina').call(removeBranch, { id: project.fullPath, branch: 'gone' }),
    () => as('mina').call(addBranch, { id: project.fullPath, branch: 'new', ref: 'other' }),
  ]
  // They run one after another: they share the transaction of the test.
  for (const move of moves) await expect(inTransaction(db, async () => move())).rejects.toThrow('the database is away')
  await sql`drop trigger refuse on events`.execute(db)

  const folder = marksFolder(services.settings)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    await writeFile(
      path,
      JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), boot: 'another', pid: 2 ** 22 - 1 }),
    )
  }
  await recordLostPushes(as('anon').ctx)
  const events = await db
    .selectFrom('events')
    .select(['actorId', sql<string>`payload -> 'refs' -> 0 ->> 'ref'`.as('ref')])
    .where('name', '=', 'repository.pushed')
    .where('namespaceId', '=', project.id)
    .orderBy('id')
    .execute()
  expect(events.slice(1).toSorted((a, b) => a.ref.localeCompare(b.ref))).toEqual([
    { actorId: users.mina.id, ref: 'refs/heads/gone' },
    { actorId: users.mina.id, ref: 'refs/heads/main' },
    { actorId: users.mina.id, ref: 'refs/heads/new' },
  ])
  expect(await readdir(folder)).toEqual([])
})
