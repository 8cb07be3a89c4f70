import { afterEach, expect, test, vi } from 'vitest'
import { createPoller, pollIntervalMs } from '#web/api/live/poller.ts'
import { isSeen, pauseVisibility, watchSeen } from '#web/api/visibility.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('FORM-011 the timed poll for news rests under a full screen, and continues after it', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  const look = vi.fn(async () => 'ok' as const)
  const poller = createPoller({ look, isVisible: isSeen })
  const unwatch = watchSeen(poller.visibilityChanged)
  poller.start()
  await vi.advanceTimersByTimeAsync(pollIntervalMs)
  expect(look).toHaveBeenCalledTimes(2)

  const resume = pauseVisibility()
  await vi.advanceTimersByTimeAsync(20 * pollIntervalMs)
  expect(look).toHaveBeenCalledTimes(2)

  resume()
  resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(look).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(pollIntervalMs)
  expect(look).toHaveBeenCalledTimes(4)
  poller.stop()
  unwatch()
})
