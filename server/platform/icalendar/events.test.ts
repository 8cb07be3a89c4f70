import { expect, test } from 'vitest'
import { NotACalendar, readEvents } from './events.ts'
import { readCalendar, UnreadableCalendar } from './read.ts'

const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

const span = {
  timeZone: 'Europe/Berlin',
  from: Date.parse('2026-10-20T00:00Z'),
  to: Date.parse('2026-11-10T00:00Z'),
  limit: 100,
}
const shown = (moment: number) => new Date(moment).toISOString().slice(0, 16)
const times = (text: string, more: Partial<typeof span> = {}) =>
  readEvents({ text, ...span, ...more }).events.map(
    ({ startsAt, endsAt, title }) => `${shown(startsAt)} – ${shown(endsAt)}${title === '' ? '' : ` ${title}`}`,
  )

test.each<[string, readonly string[], readonly string[]]>([
  ['in UTC', ['DTSTART:20261024T080000Z', 'DTEND:20261024T160000Z'], ['2026-10-24T08:00 – 2026-10-24T16:00']],
  [
    'without a zone, which is that of the schedule',
    ['DTSTART:20261024T090000', 'DTEND:20261024T170000'],
    ['2026-10-24T07:00 – 2026-10-24T15:00'],
  ],
  [
    'of whole days, by the clock of the schedule',
    ['DTSTART;VALUE=DATE:20261024', 'DTEND;VALUE=DATE:20261026'],
    ['2026-10-23T22:00 – 2026-10-25T23:00'],
  ],
  ['of one day without an end', ['DTSTART;VALUE=DATE:20261028'], ['2026-10-27T23:00 – 2026-10-28T23:00']],
  [
    'with a length in place of an end',
    ['DTSTART;TZID=Asia/Tokyo:20261028T090000', 'DURATION:PT12H'],
    ['2026-10-28T00:00 – 2026-10-28T12:00'],
  ],
  [
    'whose zone has a prefix of its program',
    ['DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20261028T090000', 'DURATION:PT1H'],
    ['2026-10-28T08:00 – 2026-10-28T09:00'],
  ],
  // Berlin: 25 October 03:00 becomes 02:00.
  [
    'that repeats over the night in which the clocks are set back',
    [
      'DTSTART;TZID=Europe/Berlin:20261023T200000',
      'DTEND;TZID=Europe/Berlin:20261024T080000',
      'RRULE:FREQ=DAILY;COUNT=3',
    ],
    [
      '2026-10-23T18:00 – 2026-10-24T06:00',
      '2026-10-24T18:00 – 2026-10-25T07:00',
      '2026-10-25T19:00 – 2026-10-26T07:00',
    ],
  ],
  [
    'whose rule ends at a moment in UTC',
    [...['DTSTART;TZID=America/New_York:20261028T200000', 'DURATION:PT12H'], 'RRULE:FREQ=DAILY;UNTIL=20261030T000000Z'],
    ['2026-10-29T00:00 – 2026-10-29T12:00', '2026-10-30T00:00 – 2026-10-30T12:00'],
  ],
  [
    'with days that are left out and added',
    [
      ...['DTSTART:20261026T080000Z', 'DURATION:PT8H', 'RRULE:FREQ=DAILY;COUNT=3'],
      ...['EXDATE:20261027T080000Z', 'RDATE:20261101T080000Z'],
    ],
    [
      '2026-10-26T08:00 – 2026-10-26T16:00',
      '2026-10-28T08:00 – 2026-10-28T16:00',
      '2026-11-01T08:00 – 2026-11-01T16:00',
    ],
  ],
  [
    'that has repeated for thirty years',
    ['DTSTART:19960101T080000Z', 'DURATION:PT8H', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=31'],
    ['2026-10-31T08:00 – 2026-10-31T16:00'],
  ],
  ['that was cancelled', ['DTSTART:20261026T080000Z', 'DURATION:PT8H', 'STATUS:CANCELLED'], []],
  ['that is over', ['DTSTART:20260126T080000Z', 'DURATION:PT8H'], []],
])('an event %s', (_what, lines, expected) => {
  expect(times(calendar(...event('UID:1', ...lines)))).toEqual(expected)
})

test('the zone of a program is read from the file', () => {
  const zone = [
    ...['BEGIN:VTIMEZONE', 'TZID:W. Europe Standard Time', 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
    ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ]
  const lines = ['DTSTART;TZID=W. Europe Standard Time:20261024T090000', 'DURATION:PT8H', 'RRULE:FREQ=DAILY;COUNT=2']
  expect(times(calendar(...zone, ...event('UID:1', ...lines)), { timeZone: 'UTC' })).toEqual([
    '2026-10-24T07:00 – 2026-10-24T15:00',
    '2026-10-25T08:00 – 2026-10-25T16:00',
  ])
})

const weekly = ['DTSTART;TZID=Europe/Berlin:20261019T090000', 'DURATION:P7D', 'RRULE:FREQ=WEEKLY', 'SUMMARY:Dan']

test.each<[string, readonly string[], readonly string[]]>([
  [
    'is moved',
    [
      'RECURRENCE-ID;TZID=Europe/Berlin:20261026T090000',
      'DTSTART;TZID=Europe/Berlin:20261027T090000',
      'DURATION:P6D',
      'SUMMARY:Mina',
    ],
    [
      '2026-10-19T07:00 – 2026-10-26T08:00 Dan',
      '2026-10-27T08:00 – 2026-11-02T08:00 Mina',
      '2026-11-02T08:00 – 2026-11-09T08:00 Dan',
    ],
  ],
  [
    'is named in UTC',
    ['RECURRENCE-ID:20261026T080000Z', 'DTSTART;TZID=Europe/Berlin:20261026T090000', 'DURATION:P7D', 'SUMMARY:Mina'],
    [
      '2026-10-19T07:00 – 2026-10-26T08:00 Dan',
      '2026-10-26T08:00 – 2026-11-02T08:00 Mina',
      '2026-11-02T08:00 – 2026-11-09T08:00 Dan',
    ],
  ],
  [
    'is cancelled',
    [
      'RECURRENCE-ID;TZID=Europe/Berlin:20261026T090000',
      'DTSTART;TZID=Europe/Berlin:20261026T090000',
      'STATUS:CANCELLED',
    ],
    ['2026-10-19T07:00 – 2026-10-26T08:00 Dan', '2026-11-02T08:00 – 2026-11-09T08:00 Dan'],
  ],
  [
    'is changed with all later ones',
    [
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261026T090000',
      'DTSTART;TZID=Europe/Berlin:20261026T110000',
      'DURATION:P6D',
      'SUMMARY:Mina',
    ],
    [
      '2026-10-19T07:00 – 2026-10-26T08:00 Dan',
      '2026-10-26T10:00 – 2026-11-01T10:00 Mina',
      '2026-11-02T10:00 – 2026-11-08T10:00 Mina',
    ],
  ],
  [
    'comes from a time that is not shown',
    [
      'RECURRENCE-ID;TZID=Europe/Berlin:20270104T090000',
      'DTSTART;TZID=Europe/Berlin:20261105T090000',
      'DURATION:PT1H',
      'SUMMARY:Mina',
    ],
    [
      '2026-10-19T07:00 – 2026-10-26T08:00 Dan',
      '2026-10-26T08:00 – 2026-11-02T08:00 Dan',
      '2026-11-02T08:00 – 2026-11-09T08:00 Dan',
      '2026-11-05T08:00 – 2026-11-05T09:00 Mina',
    ],
  ],
])('one occurrence of an event that repeats %s', (_what, exception, expected) => {
  const text = calendar(...event('UID:1', ...weekly), ...event('UID:1', ...exception))
  expect(times(text).filter(each => each < '2026-11-09')).toEqual(expected)
  // Programs write exceptions before their event, too.
  expect(
    times(calendar(...event('UID:1', ...exception), ...event('UID:1', ...weekly))).filter(each => each < '2026-11-09'),
  ).toEqual(expected)
})

test('people are read without those who declined, rooms, and other addresses than of email', () => {
  const { events } = readEvents({
    ...span,
    text: calendar(
      ...event(
        ...['UID:1', 'DTSTART:20261024T080000Z', 'DURATION:PT1H', 'SUMMARY:On\\, call\\n now'],
        ...['ATTENDEE;CN=Dan:MAILTO:Dan@Example.test', 'ATTENDEE;PARTSTAT=DECLINED:mailto:gone@example.test'],
        ...['ATTENDEE;CUTYPE=ROOM:mailto:room@example.test', 'ATTENDEE:urn:uuid:1'],
        ...['ATTENDEE;EMAIL=mina@example.test:urn:uuid:2', 'ORGANIZER:mailto:olga@example.test'],
      ),
    ),
  })
  expect(events).toMatchObject([
    {
      title: 'On, call now',
      attendees: ['dan@example.test', 'mina@example.test'],
      organizer: 'olga@example.test',
    },
  ])
})

test.each([
  ['no duration', ['DTSTART:20261024T080000Z'], 'It has no duration'],
  ['an end before its start', ['DTSTART:20261024T080000Z', 'DTEND:20261023T080000Z'], 'It has no duration'],
  ['no start', ['SUMMARY:x'], 'It has no start'],
  ['a date that does not exist', ['DTSTART:20269999T999999Z', 'DURATION:PT1H'], null],
  [
    'a rule of each second since 1970',
    ['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'],
    'It repeats too often',
  ],
  ['a rule that is none', ['DTSTART:20261024T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'], 'It cannot be read'],
])('an event with %s leaves the others as they are', (_what, lines, reason) => {
  const good = event('UID:2', 'DTSTART:20261024T080000Z', 'DURATION:PT1H', 'SUMMARY:Good')
  const { events, notices } = readEvents({ ...span, text: calendar(...event('UID:1', ...lines), ...good) })
  expect(events.map(({ title }) => title)).toContain('Good')
  if (reason !== null) expect(notices.map(notice => notice.reason)).toEqual([reason])
})

test.each(['', 'Not found', '{"a": 1}', '<html>', 'BEGIN:VEVENT\r\nEND:VEVENT', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'])(
  'a text that is no calendar is refused: %s',
  text => {
    expect(() => readEvents({ ...span, text })).toThrow(NotACalendar)
  },
)

test('a rule that never occurs ends with its thread, and the process goes on meanwhile', async () => {
  const text = calendar(
    ...event('UID:1', 'DTSTART:20260101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'),
  )
  let turns = 0
  const timer = setInterval(() => (turns += 1), 50)
  await expect(readCalendar(text, span)).rejects.toThrow(UnreadableCalendar)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
  // The next one does not suffer.
  const good = calendar(...event('UID:2', 'DTSTART:20261024T080000Z', 'DURATION:PT1H'))
  expect((await readCalendar(good, span)).events).toHaveLength(1)
}, 20_000)
