import { expect, test } from 'vitest'
import { tasksEnabled, toggled } from './tasks.ts'

test('TASK-003 TASK-004 only boxes of the source are enabled, without those that do not apply', () => {
  const box = (rest: string) => `<input type="checkbox" class="task-list-item-checkbox" disabled${rest}>`
  const html = `${box(' checked')}${box(' data-inapplicable')}<input type="checkbox" disabled>`
  expect(tasksEnabled(html)).toBe(
    `<input type="checkbox" class="task-list-item-checkbox" checked>${box(' data-inapplicable')}<input type="checkbox" disabled>`,
  )
})

test.each([
  ['- [ ] a\r\n- [x] b', 2, '- [x] b', false, '- [ ] a\r\n- [ ] b'],
  ['- [ ] [x] a', 1, '- [ ] [x] a', true, '- [x] [x] a'],
  ['- [ ] other', 1, '- [ ] a', true, null],
])('TASK-014 the box of a line of %j is changed alone', (text, lineNumber, lineSource, checked, expected) => {
  expect(toggled(text, { index: 1, lineNumber, lineSource, checked })).toBe(expected)
})
