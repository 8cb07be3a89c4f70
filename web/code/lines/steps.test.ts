import { expect, test } from 'vitest'
import { renderSteps, rowsAfterPass } from './steps.ts'

test('DIFF-045 the steps in which long files are drawn', () => {
  expect(renderSteps).toEqual({ rowsPerPass: 500, rowsPerBulk: 30, leastMs: 2, startRow: 200 })
})

test.each([
  ['with time left, a whole pass', 200, [50], 700],
  ['with little time left, a bulk', 200, [2], 230],
  ['as many bulks as there is time for', 200, [9, 5, 1], 290],
  ['up to the end of the file', 4_900, [50], 5_000],
] as const)('DIFF-045 %s', (_, rows, times, next) => {
  const left = [...times]
  expect(rowsAfterPass(rows, 5_000, () => left.shift() ?? times.at(-1) ?? 0)).toBe(next)
})
