import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProject } from '#contract/foundation/projects.ts'
import { createRepository, repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { codeWorld } from '#test/world/code.ts'

test('a project with the id of one that was lost in a failover does not get its repository', async () => {
  const { as, db, dataDir } = await codeWorld()
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('namespaces', 'id'))::int + 1 as id`.execute(db)
  const id = rows[0]?.id ?? 0
  const dir = repositoryDir(dataDir, id)
  await createRepository(dir)
  expect(await as('dan').call(createProject, { name: 'Shuttle' })).toMatchObject({ id })
  expect(await repositoryExists(dir)).toBe(false)
  expect(await readdir(dirname(dir))).toEqual([expect.stringContaining(`${basename(dir)}.aside-`)])
})
