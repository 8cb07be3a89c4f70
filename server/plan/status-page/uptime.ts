import type { ShownComponent, UptimeDay } from '#contract/plan/incidents/status-page.ts'
import { type Impact, impacts, uptimeDays } from '#contract/plan/incidents/status-words.ts'

/** The time for which an incident affected a component. */
export interface ImpactSpan {
  readonly impact: Impact
  /** Milliseconds since the epoch. */
  readonly startsAt: number
  /** The current time if it goes on. */
  readonly endsAt: number
  /** The public title of the incident. */
  readonly title: string
}

const dayMs = 86_400_000

/** The part of the time in which a component counts as unavailable. */
const weights: Readonly<Record<Impact, number>> = {
  operational: 0,
  degraded: 0,
  partial_outage: 0.5,
  major_outage: 1,
}

/** A part of one day in which the impact does not change. */
interface Segment {
  readonly day: number
  readonly impact: Impact
  readonly ms: number
}

/**
 * The uptime of a component in the last 90 days, in one pass over its incidents. Where incidents overlap, the worst one counts.
 * Days begin at midnight UTC.
 *
 * @param spans  in any order
 * @param since  the time from which the component is watched, in milliseconds since the epoch
 */
export function uptimeOf(spans: readonly ImpactSpan[], since: number, now: number): ShownComponent['uptime'] {
  const today = Math.floor(now / dayMs)
  const oldest = (today - uptimeDays.wide + 1) * dayMs
  const from = Math.min(now, Math.max(oldest, Math.min(since, ...spans.map(span => span.startsAt))))
  const segments = segmentsOf(spans, from, now)
  return {
    since: isoDay(Math.floor(from / dayMs)),
    percent90: percentOf(segments, from, now),
    percent60: percentOf(segments, Math.max(from, (today - uptimeDays.medium + 1) * dayMs), now),
    percent30: percentOf(segments, Math.max(from, (today - uptimeDays.narrow + 1) * dayMs), now),
    days: daysOf(segments, spans),
  }
}

/** The parts of the time with an impact, by day, oldest first. */
function segmentsOf(spans: readonly ImpactSpan[], from: number, now: number): readonly Segment[] {
  const turns = spans
    .flatMap(({ impact, startsAt, endsAt }) => {
      const [start, end] = [Math.max(startsAt, from), Math.min(endsAt, now)]
      return end <= start
        ? []
        : [
            { at: start, impact, by: 1 },
            { at: end, impact, by: -1 },
          ]
    })
    .toSorted((one, other) => one.at - other.at)
  const open = new Map<Impact, number>()
  const segments: Segment[] = []
  let at = from
  for (const turn of turns) {
    const worst = impacts.findLast(impact => (open.get(impact) ?? 0) > 0)
    if (worst !== undefined && worst !== 'operational')
      for (let start = at; start < turn.at; ) {
        const day = Math.floor(start / dayMs)
        const end = Math.min(turn.at, (day + 1) * dayMs)
        segments.push({ day, impact: worst, ms: end - start })
        start = end
      }
    at = turn.at
    open.set(turn.impact, (open.get(turn.impact) ?? 0) + turn.by)
  }
  return segments
}

/** Rounded down, so that only a time without any downtime is 100.00. */
function percentOf(segments: readonly Segment[], from: number, now: number): string {
  const firstDay = Math.floor(from / dayMs)
  const down = segments
    .filter(({ day }) => day >= firstDay)
    .reduce((sum, { impact, ms }) => sum + ms * weights[impact], 0)
  const whole = Math.max(1, now - from)
  return (Math.floor((1 - down / whole) * 10_000 + 1e-9) / 100).toFixed(2)
}

const maxTitles = 10

function daysOf(segments: readonly Segment[], spans: readonly ImpactSpan[]): UptimeDay[] {
  const byDay = Map.groupBy(segments, ({ day }) => day)
  return [...byDay].map(([day, ofDay]) => {
    // An incident of this moment is no day without problems.
    const seconds = (impact: Impact) =>
      Math.ceil(ofDay.reduce((sum, each) => sum + (each.impact === impact ? each.ms : 0), 0) / 1000)
    const isThen = ({ startsAt, endsAt, impact }: ImpactSpan) =>
      impact !== 'operational' && startsAt < (day + 1) * dayMs && endsAt > day * dayMs
    return {
      day: isoDay(day),
      downSeconds: seconds('major_outage'),
      partlyDownSeconds: seconds('partial_outage'),
      degradedSeconds: seconds('degraded'),
      incidents: [...new Set(spans.filter(isThen).map(({ title }) => title))].slice(0, maxTitles),
    }
  })
}

const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
