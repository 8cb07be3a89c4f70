import { expect, test } from 'vitest'
import { deleteTask, moveTask, rewordTask } from './task-edits.ts'

const list = '# Loom\n\n- [ ] oil\n  - [x] well\n- [ ] clean\n\n- [ ] thread\n  twice\n\nThe end'
const at = (text: string, lineNumber: number) => ({ lineNumber, lineSource: text.split('\n')[lineNumber - 1] ?? '' })

test.each([
  [
    'down, with what is nested',
    3,
    7,
    'after',
    '# Loom\n\n- [ ] clean\n\n- [ ] thread\n  twice\n- [ ] oil\n  - [x] well\n\nThe end',
  ],
  ['up', 7, 3, 'before', '# Loom\n\n- [ ] thread\n  twice\n- [ ] oil\n  - [x] well\n- [ ] clean\n\n\nThe end'],
  ['nowhere', 5, 5, 'after', list],
  ['into another list', 4, 5, 'after', null],
] as const)('TASK-008 an item moves %s', async (_case, from, to, place, expected) => {
  expect(await moveTask(list, at(list, from), at(list, to), place)).toBe(expected)
})

test('TASK-008 the last line of a text that does not end its lines can be moved', async () => {
  const text = '1. [ ] one\r\n2. [ ] two'
  const last = { lineNumber: 2, lineSource: '2. [ ] two' }
  const moved = await moveTask(text, last, { lineNumber: 1, lineSource: '1. [ ] one' }, 'before')
  expect(moved).toBe('2. [ ] two\r\n1. [ ] one\r\n')
})

test('TASK-009 a line that reads otherwise moves and deletes nothing', async () => {
  const other = { lineNumber: 3, lineSource: '- [x] oil' }
  expect(await moveTask(list, other, at(list, 5), 'after')).toBeNull()
  expect(await deleteTask(list, other)).toBeNull()
  expect(await deleteTask(list, at(list, 1))).toBeNull()
})

test.each([
  ['what is nested moves up', list, 3, '# Loom\n\n- [x] well\n- [ ] clean\n\n- [ ] thread\n  twice\n\nThe end'],
  ['its further lines go too', list, 7, '# Loom\n\n- [ ] oil\n  - [x] well\n- [ ] clean\n\n\nThe end'],
  ['in a quote', '> - [ ] a\n>   - [ ] b\n', 1, '> - [ ] b\n'],
])('TASK-010 an item is deleted: %s', async (_case, text, line, expected) => {
  expect(await deleteTask(text, at(text, line))).toBe(expected)
})

test('TASK-012 other words for an item leave its box and nested items', async () => {
  expect(await rewordTask(list, 3, '#5+')).toBe(list.replace('oil', '#5+'))
  expect(await rewordTask(list, 7, '#5+')).toBe(list.replace('thread\n  twice', '#5+'))
  expect(await rewordTask(list, 2, '#5+')).toBeNull()
})
