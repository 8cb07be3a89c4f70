import ICAL from 'ical.js'
import { isTimeZone } from '#contract/reader.ts'
import { type ZoneClock, zoneClock } from '#server/platform/text/time-zone.ts'
import type { CalendarWork, DatedEvent, EventNotice, ReadCalendar } from './read.ts'

/** The text is no calendar; the message is a sentence. */
export class NotACalendar extends Error {}

/** Occurrences of one event that are looked at: a rule that repeats every second since 1970 ends here, one of each day lasts for 80 years. */
const mostSteps = 30_000
const titleCharacters = 250
const mostAttendees = 50

/** A zone by its IANA name, with the rules of this system: those in a file are often old or wrong. */
class NamedZone extends ICAL.Timezone {
  readonly clock: ZoneClock

  constructor(tzid: string, name: string) {
    super({ tzid })
    this.clock = zoneClock(name)
  }

  /** @returns seconds */
  override utcOffset(time: ICAL.Time): number {
    const wall = wallOf(time)
    return (wall - this.clock.momentOf(wall)) / 1000
  }
}

/**
 * The events of a calendar that overlap a time. May take very long: run it in a thread.
 *
 * @throws NotACalendar
 */
export function readEvents({ text, timeZone, from, to, limit }: CalendarWork): ReadCalendar {
  const { frame, events: texts } = splitText(text)
  const reader = new EventReader(zoneClock(timeZone), from, to)
  const trees = texts.map(each => reader.parsed(each)).filter(tree => tree !== null)
  const calendar = new ICAL.Component(withNamedZones(frame, trees))
  const components = trees.map(tree => new ICAL.Component(tree, calendar))
  for (const group of Map.groupBy(components, uidOf).values()) reader.add(group)
  const events = reader.events.toSorted((one, other) => one.startsAt - other.startsAt || one.endsAt - other.endsAt)
  return { events: events.slice(0, limit), notices: reader.notices, isCut: events.length > limit }
}

/** Two events without a name are two. */
const uidOf = (component: ICAL.Component): unknown => component.getFirstPropertyValue('uid') ?? component

/** A component as the parser gives it: its name, its properties and its parts. */
type Tree = [string, readonly [string, Readonly<Record<string, unknown>>, ...unknown[]][], readonly Tree[]]

/** A calendar without its events, and their texts: one that cannot be read must not take the others with it. @throws NotACalendar */
function splitText(text: string): { readonly frame: Tree; readonly events: readonly string[] } {
  const rest: string[] = []
  const events: string[] = []
  let event: string[] | null = null
  // Editors of Windows begin a file with a byte order mark.
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) event = []
    const lines: string[] = event ?? rest
    lines.push(line)
    if (event === null || !/^END:VEVENT\s*$/i.test(line)) continue
    events.push(event.join('\r\n'))
    event = null
  }
  const frames = event === null ? parsedTrees(rest.join('\r\n')) : []
  const calendars = frames.filter(([name]) => name === 'vcalendar')
  if (calendars.length === 0) throw new NotACalendar('It is not a calendar in the iCalendar format (.ics)')
  return { frame: ['vcalendar', [], calendars.flatMap(([, , parts]) => parts)], events }
}

/** @returns none for a text in another format */
function parsedTrees(text: string): readonly Tree[] {
  try {
    const parsed = ICAL.parse(text) as readonly unknown[]
    return (typeof parsed[0] === 'string' ? [parsed] : parsed) as readonly Tree[]
  } catch {
    return []
  }
}

/** The same calendar without the zones that have an IANA name, which are registered. */
function withNamedZones([name, properties, parts]: Tree, events: readonly Tree[]): Tree {
  const tzids = new Set(
    events.flatMap(tree => tree[1].flatMap(([, { tzid }]) => (typeof tzid === 'string' ? [tzid] : []))),
  )
  const named = new Set<string>()
  for (const tzid of tzids) {
    const zone = ianaName(tzid)
    if (zone === null) continue
    named.add(tzid)
    ICAL.TimezoneService.register(new NamedZone(tzid, zone), tzid)
  }
  const isNamed = (part: Tree) =>
    part[0] === 'vtimezone' && part[1].some(([key, , , value]) => key === 'tzid' && named.has(String(value)))
  return [name, properties, parts.filter(part => !isNamed(part))]
}

/** `Europe/Berlin`, also at the end of `/freeassociation.sourceforge.net/Europe/Berlin`. */
function ianaName(tzid: string): string | null {
  const end = /[A-Za-z_]+\/[A-Za-z_+-]+$/.exec(tzid)?.[0]
  return [tzid, end].find(name => name !== undefined && isTimeZone(name)) ?? null
}

const wallOf = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second)

class EventReader {
  readonly events: DatedEvent[] = []
  readonly notices: EventNotice[] = []
  readonly #clock: ZoneClock
  readonly #from: number
  readonly #to: number
  constructor(clock: ZoneClock, from: number, to: number) {
    this.#clock = clock
    this.#from = from
    this.#to = to
  }

  /** @returns null for an event that cannot be read */
  parsed(text: string): Tree | null {
    const [tree] = parsedTrees(text)
    if (tree?.[0] === 'vevent') return tree
    const title = /^SUMMARY[^:\n]*:(.*)$/im.exec(text)?.[1] ?? ''
    this.notices.push({ title: oneLine(title), reason: 'It cannot be read' })
    return null
  }

  /** @param group  events with one name: one that repeats, and its exceptions */
  add(group: readonly ICAL.Component[]): void {
    const exceptions = group.filter(component => component.hasProperty('recurrence-id'))
    const single = exceptions.filter(component => !changesFuture(component))
    const ranges = exceptions.filter(changesFuture)
    for (const master of group.filter(component => !component.hasProperty('recurrence-id')))
      this.#guarded(master, () => this.#repeat(master, single, ranges))
    for (const exception of single)
      this.#guarded(exception, () => {
        const event = new ICAL.Event(exception, { exceptions: [] })
        this.#take(exception, event.startDate, event.endDate)
      })
  }

  #guarded(component: ICAL.Component, read: () => void): void {
    try {
      read()
    } catch (error) {
      this.notices.push({ title: titleOf(component), reason: reasonOf(error) })
    }
  }

  /** All occurrences of an event, without those that exceptions replace. */
  #repeat(master: ICAL.Component, single: readonly ICAL.Component[], ranges: readonly ICAL.Component[]): void {
    const event = new ICAL.Event(master, { exceptions: [...ranges] })
    if (event.startDate === null) throw new ReadProblem('It has no start')
    const replaced = new Set(single.map(component => this.#momentOf(timeIn(component, 'recurrence-id'))))
    const occurrences = event.iterator()
    let steps = 0
    for (let start = occurrences.next(); start; start = occurrences.next()) {
      steps += 1
      if (steps > mostSteps) throw new ReadProblem('It repeats too often')
      const moment = this.#momentOf(start)
      // A change of all later occurrences may move them back.
      if (moment >= this.#to && ranges.length === 0) break
      if (moment >= this.#to + mostMoveMs) break
      if (replaced.has(moment)) continue
      const { item, startDate, endDate } = event.getOccurrenceDetails(start)
      this.#take(item.component, startDate, endDate)
    }
  }

  #take(component: ICAL.Component, start: ICAL.Time, end: ICAL.Time): void {
    if (String(component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED') return
    const [startsAt, endsAt] = [this.#momentOf(start), this.#momentOf(end)]
    if (endsAt <= startsAt) throw new ReadProblem('It has no duration')
    if (startsAt < this.#to && endsAt > this.#from)
      this.events.push({ startsAt, endsAt, title: titleOf(component), ...peopleOf(component) })
  }

  /** Days, and times without a zone, are by the clock of the reader. */
  #momentOf(time: ICAL.Time): number {
    const wall = wallOf(time)
    const { zone } = time
    const moment =
      time.isDate || zone === ICAL.Timezone.localTimezone
        ? this.#clock.momentOf(wall)
        : zone instanceof NamedZone
          ? zone.clock.momentOf(wall)
          : wall - time.utcOffset() * 1000
    if (!(Math.abs(moment) < mostMoment)) throw new ReadProblem('Its time is not valid')
    return moment
  }
}

/** The exception counts for all later occurrences, too. */
const changesFuture = (component: ICAL.Component): boolean =>
  component.getFirstProperty('recurrence-id')?.getParameter('range') === 'THISANDFUTURE'

/** The end of the year 2200: later ones are typing errors. */
const mostMoment = Date.UTC(2201, 0)
const mostMoveMs = 366 * 86_400_000

/** The reason why an event is left out, as a sentence. */
class ReadProblem extends Error {}

const reasonOf = (error: unknown): string => (error instanceof ReadProblem ? error.message : 'It cannot be read')

function timeIn(component: ICAL.Component, property: string): ICAL.Time {
  const value = component.getFirstPropertyValue(property)
  if (!(value instanceof ICAL.Time)) throw new ReadProblem('Its time is not valid')
  return value
}

const titleOf = (component: ICAL.Component): string => oneLine(String(component.getFirstPropertyValue('summary') ?? ''))

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, titleCharacters)

function peopleOf(component: ICAL.Component): Pick<DatedEvent, 'attendees' | 'organizer'> {
  const attendees = component
    .getAllProperties('attendee')
    .filter(
      property =>
        String(property.getParameter('partstat') ?? '').toUpperCase() !== 'DECLINED' &&
        /^(?:|INDIVIDUAL|UNKNOWN)$/.test(String(property.getParameter('cutype') ?? '').toUpperCase()),
    )
    .flatMap(property => emailOf(property) ?? [])
  const organizer = component.getFirstProperty('organizer')
  return {
    attendees: [...new Set(attendees)].slice(0, mostAttendees),
    organizer: organizer === null ? null : emailOf(organizer),
  }
}

/** `MAILTO:ann@example.com`, or the parameter for addresses of another kind. */
function emailOf(property: ICAL.Property): string | null {
  const text = [property.getParameter('email'), property.getFirstValue()]
    .map(each =>
      String(each ?? '')
        .replace(/^mailto:/i, '')
        .trim()
        .toLowerCase(),
    )
    .find(each => /^[^\s@]+@[^\s@]+$/.test(each))
  return text === undefined ? null : text.slice(0, 320)
}
