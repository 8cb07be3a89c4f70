import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBatchRunner } from './batch-runner.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that says how much there was each time it looked; `waiting` is how often more is found. */
function scene() {
  const work = { looks: 0, waiting: 0, fails: false }
  const batches = startBatchRunner(pino({ level: 'silent' }), async () => {
    work.looks += 1
    if (work.fails) throw new Error('no database')
    work.waiting = Math.max(0, work.waiting - 1)
    return work.waiting > 0
  })
  return { work, ...batches }
}

test('what a killed process left is seen to at the start, part by part', async () => {
  const { work } = scene()
  work.waiting = 3
  await vi.advanceTimersByTimeAsync(0)
  expect(work.looks).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(work.looks).toBe(4)
})

test('a burst is one look, soon after', async () => {
  const { work, wake } = scene()
  await vi.advanceTimersByTimeAsync(0)
  for (let count = 0; count < 100; count += 1) wake()
  await vi.advanceTimersByTimeAsync(100)
  expect(work.looks).toBe(2)
  wake()
  await vi.advanceTimersByTimeAsync(100)
  expect(work.looks).toBe(3)
})

test('where the work fails it is tried again, and after the end never', async () => {
  const { work, stop, wake } = scene()
  await vi.advanceTimersByTimeAsync(0)
  work.fails = true
  wake()
  await vi.advanceTimersByTimeAsync(100)
  work.fails = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(work.looks).toBe(3)
  await stop()
  wake()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(work.looks).toBe(3)
})
