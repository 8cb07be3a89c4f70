import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import type { Services } from '#server/context.ts'
import { NotFound, Unavailable } from '#server/errors.ts'
import { batched, later } from '#server/slice.ts'
import { type World, world } from '#test/world/world.ts'
import { deliverBatch, deliverEvent } from './deliver.ts'

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

test('waiting events are handled together, in a fixed number of statements', async () => {
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

test('a job ends once its subject is gone, is tried again after any other failure, and each follower has its turn', async () => {
  const it = await world()
  await it.as('rita').call(createIssue, { id: it.project.id, title: 'Warp' })
  const [event] = await it.db.selectFrom('events').select('id').where('name', '=', 'issue.created').execute()
  const turns: string[] = []
  const follower = (name: string, failure: Error | null) =>
    later('issue.created', async () => {
      turns.push(name)
      if (failure !== null) throw failure
    })
  const deliver = (...all: ReturnType<typeof follower>[]) =>
    deliverEvent(it.db, { ...it.services, followers: { ...it.services.followers, later: () => all } }, event?.id ?? 0)
  await deliver(follower('gone', new NotFound('Issue')), follower('next', null))
  const failing = deliver(follower('down', new Unavailable('no mail server')), follower('last', null))
  await expect(failing).rejects.toThrow('no mail server')
  expect(turns).toEqual(['gone', 'next', 'down', 'last'])
})

test('a notification of an issue that is deleted meanwhile is dropped', async () => {
  const it = await world({ commits: true })
  const issue = await it.build.issuable({ author: 'gus' })
  await it.as('rita').call(updateIssue, { ...issue.ref, stateEvent: 'close' })
  const [event] = await it.db.selectFrom('events').select('id').where('name', '=', 'issue.closed').execute()
  const deletion = await it.db.startTransaction().execute()
  await deletion.deleteFrom('issuables').where('id', '=', issue.id).execute()
  let isDone = false
  const delivery = deliverEvent(it.db, it.services, event?.id ?? 0).finally(() => {
    isDone = true
  })
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into notices%'`
  await expect.poll(async () => isDone || (await waiting.execute(it.db)).rows.length > 0).toBe(true)
  expect(isDone).toBe(false)
  await deletion.commit().execute()
  await delivery
  expect(await it.db.selectFrom('notices').select('id').execute()).toEqual([])
})
