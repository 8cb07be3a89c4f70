import { expect, test } from 'vitest'
import { grouped, matching, type Option, presentIndex } from './choice-list.ts'

const zoe: Option = { id: '1', text: 'Zoë Ågren', detail: '@zoe', group: 'Members' }
const max: Option = { id: '2', text: 'Max Brandt', detail: '@maxb', group: 'Guests' }
const ann: Option = { id: '3', text: 'Ann Brandt', detail: '@ann', group: 'Members' }

test('an option is found without its accents, by any of its words, in its text or detail', () => {
  expect(matching([zoe, max, ann], 'agren zoe')).toEqual([zoe])
  expect(matching([zoe, max, ann], 'BRANDT')).toEqual([max, ann])
  expect(matching([zoe, max, ann], '@ma')).toEqual([max])
  expect(matching([zoe, max, ann], '  ')).toHaveLength(3)
})

test('options stand with their group, counted in the order shown', () => {
  expect(grouped([zoe, max, ann])).toEqual([
    {
      label: 'Members',
      options: [
        { option: zoe, index: 0 },
        { option: ann, index: 1 },
      ],
    },
    { label: 'Guests', options: [{ option: max, index: 2 }] },
  ])
})

test('a list opens on what is chosen, never on the row that clears', () => {
  const rows = [{ id: 'none', text: 'Unassigned' }, zoe, max, ann]
  expect(presentIndex(rows, ['2'])).toBe(2)
  expect(presentIndex(rows, ['not listed yet'])).toBe(-1)
  expect(presentIndex(rows, [])).toBe(0)
})
