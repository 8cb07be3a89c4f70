import { expect, test } from 'vitest'
import { countCovered } from './count-covered.ts'

test('names are counted once, whichever of the patterns cover them, and other work has its turn meanwhile', async () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `branch-${index}`)
  let turns = 0
  let isOver = false
  const work = () => {
    turns += 1
    if (!isOver) setImmediate(work)
  }
  setImmediate(work)
  const patterns = ['branch-7', 'branch-19*', '*-1999', ...Array.from({ length: 50 }, (_, index) => `none-${index}*`)]
  expect(await countCovered(names, patterns)).toBe(112)
  isOver = true
  expect(turns).toBeGreaterThan(50)
})
