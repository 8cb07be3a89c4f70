import { expect, test } from 'vitest'
import { parseReader, readerCookie, sessionChoicesCookie, unknownReader, writeReader } from './reader.ts'

test('the settings of a browser are read as they were written', () => {
  const choices = ['navigation', 'sidebar']
  const reader = { timeZone: 'Europe/Berlin', language: 'en-GB', choices, sessionChoices: ['callout', 'other'] }
  const written = writeReader(reader)
  expect(parseReader(written)).toEqual(reader)
  const decoded = Object.entries(written).map(([name, value]) => [name, decodeURIComponent(value)])
  expect(parseReader(Object.fromEntries(decoded))).toEqual(reader)
})

test.each([
  undefined,
  '',
  '|||',
  '%',
  'Mars/Olympus|en|',
  'Europe/Berlin|<b>|',
  'Europe/Berlin|en-a-b|',
  "Europe/Berlin|en-'|",
  `${'x'.repeat(4_000)}|en|`,
])('a browser that says %s is unknown', text => {
  expect(parseReader({ [readerCookie]: text })).toEqual(unknownReader)
})

test('names of parts that no page has are left out, and of many only some are taken', () => {
  const names = Array.from({ length: 50 }, () => 'part')
  const written = ['<i>', 'Sidebar', 'sidebar', ...names].join(',')
  const { choices, sessionChoices } = parseReader({
    [readerCookie]: `UTC|en|${written}`,
    [sessionChoicesCookie]: written,
  })
  expect(choices).toEqual(names.slice(-40))
  expect(sessionChoices).toEqual(choices)
})

test('of more choices than are kept, the newest stay', () => {
  const letters = Array.from(
    { length: 41 },
    (_, nth) => `z-${String.fromCharCode(97 + (nth % 26))}${nth < 26 ? '' : 'x'}`,
  )
  const reader = { timeZone: 'UTC', language: 'en', choices: [...letters, 'a-newest'], sessionChoices: [] }
  expect(parseReader(writeReader(reader)).choices).toEqual([...letters.slice(2), 'a-newest'])
})
