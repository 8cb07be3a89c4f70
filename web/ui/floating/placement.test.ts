import { expect, test } from 'vitest'
import { placeBeside } from './placement.ts'

const viewport = { width: 1000, height: 600 }
const popup = { width: 200, height: 150 }

test('a popup stands below its anchor, at its start', () => {
  const anchor = { left: 100, top: 100, width: 80, height: 32 }
  expect(placeBeside(anchor, popup, viewport, 'bottom-start', 4)).toEqual({ left: 100, top: 136, maxHeight: 456 })
})

test('a popup with no room below goes above', () => {
  const anchor = { left: 100, top: 520, width: 80, height: 32 }
  expect(placeBeside(anchor, popup, viewport, 'bottom-start', 4)).toMatchObject({ top: 366 })
})

test('a popup that fits on neither side takes the roomier one, and its height is bounded', () => {
  const anchor = { left: 100, top: 250, width: 80, height: 32 }
  const tall = { width: 200, height: 900 }
  expect(placeBeside(anchor, tall, viewport, 'top-start', 4)).toEqual({ left: 100, top: 286, maxHeight: 306 })
})

test('a popup never leaves the viewport sideways', () => {
  const atTheEdge = { left: 960, top: 100, width: 32, height: 32 }
  expect(placeBeside(atTheEdge, popup, viewport, 'bottom-start', 4).left).toBe(792)
  const atTheStart = { left: 4, top: 100, width: 32, height: 32 }
  expect(placeBeside(atTheStart, popup, viewport, 'bottom-end', 4).left).toBe(8)
})

test('a popup at the right turns to the left where the window ends', () => {
  const anchor = { left: 900, top: 100, width: 80, height: 32 }
  expect(placeBeside(anchor, popup, viewport, 'right-start', 4).left).toBe(696)
})
