import { expect, test } from 'vitest'
import {
  code,
  continueList,
  type Edit,
  indent,
  link,
  markLines,
  outdent,
  type Selected,
  surround,
  table,
} from './edit.ts'
import { quoted } from './quoted.ts'

/** `«` and `»` stand for the selection, `|` for a bare cursor. */
function at(marked: string): Selected {
  const cursor = marked.indexOf('|')
  if (cursor >= 0) return { text: marked.replace('|', ''), start: cursor, end: cursor }
  const start = marked.indexOf('«')
  const end = marked.indexOf('»') - 1
  return { text: marked.replace(/[«»]/g, ''), start, end }
}

function after(selected: Selected, edit: Edit | null): string | null {
  if (edit === null) return null
  const text = selected.text.slice(0, edit.from) + edit.text + selected.text.slice(edit.to)
  const [start, end] = edit.selection
  return start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`
}

test.each([
  ['a «word» here', 'a **«word»** here'],
  ['a **«word»** here', 'a «word» here'],
  ['a «**word**» here', 'a «word» here'],
  ['a wo|rd here', 'a **«word»** here'],
  ['«word »here', '**«word»** here'],
  ['|', '**|**'],
])('FORM-006 bold on %j', (given, expected) => {
  const selected = at(given)
  expect(after(selected, surround(selected, '**'))).toBe(expected)
})

test.each([
  ['run «npm test» now', 'run `«npm test»` now'],
  ['«one\ntwo»', '```\n«one\ntwo»\n```'],
])('FORM-006 code on %j', (given, expected) => {
  const selected = at(given)
  expect(after(selected, code(selected))).toBe(expected)
})

test.each([
  ['see «docs»', 'see [docs](«url»)'],
  ['see «https://example.org/a»', 'see [|](https://example.org/a)'],
  ['|', '[|](url)'],
])('FORM-006 a link on %j', (given, expected) => {
  const selected = at(given)
  expect(after(selected, link(selected))).toBe(expected)
})

test.each([
  ['«one\ntwo»', 'bullets', '«- one\n- two»'],
  ['«- one\n- two»', 'bullets', '«one\ntwo»'],
  ['«- one\n- two»', 'tasks', '«- [ ] one\n- [ ] two»'],
  ['«one\n\ntwo»', 'numbers', '«1. one\n\n2. two»'],
  ['«one\n\ntwo»', 'quote', '«> one\n>\n> two»'],
  ['first\nsec|ond', 'bullets', 'first\n- sec|ond'],
] as const)('FORM-006 lines %j as %s', (given, kind, expected) => {
  const selected = at(given)
  expect(after(selected, markLines(selected, kind))).toBe(expected)
})

test('FORM-006 a table stands on lines of its own', () => {
  const selected = at('text|')
  expect(after(selected, table(selected))).toBe(
    'text\n\n| «Column» | Column |\n| ------ | ------ |\n|        |        |',
  )
})

test.each([
  ['- one|', '- one\n- |'],
  ['- [x] done|', '- [x] done\n- [ ] |'],
  ['9. nine|', '9. nine\n10. |'],
  ['  * deep|', '  * deep\n  * |'],
  ['> said|', '> said\n> |'],
  ['- one\n- |', '- one\n|'],
  ['- on|e', '- on\n- |e'],
  ['plain|', null],
  ['-no list|', null],
])('Enter after %j', (given, expected) => {
  const selected = at(given)
  expect(after(selected, continueList(selected))).toBe(expected)
})

test('KEYS-004 a quote marks each line and leaves room for the answer', () => {
  expect(quoted('one\n\ntwo\n')).toBe('> one\n>\n> two\n\n')
})

test.each([
  ['- a\n- |b', '- a\n  - |b'],
  ['«a\n\nb»', '  «a\n\n  b»'],
  ['one\n«two\n»three', 'one\n  «two\n»three'],
])('FORM-006 lines of %j moved in', (given, expected) => {
  const selected = at(given)
  expect(after(selected, indent(selected))).toBe(expected)
})

test.each([
  ['- a\n  - |b', '- a\n- |b'],
  ['| a', '|a'],
  ['«   a\n\tb»\nc', '« a\nb»\nc'],
  ['not |in', 'not |in'],
])('FORM-006 lines of %j moved out', (given, expected) => {
  const selected = at(given)
  expect(after(selected, outdent(selected))).toBe(expected)
})
