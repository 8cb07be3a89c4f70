import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '#test/world/world.ts'
import { deleteSlowly } from './uproot.ts'

test('a condemned tree goes, and what lies on the disk is recorded by the same transaction', async () => {
  const { as, build, db } = await world()
  const group = await build.group({ path: 'mill' })
  const project = await build.project({ path: 'loom', parent: group })
  await build.issue({ projectId: project.id })
  const storageKey = `${'a'.repeat(64)}-${'b'.repeat(16)}`
  await db
    .insertInto('uploads')
    .values({
      namespaceId: project.id,
      purpose: 'attachment',
      secret: 'c'.repeat(32),
      filename: 'a.txt',
      mediaType: 'text/plain',
      sizeBytes: 1,
      storageKey,
    })
    .execute()
  const { ctx } = as('root')
  // Begun again after it was done, it finds nothing and records nothing.
  for (const _turn of ['first', 'again']) await deleteSlowly(ctx, group.id)
  const { rows } = await sql<{ payload: unknown }>`
    select payload from events where name = 'namespace.deleted' and namespace_id = ${group.id}`.execute(db)
  expect(rows.map(each => each.payload)).toEqual([
    { namespaceId: group.id, projectIds: [project.id], storageKeys: [storageKey] },
  ])
  const left = await db.selectFrom('namespaces').select('id').where('id', 'in', [group.id, project.id]).execute()
  expect(left).toEqual([])
})
