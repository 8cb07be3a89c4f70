import { expect, test } from 'vitest'
import { withKept } from './lanes.ts'

type Lanes = NonNullable<Parameters<typeof withKept>[0]>

const lanes = (...ids: number[]): Lanes => ({
  by: 'epic',
  scope: null,
  labelIds: [],
  collapsed: [],
  // Nothing else of a lane is looked at.
  shown: ids.map(id => ({ id })) as unknown as Lanes['shown'],
  total: ids.length,
})

test.each<[string, readonly number[], readonly number[], readonly number[]]>([
  ['a lane that lost its last card stays in its place', [1, 2, 3], [1, 3], [1, 2, 3]],
  ['a lane that lost its last card stays at the top', [1, 2], [2], [1, 2]],
  ['several lanes that lost their last card stay in their order', [1, 2, 3, 4], [4], [1, 2, 3, 4]],
  ['a lane with cards is where the board has it now', [1, 2], [2, 1], [2, 1]],
  ['a new lane stands before a lane that lost its last card', [1, 2], [3, 1], [3, 1, 2]],
])('%s while the board is open', (_what, former, now, shown) => {
  const kept = withKept(lanes(...former), lanes(...now))
  expect(kept?.shown.map(lane => lane.id)).toEqual(shown)
  expect(kept?.total).toBe(shown.length)
})
