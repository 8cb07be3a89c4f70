import { expect, test } from 'vitest'
import { clearCorner } from './corner.ts'

const toast = { width: 360, height: 60 }
const wide = { width: 1280, height: 800, topPx: 60, bottomPx: 16, sidePx: 16 }
const narrow = { ...wide, width: 390 }
const box = (top: number, left: number, width: number, height: number) => ({ top, left, width, height })

test.each([
  ['nothing', wide, [], 'bottom-end'],
  ['a composer beside it', wide, [box(500, 260, 640, 300)], 'bottom-end'],
  ['a composer under it', wide, [box(500, 260, 900, 300)], 'top-end'],
  ['a composer as wide as a phone', narrow, [box(450, 12, 366, 350)], 'top-end'],
  ['what fills the window', narrow, [box(0, 0, 390, 800)], 'bottom-end'],
  ['a low composer and a high one', narrow, [box(0, 0, 390, 90), box(700, 0, 390, 100)], 'top-end'],
])('messages keep clear of %s', (_what, room, obstacles, corner) => {
  expect(clearCorner(toast, room, obstacles)).toBe(corner)
})
