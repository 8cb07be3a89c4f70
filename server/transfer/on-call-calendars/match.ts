import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import type { Context } from '#server/context.ts'
import { type PersonShift, withoutOverlaps } from '#server/plan/on-call/calendar/store.ts'
import { peopleByEmail, peopleNamed } from '#server/plan/on-call/people.ts'
import type { DatedEvent, EventNotice, ReadCalendar } from '#server/platform/icalendar/read.ts'

/** A name by which a calendar calls a person. */
export interface CalendarName {
  readonly name: string
  readonly events: number
  /** Null: nobody who can be on call is known by it. */
  readonly userId: number | null
}

export interface MatchedCalendar {
  readonly shifts: readonly PersonShift[]
  readonly notices: readonly EventNotice[]
  /** Those of nobody first. */
  readonly names: readonly CalendarName[]
}

/**
 * The shifts that the events of a calendar are. The person is named in the title (`@ann`, or an email address); otherwise the attendees are
 * meant, without the organizer if there are others; otherwise the organizer, or the user whose name is the title.
 *
 * @param assigned  users by the names that an editor of the schedule assigned to them
 */
export async function matchEvents(
  ctx: Context,
  projectId: number,
  { events, notices, isCut }: ReadCalendar,
  assigned: ReadonlyMap<string, number>,
): Promise<MatchedCalendar> {
  const named = events.map(event => ({ event, groups: namesOf(event) }))
  const all = [...new Set(named.flatMap(({ groups }) => groups.flat()))]
  const userOf = await usersOf(ctx, projectId, all, assigned)
  const counts = new Map<string, number>()
  const shifts: PersonShift[] = []
  const unnamed: EventNotice[] = []
  for (const { event, groups } of named) {
    const meant = groups.find(group => group.some(name => userOf.has(name))) ?? groups[0] ?? []
    for (const name of meant) counts.set(name, (counts.get(name) ?? 0) + 1)
    const users = new Set(meant.flatMap(name => userOf.get(name) ?? []))
    if (users.size === 0) unnamed.push({ title: event.title, reason: 'It names no one who can be on call' })
    for (const userId of users) shifts.push({ userId, startsAt: event.startsAt, endsAt: event.endsAt })
  }
  const { kept, leftOut } = withinLimits(shifts)
  return {
    shifts: kept,
    notices: [
      ...(isCut || leftOut ? [{ title: '', reason: cutReason }] : []),
      ...notices,
      // An event that repeats is one.
      ...new Map(unnamed.map(each => [each.title, each])).values(),
    ],
    names: [...counts]
      .map(([name, count]) => ({ name, events: count, userId: userOf.get(name) ?? null }))
      .toSorted((one, other) => Number(one.userId !== null) - Number(other.userId !== null))
      .slice(0, onCallLimits.calendarNames),
  }
}

const cutReason = `The calendar has more than ${onCallLimits.shiftsTaken} shifts, or ${onCallLimits.participants} people: later shifts are left out`

function withinLimits(shifts: readonly PersonShift[]) {
  const people = new Set<number>()
  const kept: PersonShift[] = []
  const all = withoutOverlaps(shifts)
  for (const shift of all) {
    if (!people.has(shift.userId) && people.size === onCallLimits.participants) continue
    people.add(shift.userId)
    if (kept.length < onCallLimits.shiftsTaken) kept.push(shift)
  }
  return { kept, leftOut: kept.length < all.length }
}

/** The names by which an event may mean people, in lower case: the first group of which one is known counts. */
function namesOf({ title, attendees, organizer }: DatedEvent): readonly (readonly string[])[] {
  const text = title.toLowerCase()
  const inTitle = [
    ...text.matchAll(/(?<![\p{L}\p{N}_.+-])@[a-z0-9_][a-z0-9_.-]*/gu),
    ...text.matchAll(/[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:"]+/g),
  ].map(([found]) => found.replace(/[.-]+$/, '').slice(0, nameCharacters))
  const others = attendees.filter(email => email !== organizer)
  return [
    inTitle,
    others.length > 0 ? others : attendees,
    organizer === null ? [] : [organizer],
    text === '' ? [] : [text.slice(0, nameCharacters)],
  ].filter(group => group.length > 0)
}

const nameCharacters = 320

/** The users of names: `@ann` and `ann` are usernames. */
async function usersOf(
  ctx: Context,
  projectId: number,
  names: readonly string[],
  assigned: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const usernames = names.filter(name => /^@?[a-z0-9_][a-z0-9_.-]*$/.test(name))
  const emails = names.filter(name => /^[^@]+@/.test(name))
  const byUsername = await peopleNamed(ctx, projectId, usernames)
  const byEmail = await peopleByEmail(ctx, projectId, emails)
  return new Map([
    ...usernames.flatMap((name, index) => entryOf(name, byUsername[index])),
    ...emails.flatMap(name => entryOf(name, byEmail.get(name)?.id)),
    // People who can no longer be on call stay: the page says that they are skipped.
    ...assigned,
  ])
}

const entryOf = (name: string, userId: number | null | undefined): readonly [string, number][] =>
  userId == null ? [] : [[name, userId]]
