import { expect, onTestFinished, test, vi } from 'vitest'
import { frameAround } from './frame.ts'
import { watchWidth } from './use-shown-width.ts'

test('IMGDIFF-005 the frame around two images is 2 px wider and higher than the larger of each', () => {
  expect(frameAround({ width: 200, height: 100 }, { width: 150, height: 300 })).toEqual({ width: 202, height: 302 })
})

test('IMGDIFF-006 the width of an image that is resized is told at once, then at most every 400 ms', () => {
  vi.useFakeTimers()
  let resize: (width: number) => void = () => undefined
  const disconnect = vi.fn()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: (entries: readonly object[]) => void) {
        resize = width => tell([{ contentRect: { width } }])
      }
      observe() {
        resize(100)
      }
      disconnect = disconnect
    },
  )
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const told: number[] = []
  const end = watchWidth({} as Element, width => told.push(width))
  resize(110)
  resize(120)
  vi.advanceTimersByTime(399)
  expect(told).toEqual([100])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([100, 120])
  resize(130)
  end()
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([100, 120])
  expect(disconnect).toHaveBeenCalledOnce()
})
