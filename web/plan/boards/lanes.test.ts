import { expect, test } from 'vitest'
import { withKept } from './lanes.ts'

type Lanes = NonNullable<Parameters<typeof withKept>[0]>

const lanes = (...ids: number[]): Lanes => ({
  // Nothing else of an epic is looked at.
  epics: ids.map(id => ({ id })) as unknown as Lanes['epics'],
  total: ids.length,
})

test.each<[string, readonly number[], readonly number[], readonly number[]]>([
  ['stays in its place', [1, 2, 3], [1, 3], [1, 2, 3]],
  ['stays at the top', [1, 2], [2], [1, 2]],
  ['stays beside another one', [1, 2, 3, 4], [4], [1, 2, 3, 4]],
  ['is where it is now when it has cards', [1, 2], [2, 1], [2, 1]],
  ['leaves room for new ones', [1, 2], [3, 1], [3, 1, 2]],
])('a lane that lost its last card %s', (_what, former, now, shown) => {
  const kept = withKept(lanes(...former), lanes(...now))
  expect(kept?.epics.map(epic => epic.id)).toEqual(shown)
  expect(kept?.total).toBe(shown.length)
})
