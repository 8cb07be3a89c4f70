import type { ReplyOf } from '#contract/operation.ts'

export type ActivityPage = ReplyOf<typeof import('#contract/feeds/activity.ts').userActivity>
export type Activity = ActivityPage['activities'][number]

/**
 * A list, newest first, whose first page has been read again: new rows come, deleted ones go, and the pages below stay.
 * Where more is new than the first page holds, the list begins anew, so that none is left out.
 */
export function merged(known: ActivityPage, fresh: ActivityPage): ActivityPage {
  const ids = new Set(known.activities.map(({ id }) => id))
  const last = fresh.activities.at(-1)
  if (last === undefined || fresh.next === null || !fresh.activities.some(({ id }) => ids.has(id))) return fresh
  const below = known.activities.filter(row => isOlder(row, last))
  return { activities: [...fresh.activities, ...below], next: below.length === 0 ? fresh.next : known.next }
}

/** The list with its next page, without rows that have moved onto it. */
export function appended(known: ActivityPage, page: ActivityPage): ActivityPage {
  const ids = new Set(known.activities.map(({ id }) => id))
  return { activities: [...known.activities, ...page.activities.filter(({ id }) => !ids.has(id))], next: page.next }
}

const isOlder = (row: Activity, than: Activity): boolean =>
  row.createdAt < than.createdAt || (row.createdAt === than.createdAt && row.id < than.id)
