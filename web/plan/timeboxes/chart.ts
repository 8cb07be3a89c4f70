import type { ReplyOf } from '#contract/operation.ts'

type IterationPage = ReplyOf<typeof import('#contract/plan/timeboxes/iteration-pages.ts').getGroupIterationPage>
export type TimeboxDay = IterationPage['days'][number]

export type Measure = 'count' | 'weight'

/** The figures of a timebox at the end of a day. */
interface Figures {
  readonly scope: number
  readonly completed: number
}

export const figuresOf = (day: TimeboxDay, measure: Measure): Figures =>
  measure === 'count'
    ? { scope: day.scopeCount, completed: day.completedCount }
    : { scope: day.scopeWeight, completed: day.completedWeight }

/** The last of the days that is not after one; null before the first. */
export const dayAt = (days: readonly TimeboxDay[], date: string): TimeboxDay | null =>
  days.findLast(day => day.date <= date) ?? null

/**
 * The corners of a line through values that hold until they change.
 *
 * @param values  by the number of the day, in order, the first of them at 0
 * @param last  the number of the last day that is known
 */
export function cornersOf(
  values: readonly { readonly at: number; readonly value: number }[],
  last: number,
): readonly { readonly at: number; readonly value: number }[] {
  const corners: { at: number; value: number }[] = []
  for (const { at, value } of values) {
    const before = corners.at(-1)
    if (at > last) break
    // A change is drawn as a slope of one day.
    if (before !== undefined && before.at < at - 1) corners.push({ at: at - 1, value: before.value })
    corners.push({ at, value })
  }
  const end = corners.at(-1)
  if (end !== undefined && end.at < last) corners.push({ at: last, value: end.value })
  return corners
}

/**
 * An even pace to zero on the last day, from the open work of the first day. Where nothing was planned by then, it begins on the first
 * day with open work. Work that is added later does not change it: the distance of both lines shows it.
 *
 * @param values  the open work by the number of the day, in order, the first of them at 0
 */
export function idealPace(
  values: readonly { readonly at: number; readonly value: number }[],
  lastDay: number,
): {
  readonly corners: readonly { readonly at: number; readonly value: number }[]
  readonly at: (day: number) => number | null
} {
  const first = values.find(({ value }) => value > 0) ?? { at: 0, value: 0 }
  const end = Math.max(first.at + 1, lastDay)
  return {
    corners: first.at >= lastDay && lastDay > 0 ? [first] : [first, { at: end, value: 0 }],
    at: day => (day < first.at ? null : first.value * (1 - (day - first.at) / (end - first.at))),
  }
}
