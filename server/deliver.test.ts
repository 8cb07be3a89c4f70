import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import type { Services } from '#server/context.ts'
import { batched } from '#server/slice.ts'
import { type World, world } from '#test/world/world.ts'
import { deliverBatch } from './deliver.ts'

async function scene(it: World) {
  const issue = await it.build.issuable({ author: 'gus' })
  const say = (who: 'rita' | 'dan', body: string) => it.as(who).call(issueDiscussion.createNote, { ...issue.ref, body })
  const waiting = async () => (await it.db.selectFrom('batchedEvents').selectAll().execute()).length
  const told = async () => {
    const notices = it.db.selectFrom('notices as no').innerJoin('notes as n', 'n.id', 'no.noteId')
    const rows = await notices.select('n.body').where('no.userId', '=', it.users.gus.id).orderBy('n.id').execute()
    return rows.map(row => row.body)
  }
  return { say, waiting, told }
}

test('what waits is followed together, in a number of statements that does not grow with it', async () => {
  const it = await world()
  const { say, waiting, told } = await scene(it)
  await say('rita', 'One')
  await say('dan', 'Two')
  await expect(waiting()).resolves.toBe(2)
  const forTwo = await it.statements(() => deliverBatch(it.db, it.services))
  await expect(waiting()).resolves.toBe(0)
  await expect(told()).resolves.toEqual(['One', 'Two'])
  for (let count = 0; count < 10; count++) await say(count % 2 === 0 ? 'rita' : 'dan', `More ${count}`)
  await expect(it.statements(() => deliverBatch(it.db, it.services))).resolves.toBe(forTwo)
  await expect(told()).resolves.toHaveLength(12)
  await expect(deliverBatch(it.db, it.services)).resolves.toBe(false)
})

test('one that fails holds up none of the others: the queue of jobs tries it again', async () => {
  const it = await world()
  const { say, waiting, told } = await scene(it)
  for (const body of ['One', 'Two', 'Three']) await say('rita', body)
  const failing = batched('note.created', async followed => {
    for (const { ctx, event } of followed) {
      const note = ctx.db.selectFrom('notes').select('body').where('id', '=', event.payload.noteId)
      if ((await note.executeTakeFirstOrThrow()).body === 'Two') throw new Error('not this one')
    }
  })
  const { followers } = it.services
  const services: Services = {
    ...it.services,
    followers: { ...followers, batched: name => [...followers.batched(name), failing] },
  }
  await deliverBatch(it.db, services)
  await expect(waiting()).resolves.toBe(0)
  await expect(told()).resolves.toEqual(['One', 'Three'])
  const { rows } = await sql<{ name: string }>`
    select e.name from graphile_worker._private_jobs j join events e on e.id = (j.payload ->> 'event_id')::bigint
    join notes n on n.id = (e.payload ->> 'noteId')::bigint where n.body = 'Two'`.execute(it.db)
  expect(rows).toEqual([{ name: 'note.created' }])
})
