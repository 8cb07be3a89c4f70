import { expect, test } from 'vitest'
import { manyMentioned, someOf } from './reach.ts'

const people = [
  { type: 'All', username: 'all', count: 40 },
  { type: 'Group', username: 'weavers/dyers', count: 11 },
  { type: 'Group', username: 'few', count: 3 },
  ...Array.from({ length: 12 }, (_, index) => ({ type: 'User', username: `p${index}`, count: null })),
]

test.each<[string, number | null]>([
  ['Nobody here', null],
  ['@few and @p1', null],
  ['@all look', 40],
  ['@all look, and you, @p1', 40],
  ['See @weavers/dyers.', 11],
  ['@Weavers/Dyers @few', 14],
  ['`@all` in code', null],
  ['```\n@all\n```', null],
  ['mail@all.example', null],
  [Array.from({ length: 11 }, (_, index) => `@p${index}`).join(' '), 11],
  [Array.from({ length: 30 }, () => '@p1').join(' '), null],
])('FORM-017 the mentions in %j are many: %j', (text, count) => {
  expect(manyMentioned(text, people)).toBe(count)
})

test.each([
  [['a@x.example'], 'a@x.example'],
  [['a@x.example', 'b@x.example'], 'a@x.example and b@x.example'],
  [['a@x.example', 'b@x.example', 'c@x.example'], 'a@x.example, b@x.example, and c@x.example'],
  [['a@x.example', 'b@x.example', 'c@x.example', 'd', 'e'], 'a@x.example, b@x.example, c@x.example, and 2 more'],
])('FORM-027 %j as words', (emails, words) => {
  expect(someOf(emails)).toBe(words)
})
