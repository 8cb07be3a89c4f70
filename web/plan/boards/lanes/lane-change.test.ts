import { expect, test } from 'vitest'
import type { CardData, LaneData, LanesData } from '../shapes.ts'
import { afterChange, laneArguments, laneChange, refusalOf } from './lane-change.ts'

const named = (id: number, name: string) => ({ id, name })
// Lanes with only the fields that the functions read.
const lanes = (values: object): LanesData =>
  ({ by: 'label', scope: null, labelIds: [], shown: [], ...values }) as unknown as LanesData
const card = (values: object) =>
  ({
    type: 'issue',
    projectPath: 'weft/loom',
    laneId: null,
    assignees: [named(1, 'Ann'), named(2, 'Ben')],
    labels: [named(10, 'size::s'), named(11, 'bug'), named(12, 'size::s::xs')],
    ...values,
  }) as unknown as CardData
const lane = (values: object) => ({ id: 7, name: 'Spring', detail: null, parentType: null, ...values }) as LaneData

test.each([
  ['to another person, it leaves the others', lanes({ by: 'assignee' }), { laneId: 1 }, 3, { add: [3], remove: [1] }],
  ['to nobody, it has no assignees', lanes({ by: 'assignee' }), { laneId: 1 }, null, { add: [], remove: [1, 2] }],
  ['out of a scope, it loses its label', lanes({ scope: 'size' }), { laneId: 10 }, null, { add: [], remove: [10] }],
  ['out of chosen labels', lanes({ labelIds: [11, 12] }), { laneId: 11 }, null, { add: [], remove: [11, 12] }],
  ['out of an epic', lanes({ by: 'epic' }), { laneId: 4 }, null, { add: [], remove: [4] }],
  ['into an epic', lanes({ by: 'epic' }), {}, 4, { add: [4], remove: [] }],
])('a card that moves %s', (_what, shown, values, to, change) => {
  expect(laneChange(shown, card(values), to)).toEqual(change)
})

test('a card shows its new assignee at once', () => {
  const shown = lanes({ by: 'assignee', shown: [{ id: 3, person: named(3, 'Eve') }] })
  expect(afterChange(shown, card({ laneId: 1 }), { add: [3], remove: [1] })).toEqual({
    assignees: [named(2, 'Ben'), named(3, 'Eve')],
  })
})

test('a move takes the milestone away in the last lane', () => {
  expect(laneArguments('milestone', { add: [], remove: [5] })).toEqual({ milestoneId: null })
})

test.each([
  ['milestone', lane({ detail: 'weft/reed' }), {}, 'The milestone Spring belongs to weft/reed.'],
  ['milestone', lane({ detail: 'weft/loom' }), {}, null],
  ['parent', lane({ detail: '#4', parentType: 'issue' }), {}, 'Only tasks can be part of #4.'],
  ['parent', lane({ detail: '#4', parentType: 'issue' }), { type: 'task' }, null],
  ['epic', lane({ detail: '&1', parentType: 'epic' }), { type: 'task' }, 'A task cannot be part of an epic.'],
] as const)('a lane of a %s %o and a card %o', (by, about, values, why) => {
  expect(refusalOf(by, about, card(values))).toBe(why)
})
