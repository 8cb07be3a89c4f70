import { expect, test } from 'vitest'
import type { Impact } from '#contract/plan/incidents/status-words.ts'
import { type ImpactSpan, uptimeOf } from './uptime.ts'

const now = Date.parse('2026-03-31T12:00:00Z')
const span = (impact: Impact, startsAt: string, endsAt: string | null, title = 'Fire'): ImpactSpan => ({
  impact,
  startsAt: Date.parse(startsAt),
  endsAt: endsAt === null ? now : Date.parse(endsAt),
  title,
})
const long = Date.parse('2020-01-01T00:00:00Z')
const of = (spans: readonly ImpactSpan[], since = long) => uptimeOf(spans, since, now)

test('a component without incidents has no days, and 100.00 percent', () => {
  expect(of([])).toEqual({
    since: '2026-01-01',
    percent90: '100.00',
    percent60: '100.00',
    percent30: '100.00',
    days: [],
  })
})

test('downtime is split at midnight UTC, and an incident that goes on ends now', () => {
  const { days } = of([span('major_outage', '2026-03-30T23:00:00Z', null)])
  expect(days).toMatchObject([
    { day: '2026-03-30', downSeconds: 3600 },
    { day: '2026-03-31', downSeconds: 12 * 3600 },
  ])
})

test('an incident that has just begun is downtime of a second', () => {
  const { days } = of([span('partial_outage', '2026-03-31T11:59:59.900Z', null)])
  expect(days).toMatchObject([{ day: '2026-03-31', partlyDownSeconds: 1 }])
})

test('of overlapping incidents the worst counts, once, and the day names each of them', () => {
  const { days } = of([
    span('partial_outage', '2026-03-10T10:00:00Z', '2026-03-10T14:00:00Z', 'Slow'),
    span('major_outage', '2026-03-10T11:00:00Z', '2026-03-10T12:00:00Z', 'Fire'),
    span('major_outage', '2026-03-10T11:30:00Z', '2026-03-10T12:00:00Z', 'Flood'),
    span('degraded', '2026-03-10T13:30:00Z', '2026-03-10T15:00:00Z', 'Dust'),
    span('operational', '2026-03-10T09:00:00Z', '2026-03-10T18:00:00Z', 'Nothing'),
  ])
  expect(days).toEqual([
    {
      day: '2026-03-10',
      downSeconds: 3600,
      partlyDownSeconds: 3 * 3600,
      degradedSeconds: 3600,
      incidents: ['Slow', 'Fire', 'Flood', 'Dust'],
    },
  ])
})

test('a time partly down counts half, one with problems not at all, and a second of downtime is never 100.00', () => {
  const whole = 89.5 * 86_400
  const percent = (impact: Impact) => of([span(impact, '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z')]).percent90
  expect(percent('major_outage')).toBe((Math.floor((1 - 86_400 / whole) * 10_000) / 100).toFixed(2))
  expect(percent('partial_outage')).toBe((Math.floor((1 - 43_200 / whole) * 10_000) / 100).toFixed(2))
  expect(percent('degraded')).toBe('100.00')
  expect(of([span('major_outage', '2026-03-30T00:00:00Z', '2026-03-30T00:00:01Z')]).percent90).toBe('99.99')
})

test('an incident of long ago counts in 90 days, not in 30; one before them in none', () => {
  const old = of([span('major_outage', '2026-01-10T00:00:00Z', '2026-01-11T00:00:00Z')])
  expect([Number(old.percent90) < 100, old.percent60, old.percent30]).toEqual([true, '100.00', '100.00'])
  expect(of([span('major_outage', '2025-01-10T00:00:00Z', '2025-01-11T00:00:00Z')]).percent90).toBe('100.00')
})

test('a component is watched since it was created, or since its first incident', () => {
  const since = Date.parse('2026-03-20T08:00:00Z')
  expect(of([], since).since).toBe('2026-03-20')
  expect(of([span('degraded', '2026-03-18T08:00:00Z', '2026-03-18T09:00:00Z')], since).since).toBe('2026-03-18')
})

test('ten thousand incidents at once are counted in one pass', () => {
  const many = Array.from({ length: 10_000 }, (_, nth) => ({
    ...span('major_outage', '2026-01-05T00:00:00Z', null),
    startsAt: Date.parse('2026-01-05T00:00:00Z') + nth * 1000,
  }))
  const began = performance.now()
  expect(of(many).days.length).toBe(86)
  expect(performance.now() - began).toBeLessThan(1000)
})
