import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as contract from '#contract/foundation/users.ts'
import { writings } from '#test/world/scenes/writings.ts'
import { outcomeOf, world } from '#test/world/world.ts'

test('what a deleted user wrote goes to the ghost', async () => {
  const made = await world()
  const { as, db, users } = made
  const { issueId, noteId } = await writings(made)
  expect((await as('root').reply(contract.deleteUser, { id: users.rita.id })).status).toBe(204)
  const ghost = await db
    .selectFrom('users')
    .select(['id', 'isBot'])
    .where('username', '=', 'ghost')
    .executeTakeFirstOrThrow()
  expect(ghost.isBot).toBe(true)
  const issue = await db.selectFrom('issuables').select('authorId').where('id', '=', issueId).executeTakeFirstOrThrow()
  const note = await db.selectFrom('notes').select('authorId').where('id', '=', noteId).executeTakeFirstOrThrow()
  const award = await db
    .selectFrom('awardEmoji')
    .select('userId')
    .where('issuableId', '=', issueId)
    .executeTakeFirstOrThrow()
  expect([issue.authorId, note.authorId, award.userId]).toEqual([ghost.id, ghost.id, ghost.id])
  expect(await db.selectFrom('namespaces').select('id').where('fullPath', '=', 'rita').execute()).toEqual([])
  expect(await outcomeOf(as('root').call(contract.getUserById, { id: users.rita.id }))).toBe('not_found')
  expect(await outcomeOf(as('root').call(contract.deleteUser, { id: ghost.id }))).toBe('forbidden')
})

test('the ghost keeps one reaction of a kind, and the count goes with it', async () => {
  const made = await world()
  const { as, db, users, project } = made
  const { issueId } = await writings(made)
  await db.updateTable('issuables').set({ authorId: users.olga.id, upvotes: 2 }).where('id', '=', issueId).execute()
  await db.insertInto('awardEmoji').values({ issuableId: issueId, userId: users.gus.id, name: 'thumbsup' }).execute()
  await db.updateTable('projects').set({ starCount: 1 }).where('id', '=', project.id).execute()
  await db.insertInto('stars').values({ projectId: project.id, userId: users.gus.id }).execute()
  await as('root').call(contract.deleteUser, { id: users.rita.id })
  await as('root').call(contract.deleteUser, { id: users.gus.id })
  const issue = await db.selectFrom('issuables').select('upvotes').where('id', '=', issueId).executeTakeFirstOrThrow()
  expect(issue.upvotes).toBe(1)
  expect(await db.selectFrom('awardEmoji').select('id').where('issuableId', '=', issueId).execute()).toHaveLength(1)
  const { starCount } = await db
    .selectFrom('projects')
    .select('starCount')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  expect(starCount).toBe(0)
})

test('deleted hard, a user takes their writings along, and their projects in any case', async () => {
  const made = await world()
  const { as, db, users, build } = made
  const { issueId } = await writings(made)
  const own = await db.selectFrom('namespaces').selectAll().where('fullPath', '=', 'rita').executeTakeFirstOrThrow()
  const shawl = await build.project({ path: 'shawl', parent: { ...own, ancestorIds: [own.id] } })
  await as('root').call(contract.deleteUser, { id: users.rita.id, hardDelete: true })
  expect(await db.selectFrom('issuables').select('id').where('id', '=', issueId).execute()).toEqual([])
  expect(await db.selectFrom('namespaces').select('id').where('id', '=', shawl.id).execute()).toEqual([])
  const event = await db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'namespace.deleted')
    .executeTakeFirstOrThrow()
  expect(event.payload).toMatchObject({ namespaceId: own.id, projectIds: [shawl.id] })
})

test.each(['keep', 'delete'] as const)(
  'somebody with thousands of comments is kept out at once, and a job deletes the account: %s',
  async fate => {
    const made = await world()
    const { as, db, users, project } = made
    const { issueId, noteId } = await writings(made)
    await sql`insert into notes (namespace_id, issuable_id, discussion_id, author_id, body)
      select ${project.id}, ${issueId}, 'many' || n, ${users.rita.id}, 'One of many' from generate_series(1, 2000) n`.execute(
      db,
    )
    await as('root').call(contract.deleteUser, { id: users.rita.id, hardDelete: fate === 'delete' })
    const rita = () => db.selectFrom('users').select('state').where('id', '=', users.rita.id).executeTakeFirst()
    expect(await rita()).toEqual({ state: 'blocked' })
    await made.deliver()
    expect(await rita()).toBeUndefined()
    const left = await db.selectFrom('notes').select('authorId').distinct().where('issuableId', '=', issueId).execute()
    const ghost = await db.selectFrom('users').select('id').where('username', '=', 'ghost').executeTakeFirstOrThrow()
    expect(left).toEqual(fate === 'keep' ? [{ authorId: ghost.id }] : [])
    const note = await db.selectFrom('notes').select('id').where('id', '=', noteId).execute()
    expect(note).toHaveLength(fate === 'keep' ? 1 : 0)
    expect(await db.selectFrom('namespaces').select('id').where('ownerId', '=', users.rita.id).execute()).toEqual([])
  },
)

test('the only owner of a group stays', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ path: 'guild', members: { [users.rita.id]: 50 } })
  const reply = await as('root').reply(contract.deleteUser, { id: users.rita.id })
  expect(reply.status).toBe(409)
  expect(reply.body).toEqual({
    message: `The user cannot be deleted because they are the only owner of the group ${group.fullPath}`,
  })
})

test('deleted hard, a user takes along the groups that nobody else owns', async () => {
  const { as, build, db, users } = await world()
  const own = await build.group({ path: 'guild', members: { [users.rita.id]: 50 } })
  const shared = await build.group({ path: 'union', members: { [users.rita.id]: 50, [users.dan.id]: 50 } })
  expect((await as('root').reply(contract.deleteUser, { id: users.rita.id, hardDelete: true })).status).toBe(204)
  const left = await db.selectFrom('namespaces').select('id').where('id', 'in', [own.id, shared.id]).execute()
  expect(left).toEqual([{ id: shared.id }])
  expect(await db.selectFrom('users').select('id').where('id', '=', users.rita.id).execute()).toEqual([])
})
