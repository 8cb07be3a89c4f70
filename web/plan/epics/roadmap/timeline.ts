import { dayAfter, daysBetween } from '#web/ui/text/days.ts'

export const scales = ['weeks', 'months', 'quarters'] as const
export type Scale = (typeof scales)[number]

/** The width of a day in rem. */
export const dayWidth: Readonly<Record<Scale, number>> = { weeks: 0.5, months: 0.1875, quarters: 0.0875 }

/** Days, `YYYY-MM-DD`; the second is the first day after. */
export interface Range {
  readonly from: string
  readonly to: string
}

export interface Dated {
  readonly startDate: string | null
  readonly dueDate: string | null
}

const monthsFrom = (day: string, months: number): string => {
  const date = new Date(day)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
}

/** The first day of the unit that a day is in, and the first of the next one. Weeks begin on Monday. */
function startOf(day: string, scale: Scale): string {
  const date = new Date(day)
  if (scale === 'weeks') return dayAfter(day, -((date.getUTCDay() + 6) % 7))
  return monthsFrom(day, scale === 'months' ? 0 : -(date.getUTCMonth() % 3))
}

function nextOf(start: string, scale: Scale): string {
  return scale === 'weeks' ? dayAfter(start, 7) : monthsFrom(start, scale === 'months' ? 1 : 3)
}

const earliestOf = (...days: readonly [string, ...string[]]): string => days.toSorted()[0] ?? days[0]
const latestOf = (...days: readonly [string, ...string[]]): string => days.toSorted().at(-1) ?? days[0]

/** The days that are always shown before today; after it, twice as many. */
const leastDays: Readonly<Record<Scale, number>> = { weeks: 28, months: 92, quarters: 366 }
const mostDays = 5 * 366

/** The days that hold everything dated, up to five years before and after today. */
export function rangeOf(dated: readonly Dated[], today: string, scale: Scale): Range {
  const days = dated.flatMap(({ startDate, dueDate }) => [startDate, dueDate]).filter(day => day !== null)
  const least = dayAfter(today, -leastDays[scale])
  const first = earliestOf(least, ...days)
  const last = latestOf(dayAfter(today, 2 * leastDays[scale]), ...days)
  return {
    from: startOf(latestOf(first, dayAfter(today, -mostDays)), scale),
    to: nextOf(startOf(earliestOf(last, dayAfter(today, mostDays)), scale), scale),
  }
}

interface Column {
  /** The first day of the column. */
  readonly day: string
  readonly label: string
  readonly days: number
}

const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

const labels: Readonly<Record<Scale, (date: Date) => { readonly upper: string; readonly lower: string }>> = {
  weeks: date => ({ upper: `${months.format(date)} ${date.getUTCFullYear()}`, lower: String(date.getUTCDate()) }),
  months: date => ({ upper: String(date.getUTCFullYear()), lower: months.format(date) }),
  quarters: date => ({
    upper: String(date.getUTCFullYear()),
    lower: `Q${Math.floor(date.getUTCMonth() / 3) + 1}`,
  }),
}

/** The columns of a range, and their groups above. */
export function columnsOf(
  range: Range,
  scale: Scale,
): { readonly upper: readonly Column[]; readonly lower: readonly Column[] } {
  const upper: Column[] = []
  const lower: Column[] = []
  for (let day = range.from; day < range.to; day = nextOf(day, scale)) {
    const named = labels[scale](new Date(day))
    const days = daysBetween(day, nextOf(day, scale))
    lower.push({ day, label: named.lower, days })
    const above = upper.at(-1)
    if (above?.label === named.upper) upper[upper.length - 1] = { ...above, days: above.days + days }
    else upper.push({ day, label: named.upper, days })
  }
  return { upper, lower }
}

export interface Bar {
  /** The offset in days from the start of the range. */
  readonly at: number
  readonly days: number
  /** Whether the bar is open at that end: the epic has no date there, or one outside the range. */
  readonly opensBefore: boolean
  readonly opensAfter: boolean
}

/** The length of a bar with only one date. */
const halfOpenDays = 28

/** The first and the last day that a bar stands for; null without a date. */
export function spanOf({ startDate, dueDate }: Dated): readonly [start: string, due: string] | null {
  if (startDate === null) return dueDate === null ? null : [dayAfter(dueDate, 1 - halfOpenDays), dueDate]
  // Two fixed dates can stand in the wrong order.
  return [startDate, dueDate === null ? dayAfter(startDate, halfOpenDays - 1) : latestOf(startDate, dueDate)]
}

/** The dragged part of a bar: all of it, or one of its ends. */
export type BarPart = 'bar' | 'start' | 'due'

/** The dates of a bar after a part of it was dragged by some days; an end never passes the other one. */
export const draggedBy = (dated: Dated, part: BarPart, days: number): Dated =>
  moved(dated, part, day => dayAfter(day, days))

/** The step by which an arrow key moves a bar: the smallest one that can be seen. */
export const stepWords: Readonly<Record<Scale, string>> = { weeks: 'a day', months: 'a week', quarters: 'a month' }

/** The dates of a bar after one press of an arrow key. */
export function steppedBy(dated: Dated, part: BarPart, by: 1 | -1, scale: Scale): Dated {
  const days = scale === 'weeks' ? by : 7 * by
  return moved(dated, part, day => (scale === 'quarters' ? monthAfter(day, by) : dayAfter(day, days)))
}

/** The same day of another month, or the last one that it has. */
function monthAfter(day: string, months: number): string {
  const first = monthsFrom(day, months)
  const last = dayAfter(monthsFrom(first, 1), -1)
  return earliestOf(dayAfter(first, new Date(day).getUTCDate() - 1), last)
}

function moved({ startDate, dueDate }: Dated, part: BarPart, move: (day: string) => string): Dated {
  const span = spanOf({ startDate, dueDate })
  if (span === null) return { startDate, dueDate }
  const [start, due] = span
  if (part === 'start') return { startDate: earliestOf(move(start), due), dueDate }
  if (part === 'due') return { startDate, dueDate: latestOf(move(due), start) }
  return {
    startDate: startDate === null ? null : move(startDate),
    dueDate: dueDate === null ? null : move(dueDate),
  }
}

/** The part of a period that a range holds; null where there is none. */
export function barOf({ startDate, dueDate }: Dated, { from, to }: Range): Bar | null {
  const span = spanOf({ startDate, dueDate })
  if (span === null) return null
  const [start, due] = span
  const end = dayAfter(due, 1)
  const shownStart = start < from ? from : start
  const shownEnd = end > to ? to : end
  if (shownStart >= shownEnd) return null
  return {
    at: daysBetween(from, shownStart),
    days: daysBetween(shownStart, shownEnd),
    opensBefore: startDate === null || start < from,
    opensAfter: dueDate === null || end > to,
  }
}

interface Nested {
  readonly id: number
  readonly parentId: number | null
}

export interface TreeRow<Epic> {
  readonly epic: Epic
  /** The level, from 1. */
  readonly level: number
  readonly hasChildren: boolean
}

/** Epics with their children right below them, in their order, without what is in a collapsed one. */
export function treeRows<Epic extends Nested>(
  epics: readonly Epic[],
  collapsed: ReadonlySet<number>,
): readonly TreeRow<Epic>[] {
  const childrenOf = Map.groupBy(epics, epic => epic.parentId)
  const rows: TreeRow<Epic>[] = []
  const add = (parentId: number | null, level: number) => {
    for (const epic of childrenOf.get(parentId) ?? []) {
      const hasChildren = childrenOf.has(epic.id)
      rows.push({ epic, level, hasChildren })
      if (hasChildren && !collapsed.has(epic.id)) add(epic.id, level + 1)
    }
  }
  add(null, 1)
  return rows
}

interface Marker<Milestone> {
  readonly milestone: Milestone
  /** The offset in days from the start of the range. */
  readonly at: number
  readonly lane: number
  /** Until the next one of its lane; null for the last. */
  readonly free: number | null
}

/** Milestones by their due dates, each in the first lane that has space; the last lane takes what has none. */
export function markersOf<Milestone extends { readonly dueDate: string }>(
  milestones: readonly Milestone[],
  range: Range,
  leastFree: number,
  lanes = 3,
): readonly Marker<Milestone>[] {
  const ends: number[] = Array.from({ length: lanes }, () => Number.NEGATIVE_INFINITY)
  const placed = milestones
    .filter(({ dueDate }) => dueDate >= range.from && dueDate < range.to)
    .map(milestone => {
      const at = daysBetween(range.from, milestone.dueDate)
      const found = ends.findIndex(end => at - end >= leastFree)
      const lane = found === -1 ? lanes - 1 : found
      ends[lane] = at
      return { milestone, at, lane }
    })
  return placed.map((marker, place) => {
    const next = placed.slice(place + 1).find(other => other.lane === marker.lane)
    return { ...marker, free: next === undefined ? null : next.at - marker.at }
  })
}
