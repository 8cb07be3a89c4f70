import { expect, test } from 'vitest'
import { calendarText } from './write.ts'

test('a calendar escapes texts, and breaks long lines between characters', () => {
  const text = calendarText({
    name: 'Weft; Loom',
    events: [
      {
        uid: 'issue-7@weft.test',
        when: '2026-03-31',
        title: `One, two\\three\n${'ü😀'.repeat(30)}`,
        description: 'See it',
        url: 'http://weft.test/weft/loom/-/issues/7',
        updated: '2026-03-01T10:00:00.123Z',
      },
    ],
  })
  expect(text).toContain('X-WR-CALNAME:Weft\\; Loom\r\n')
  expect(text).toContain('DTSTART;VALUE=DATE:20260331\r\n')
  expect(text).toContain('DTSTAMP:20260301T100000Z\r\n')
  const lines = text.split('\r\n')
  expect(lines.every(line => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:One\\, two\\\\three\\n${'ü😀'.repeat(30)}\r\n`)
})
