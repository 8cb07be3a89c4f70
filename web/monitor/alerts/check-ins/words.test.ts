import { expect, test } from 'vitest'
import { crontabLine, scheduleWords } from './words.ts'

const of = (everyMinutes: number | null, cron: string | null = null) => ({
  everyMinutes,
  cron,
  timeZone: 'Europe/Berlin',
})

test.each([
  [of(1), 'Every minute'],
  [of(90), 'Every 90 minutes'],
  [of(120), 'Every 2 hours'],
  [of(1440), 'Every day'],
  [of(null, '0 3 * * *'), '0 3 * * * (Europe/Berlin)'],
])('the schedule %j reads %s', (schedule, words) => {
  expect(scheduleWords(schedule)).toBe(words)
})

test.each([
  [of(5), '*/5 * * * *'],
  [of(60), '0 */1 * * *'],
  [of(360), '0 */6 * * *'],
  [of(1440), '0 0 * * *'],
  [of(null, '30 3 * * 1'), '30 3 * * 1'],
])('the crontab line of %j begins with %s', (schedule, pattern) => {
  expect(crontabLine(schedule, 'https://weft.test/x')).toBe(
    `${pattern} /path/to/job && curl -fsS -m 10 --retry 5 -o /dev/null -X POST https://weft.test/x`,
  )
})

test.each([7, 90, 10_080])('an interval of %i minutes has no crontab line', minutes => {
  expect(crontabLine(of(minutes), 'https://weft.test/x')).toBeNull()
})
