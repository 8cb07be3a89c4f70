import pg from 'pg'
import { expect, test } from 'vitest'
import { batchWrites } from './batch-writes.ts'
import type { Db } from './database.ts'
import { Unflushed } from './durable.ts'

// Only told apart, never asked: within a transaction, nothing is flushed.
const [one, other] = [{ isTransaction: true }, { isTransaction: true }] as Db[] as [Db, Db]

/** Writes letters in capitals, each group when it is let go. `?` is refused, and `!` breaks the connection. */
function scene() {
  const groups: string[] = []
  const held: (() => void)[] = []
  const write = batchWrites<string, string>(async (_db, items) => {
    groups.push(items.join(''))
    await new Promise<void>(resolve => held.push(resolve))
    if (items.includes('?')) throw new pg.DatabaseError('no letter', 0, 'error')
    if (items.includes('!')) throw new Error('Connection terminated unexpectedly')
    return new Unflushed(items.map(item => item.toUpperCase()))
  })
  /** Let all groups go until nothing moves. */
  const letGo = async () => {
    for (; held.length > 0; await new Promise(setImmediate)) held.shift()?.()
  }
  return { groups, write, letGo }
}

test('the first goes at once, and those who come meanwhile go together', async () => {
  const { groups, write, letGo } = scene()
  const written = Promise.all([...'abcd'].map(item => write(one, 1, item)))
  expect(groups).toEqual(['a'])
  await letGo()
  await expect(written).resolves.toEqual(['A', 'B', 'C', 'D'])
  expect(groups).toEqual(['a', 'bcd'])
  void write(one, 1, 'e')
  expect(groups.at(-1)).toBe('e')
})

test('another key, and another database, wait for no one', async () => {
  const { groups, write, letGo } = scene()
  const written = [write(one, 1, 'a'), write(one, 2, 'b'), write(other, 1, 'c')]
  expect(groups).toEqual(['a', 'b', 'c'])
  await letGo()
  await expect(Promise.all(written)).resolves.toEqual(['A', 'B', 'C'])
})

const outcomes = async (written: readonly Promise<string>[]) =>
  (await Promise.allSettled(written)).map(each => (each.status === 'fulfilled' ? each.value : 'failed'))

test('a refused write fails alone', async () => {
  const { groups, write, letGo } = scene()
  const written = outcomes([...'ab?c'].map(item => write(one, 1, item)))
  await letGo()
  await expect(written).resolves.toEqual(['A', 'B', 'failed', 'C'])
  expect(groups).toEqual(['a', 'b?c', 'b', '?', 'c'])
})

test('a write that may have succeeded is not repeated', async () => {
  const { groups, write, letGo } = scene()
  const written = outcomes([...'ab!c'].map(item => write(one, 1, item)))
  await letGo()
  await expect(written).resolves.toEqual(['A', 'failed', 'failed', 'failed'])
  expect(groups).toEqual(['a', 'b!c'])
  const next = write(one, 1, 'd')
  await letGo()
  await expect(next).resolves.toBe('D')
})
