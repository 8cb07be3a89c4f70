import { expect, test } from 'vitest'
import { meetingIn } from './meeting.ts'

const link = (href: string) => `<p>Come: <a href="${href}" rel="nofollow">here</a></p>`

test.each([
  ['https://zoom.us/j/123456789?pwd=a&amp;b=1', 'Zoom', 'https://zoom.us/j/123456789?pwd=a&b=1'],
  ['https://weavers.zoom.us/my/loom', 'Zoom', 'https://weavers.zoom.us/my/loom'],
  ['https://meet.google.com/abc-defg-hij', 'Google Meet', 'https://meet.google.com/abc-defg-hij'],
  [
    'https://teams.microsoft.com/l/meetup-join/19%3a',
    'Microsoft Teams',
    'https://teams.microsoft.com/l/meetup-join/19%3a',
  ],
  ['https://weavers.webex.com/meet/loom', 'Webex', 'https://weavers.webex.com/meet/loom'],
  ['https://meet.jit.si/Loom', 'Jitsi', 'https://meet.jit.si/Loom'],
])('ISSUE-010 %s is a meeting of %s', (given, name, href) => {
  expect(meetingIn(link(given))).toEqual({ name, href })
})

test.each([
  ['another site', link('https://zoom.us.example.com/j/1')],
  ['no meeting', link('https://zoom.us/pricing')],
  ['no secure link', link('http://zoom.us/j/1')],
  ['code', '<p><code>https://zoom.us/j/1</code></p>'],
])('ISSUE-010 %s is no meeting', (_what, html) => {
  expect(meetingIn(html)).toBeNull()
})

test('ISSUE-010 of several meetings the last one counts', () => {
  expect(meetingIn(link('https://zoom.us/j/1') + link('https://meet.jit.si/Loom'))?.name).toBe('Jitsi')
})
