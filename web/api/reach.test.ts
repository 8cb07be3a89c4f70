import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a server that is away is asked for in growing steps, and at once when the network is back', async () => {
  vi.useFakeTimers()
  const target = new EventTarget()
  let isAway = true
  const fetched = vi.fn(() => (isAway ? Promise.reject(new TypeError('no network')) : Promise.resolve(new Response())))
  vi.stubGlobal('window', target)
  vi.stubGlobal('fetch', fetched)
  vi.resetModules()
  const { isReached, noteReach } = await import('./reach.ts')

  noteReach(false)
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000 + 8_000)
  expect(fetched).toHaveBeenCalledTimes(4)
  expect(isReached()).toBe(false)

  // The next attempt is sixteen seconds away.
  isAway = false
  target.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toHaveBeenCalledTimes(5)
  expect(isReached()).toBe(true)
})

test('a reply that was on its way when the network went does not bring it back; one that is asked for then does', async () => {
  vi.useFakeTimers()
  const target = new EventTarget()
  let isAway = true
  vi.stubGlobal('window', target)
  vi.stubGlobal('fetch', () => (isAway ? Promise.reject(new TypeError('no network')) : Promise.resolve(new Response())))
  vi.resetModules()
  const { isReached, noteReach } = await import('./reach.ts')

  target.dispatchEvent(new Event('offline'))
  noteReach(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(isReached()).toBe(false)

  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isReached()).toBe(true)
})
