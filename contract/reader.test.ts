import { expect, test } from 'vitest'
import { parseReader, unknownReader, writeReader } from './reader.ts'

test('what a browser says of itself comes back as it was written', () => {
  const reader = { timeZone: 'Europe/Berlin', language: 'en-GB', choices: ['navigation', 'sidebar'] }
  expect(parseReader(writeReader(reader))).toEqual(reader)
  expect(parseReader(decodeURIComponent(writeReader(reader)))).toEqual(reader)
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
  expect(parseReader(text)).toEqual(unknownReader)
})

test('names of parts that no page has are left out, and of many only some are taken', () => {
  const names = Array.from({ length: 50 }, () => 'part')
  expect(parseReader(`UTC|en|${['<i>', 'Sidebar', 'sidebar', ...names].join(',')}`).choices).toEqual([
    'sidebar',
    ...names.slice(0, 19),
  ])
})
