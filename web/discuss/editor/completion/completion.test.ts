import { expect, test } from 'vitest'
import { completionAt, quotedName, ranked } from './completion.ts'

test.each([
  ['@', '@', ''],
  ['hello @an', '@', 'an'],
  ['(@an', '@', 'an'],
  ['see #1', '#', '1'],
  ['~bug', '~', 'bug'],
  ['~"two wo', '~', 'two wo'],
  ['~prio::hi', '~', 'prio::hi'],
  ['%v1.2', '%', 'v1.2'],
  ['nice :thu', ':', 'thu'],
  ['/clo', '/', 'clo'],
  ['text\n/', '/', ''],
  ['/assign @an', '@', 'an'],
  ['/add_contacts [contact:', '[contact:', ''],
  ['/add_contacts [contact:a@x.example] [contact:ben@', '[contact:', 'ben@'],
])('FORM-008 %j completes %s with %j', (text, key, query) => {
  expect(completionAt(text, text.length)).toMatchObject({ key, query })
})

test.each([
  ['mail@example'],
  ['# heading'],
  ['12:30'],
  ['done: '],
  [':'],
  ['a /path'],
  ['@ann said'],
  ['100%'],
  ['[contact:a@x.example] '],
  [''],
])('FORM-008 %j completes nothing', text => {
  expect(completionAt(text, text.length)).toBeNull()
})

test('FORM-008 only what stands before the cursor counts', () => {
  expect(completionAt('@an and more', 3)).toEqual({ key: '@', query: 'an', from: 0, to: 3 })
})

test.each([
  ['bug', 'bug'],
  ['two words', '"two words"'],
  ['prio::high', '"prio::high"'],
  ['12', '"12"'],
  ['v1.2', 'v1.2'],
])('a label %j is written %j', (name, expected) => {
  expect(quotedName(name)).toBe(expected)
})

test('FORM-008 options that begin with the query come first, then words, then the rest', () => {
  const names = ['banana', 'red an', 'ann', 'Ánders']
  expect(ranked(names, 'an', name => [name])).toEqual(['ann', 'Ánders', 'red an', 'banana'])
})
