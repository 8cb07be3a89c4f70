import { expect, test } from 'vitest'
import { listWords, valueWords } from './bulk-words.ts'

test.each([
  [['bug'], [], 'Add label bug'],
  [['bug', 'docs'], ['old'], 'Add labels bug, docs and remove label old'],
  [[], ['a', 'b'], 'Remove labels a, b'],
])('LIST-015 a preview names the labels %j and %j', (added, removed, words) => {
  expect(listWords('label', added, removed)).toBe(words)
})

test('LIST-015 a preview names the value that is set', () => {
  expect([valueWords('milestone', 'Spring'), valueWords('due date', null)]).toEqual([
    'Set milestone to Spring',
    'Remove due date',
  ])
})
