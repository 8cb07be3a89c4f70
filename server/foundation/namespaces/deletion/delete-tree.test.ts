import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteGroup } from '#contract/foundation/groups.ts'
import { getProject } from '#contract/foundation/projects.ts'
import { shareGroup } from '#contract/foundation/shares.ts'
import { deletingAtOnce } from '#test/world/delete-at-once.ts'
import { world } from '#test/world/world.ts'
import { deleteTreeInBatches, hideTree, resumeTreeDeletions } from './delete-tree.ts'

test('deleting a hidden tree records its files for removal in the same transaction', async () => {
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
  for (const _turn of ['first', 'again']) await deleteTreeInBatches(ctx, group.id)
  const { rows } = await sql<{ payload: unknown }>`
    select payload from events where name = 'namespace.deleted' and namespace_id = ${group.id} order by id`.execute(db)
  expect(rows.map(each => each.payload)).toEqual([
    { namespaceId: group.id, projectIds: [], storageKeys: [storageKey] },
    { namespaceId: group.id, projectIds: [project.id], storageKeys: [] },
  ])
  const left = await db.selectFrom('namespaces').select('id').where('id', 'in', [group.id, project.id]).execute()
  expect(left).toEqual([])
})

test('a tree marked for deletion whose job was interrupted is still deleted', async () => {
  const { build, db, services, group, project, as } = await world()
  for (let made = 0; made < 3; made += 1) await build.issue({})
  await sql`insert into notes (namespace_id, issuable_id, discussion_id, author_id, body)
    select ${project.id}, min(id), 'many' || n, min(author_id), 'One of many' from issuables, generate_series(1, 2000) n group by n`.execute(
    db,
  )
  await sql`update issuables set notes_count = 2000 where id = (select min(id) from issuables)`.execute(db)
  await deletingAtOnce(db)
  await as('root').call(deleteGroup, { id: group.id })
  const left = () => db.selectFrom('namespaces').select('fullPath').where('id', 'in', [group.id, project.id]).execute()
  expect((await left()).map(each => each.fullPath)).toEqual([`-/deleted/${group.id}`, `-/deleted/${project.id}`])
  await sql`update namespaces set updated_at = now() - interval '1 hour'`.execute(db)
  await resumeTreeDeletions(db, services)
  expect(await left()).toEqual([])
})

test('a group that waits for its deletion is out of sight for the groups it was shared with', async () => {
  const { as, build, db, group, project } = await world()
  const guest = await build.user()
  const guild = await build.group({ path: 'guild' })
  await db.insertInto('members').values({ namespaceId: guild.id, userId: guest.id, accessLevel: 50 }).execute()
  await as('root').call(shareGroup, { id: group.id, groupId: guild.id, groupAccess: 50 })
  expect((await as(guest.id).call(getProject, { id: project.id })).id).toBe(project.id)
  await hideTree(as('root').ctx, group.id)
  await expect(as(guest.id).call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
})
