import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sendSequentially } from './turns.ts'

const log = pino({ level: 'silent' })

test('slow receivers of one owner hold up neither the jobs nor the webhooks of others', async () => {
  const ends = Promise.withResolvers<void>()
  const begun: number[] = []
  const send = (hookId: number, ownerId: number, over: Promise<void>) =>
    sendSequentially(log, { hookId, ownerId }, async () => {
      if (begun.includes(hookId)) return false
      begun.push(hookId)
      await over
      return true
    })
  const ids = Array.from({ length: 12 }, (_, index) => index)
  // With three jobs at the same time, each returns while its request is under way.
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
  const failing = sendSequentially(log, { hookId: 1, ownerId: 1 }, () => Promise.reject(new Error('no database')))
  await expect(failing).rejects.toThrow('no database')
})

test('the requests of a webhook leave one after the other, also those that come meanwhile', async () => {
  const due = [1, 2]
  const steps: string[] = []
  const send = async () => {
    const next = due.shift()
    if (next === undefined) return false
    steps.push(`begin ${next}`)
    if (next === 1) {
      due.push(3)
      await sendSequentially(log, { hookId: 7, ownerId: 1 }, send)
    }
    await Promise.resolve()
    steps.push(`end ${next}`)
    return true
  }
  await Promise.all([1, 2].map(() => sendSequentially(log, { hookId: 7, ownerId: 1 }, send)))
  expect(steps).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3'])
})
