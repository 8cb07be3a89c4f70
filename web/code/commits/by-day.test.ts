import { expect, test } from 'vitest'
import { unknownReader } from '#contract/reader.ts'
import type { CommitLine } from '../shapes.ts'
import { byDay } from './by-day.ts'

test('commits stand under the days of their reader', () => {
  const commits = ['2026-03-10T01:00:00Z', '2026-03-09T23:00:00Z'].map(
    committedDate => ({ committedDate }) as CommitLine,
  )
  const daysIn = (timeZone: string) => byDay(commits, { ...unknownReader, timeZone }).map(({ day }) => day)
  expect(daysIn('UTC')).toEqual(['2026-03-10', '2026-03-09'])
  expect(daysIn('America/New_York')).toEqual(['2026-03-09'])
})
