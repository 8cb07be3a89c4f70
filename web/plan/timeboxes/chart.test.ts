import { expect, test } from 'vitest'
import { ticksUpTo } from '#web/ui/charts/ticks.ts'
import { cornersOf, idealPace } from './chart.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [19, [0, 5, 10, 15, 20]],
  [104, [0, 50, 100, 150]],
  [9_800, [0, 5_000, 10_000]],
])('MILE-014 the scale of a chart up to %i', (highest, ticks) => {
  expect(ticksUpTo(highest)).toEqual(ticks)
})

test('MILE-014 a line holds each value until the day before it changes, and ends with the last day', () => {
  const values = [
    { at: 0, value: 3 },
    { at: 1, value: 4 },
    { at: 5, value: 2 },
    { at: 9, value: 0 },
  ]
  expect(cornersOf(values, 7).map(({ at, value }) => [at, value])).toEqual([
    [0, 3],
    [1, 4],
    [4, 4],
    [5, 2],
    [7, 2],
  ])
})

test.each([
  [
    'from the open work of the start',
    [
      [0, 8],
      [2, 6],
    ],
    [
      [0, 8],
      [4, 0],
    ],
    4,
  ],
  [
    'from the same work when issues are added later',
    [
      [0, 8],
      [2, 14],
    ],
    [
      [0, 8],
      [4, 0],
    ],
    4,
  ],
  [
    'from the first issues when there were none at the start',
    [
      [0, 0],
      [1, 6],
      [2, 9],
    ],
    [
      [1, 6],
      [4, 0],
    ],
    4,
  ],
  [
    'at zero without any issues',
    [[0, 0]],
    [
      [0, 0],
      [4, 0],
    ],
    0,
  ],
] as const)('the ideal line of a burndown chart goes %s', (_from, values, corners, middle) => {
  const pace = idealPace(
    values.map(([at, value]) => ({ at, value })),
    4,
  )
  expect(pace.corners.map(({ at, value }) => [at, value])).toEqual(corners)
  expect(pace.at(2)).toBe(middle)
  expect(pace.at(0)).toBe(corners[0][0] === 0 ? corners[0][1] : null)
})
