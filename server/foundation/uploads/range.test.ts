import { expect, test } from 'vitest'
import { wantedPart } from './range.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=10-12', 'none'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=-', 'whole'],
  ['lines=1-2', 'whole'],
  ['bytes=9999999999999999999-', 'whole'],
] as const)('of ten bytes, %s asks for %j', (header, part) => {
  expect(wantedPart(header, 10)).toEqual(part)
})

test('of an empty file there is no part', () => {
  expect([wantedPart('bytes=0-', 0), wantedPart('bytes=-1', 0)]).toEqual(['none', 'none'])
})
