import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sendInTurn } from './turns.ts'

const log = pino({ level: 'silent' })

test('slow receivers of one owner hold up neither the jobs nor the webhooks of others', async () => {
  const ends = Promise.withResolvers<void>()
  const begun: number[] = []
  const send = (deliveryId: number, ownerId: number, over: Promise<void>) =>
    sendInTurn(log, { deliveryId, ownerId }, () => {
      begun.push(deliveryId)
      return over
    })
  const ids = Array.from({ length: 12 }, (_, index) => index)
  // As three jobs at once do, each returns while its request is under way.
  for (let at = 0; at < ids.length; at += 3)
    await Promise.all(ids.slice(at, at + 3).map(id => send(id, 1, ends.promise)))
  await send(5, 1, ends.promise)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  await send(100, 2, Promise.resolve())
  expect(begun).toContain(100)
  ends.resolve()
  await expect.poll(() => begun.length).toBe(13)
  expect(begun.toSorted((one, other) => one - other)).toEqual([...ids, 100])
})

test('a job fails with its request, and is tried again', async () => {
  const failing = sendInTurn(log, { deliveryId: 1, ownerId: 1 }, () => Promise.reject(new Error('no database')))
  await expect(failing).rejects.toThrow('no database')
})
