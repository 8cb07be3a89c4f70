import { afterEach, expect, test, vi } from 'vitest'
import { pollAfterMs, pollUntilData } from './poll.ts'

const answer = (status: number, data: unknown, interval?: string) => ({
  status,
  data,
  headers: new Headers(interval === undefined ? {} : { 'poll-interval': interval }),
})

afterEach(() => vi.useRealTimers())

test('ERRTRK-020, ERRTRK-021 a success without data is asked for again at the interval that it names, a failure is not', () => {
  expect(pollAfterMs(answer(204, null, '3000'))).toBe(3000)
  expect(pollAfterMs(answer(204, null))).toBe(1000)
  expect(pollAfterMs(answer(202, null, 'soon'))).toBe(1000)
  expect(pollAfterMs(answer(204, null, '0'))).toBeGreaterThan(0)
  expect(pollAfterMs(answer(200, { errors: [] }, '3000'))).toBeNull()
  for (const status of [304, 404, 500]) expect(pollAfterMs(answer(status, null, '3000'))).toBeNull()
})

test('ERRTRK-019 polling stops when the data arrive', async () => {
  vi.useFakeTimers()
  const ask = vi
    .fn()
    .mockResolvedValue(answer(200, 'errors'))
    .mockResolvedValueOnce(answer(204, null, '2000'))
  const data = pollUntilData<unknown>(ask, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(1999)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await data).toBe('errors')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('ERRTRK-019 polling stops when the filter changes, and with a failure', async () => {
  vi.useFakeTimers()
  const ask = vi.fn().mockResolvedValue(answer(204, null))
  const former = new AbortController()
  const polling = pollUntilData(ask, former.signal)
  await vi.advanceTimersByTimeAsync(500)
  former.abort(new Error('another filter'))
  await expect(polling).rejects.toThrow('another filter')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
  const failing = vi.fn().mockRejectedValue(new Error('500'))
  await expect(pollUntilData(failing, new AbortController().signal)).rejects.toThrow('500')
  expect(failing).toHaveBeenCalledTimes(1)
})
