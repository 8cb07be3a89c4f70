import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collapsed, createPoller, type Looked, longestIntervalMs } from './poller.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched(given: { growth?: number; hiddenIntervalMs?: number } = {}) {
  const state = { isVisible: true, outcome: 'ok' as Looked, startedAt: Date.now(), looks: [] as number[] }
  const poller = createPoller({
    isVisible: () => state.isVisible,
    look: async () => {
      state.looks.push(Date.now() - state.startedAt)
      return state.outcome
    },
    ...given,
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const seen = (isVisible: boolean) => {
    state.isVisible = isVisible
    poller.visibilityChanged()
  }
  return { state, poller, pass, seen }
}

test('POLL-008 POLL-015 a page that is seen looks at once, and again six seconds later', async () => {
  const { state, poller, pass } = watched()
  poller.start()
  await pass(12_000)
  expect(state.looks).toEqual([0, 6_000, 12_000])
})

test('POLL-009 POLL-010 a page that is not seen looks once, two and a half seconds later', async () => {
  const { state, poller, pass } = watched()
  state.isVisible = false
  poller.start()
  await pass(60_000)
  expect(state.looks).toEqual([2_500])
})

test('POLL-010 POLL-011 the poller rests while the page is hidden and looks immediately when it is seen', async () => {
  const { state, poller, pass, seen } = watched()
  poller.start()
  await pass(1_000)
  seen(false)
  await pass(60_000)
  seen(true)
  await pass(6_000)
  expect(state.looks).toEqual([0, 61_000, 67_000])
})

test('POLL-012 the poller waits while requests are sent, however many', async () => {
  const { state, poller, pass } = watched()
  poller.start()
  await pass(1_000)
  poller.pause()
  poller.pause()
  await pass(20_000)
  poller.resume()
  await pass(20_000)
  poller.resume()
  await pass(6_000)
  expect(state.looks).toEqual([0, 47_000])
})

test('POLL-014 the poller tries again six seconds after an error', async () => {
  const { state, poller, pass } = watched()
  state.outcome = 'failed'
  poller.start()
  await pass(6_000)
  expect(state.looks).toEqual([0, 6_000])
})

test('POLL-017 POLL-019 the pause grows with errors in a row, up to two minutes', async () => {
  const { state, poller, pass } = watched({ growth: 2 })
  state.outcome = 'failed'
  poller.start()
  await pass(600_000)
  const pauses = state.looks.map((at, index) => at - (state.looks[index - 1] ?? 0)).slice(1)
  expect(pauses.slice(0, 7)).toEqual([6_000, 12_000, 24_000, 48_000, 96_000, longestIntervalMs, longestIntervalMs])
  expect(longestIntervalMs).toBe(120_000)
  state.outcome = 'ok'
  await pass(120_000)
  const before = state.looks.length
  await pass(12_000)
  expect(state.looks.length - before).toBeGreaterThanOrEqual(2)
})

test('POLL-018 POLL-019 a hidden page may look in a rhythm of its own, two minutes at most', async () => {
  const { state, poller, pass, seen } = watched({ hiddenIntervalMs: 500_000 })
  poller.start()
  await pass(1_000)
  seen(false)
  await pass(250_000)
  seen(true)
  await pass(1)
  expect(state.looks).toEqual([0, 121_000, 241_000, 251_000])
})

test('a poller that was stopped looks no more', async () => {
  const { state, poller, pass, seen } = watched()
  poller.start()
  await pass(0)
  poller.stop()
  seen(true)
  await pass(60_000)
  expect(state.looks).toEqual([0])
})

test('POLL-007 two wishes within 750 ms are one fetch', async () => {
  const fetches: number[] = []
  const startedAt = Date.now()
  const ask = collapsed(() => fetches.push(Date.now() - startedAt))
  ask()
  await vi.advanceTimersByTimeAsync(500)
  ask()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(fetches).toEqual([750])
  ask()
  ask.cancel()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(fetches).toEqual([750])
})
