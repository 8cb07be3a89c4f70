import {
  allDays,
  countOf,
  fieldsOf,
  idOf,
  listOf,
  meaningOf,
  type Notice,
  type OnCallSource,
  type SourcePerson,
  type SourcePolicy,
  type SourceRotation,
  type SourceRule,
  type SourceSchedule,
  type ToolFields,
  textOf,
} from './source.ts'

const units = { hourly: 'HOURS', daily: 'DAYS', weekly: 'WEEKS' } as const
const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Whether an object is a schedule or an escalation of Opsgenie. */
export const isOfOpsgenie = (item: ToolFields): boolean =>
  Array.isArray(item.rotations) ||
  (Array.isArray(item.rules) && listOf(item.rules).some(rule => 'notifyType' in rule || 'recipient' in rule))

/** Read schedules and escalations of Opsgenie. @source docs.opsgenie.com, Schedule API and Escalation API */
export function readOpsgenie(items: readonly ToolFields[]): OnCallSource {
  const notices: Notice[] = []
  const people = new Map<string, SourcePerson>()
  const personOf = (recipient: ToolFields): string => {
    // Users are named by their email addresses.
    const email = textOf(recipient.username)
    const id = email.toLowerCase() || idOf(recipient.id)
    if (!people.has(id)) people.set(id, { id, name: email || id, email })
    return id
  }
  const schedules = items
    .filter(item => Array.isArray(item.rotations))
    .map((item): SourceSchedule => {
      const name = textOf(item.name)
      const timeZone = textOf(item.timezone)
      if (item.enabled === false)
        notices.push({ place: name, reason: 'The schedule is disabled in Opsgenie. In Weft it is in force' })
      const rotations = listOf(item.rotations).flatMap((rotation, index) =>
        readRotation(rotation, {
          place: `${name}, ${textOf(rotation.name) || index + 1}`,
          timeZone,
          notices,
          personOf,
        }),
      )
      return { id: idOf(item.id), name, description: textOf(item.description), timeZone, rotations }
    })
  const policies = items
    .filter(item => Array.isArray(item.rules))
    .map((item): SourcePolicy => {
      const name = textOf(item.name)
      const repeat = fieldsOf(item.repeat)
      const rules = listOf(item.rules).flatMap((rule, index): readonly SourceRule[] => {
        const recipient = fieldsOf(rule.recipient)
        const place = `${name}, rule ${index + 1}`
        const target = targetOf(recipient, personOf)
        if (target === null) {
          notices.push({
            place,
            reason: `The recipient is a ${textOf(recipient.type) || 'kind'} that Weft does not page`,
          })
          return []
        }
        if (target.kind === 'schedule' && !['default', 'users', ''].includes(textOf(rule.notifyType)))
          notices.push({
            place,
            reason: 'Weft pages the person on call, not the next or previous person of a rotation',
          })
        return [
          {
            minutes: minutesOf(fieldsOf(rule.delay)),
            status: rule.condition === 'if-not-closed' ? 'RESOLVED' : 'ACKNOWLEDGED',
            target,
          },
        ]
      })
      return {
        ...{ name, description: textOf(item.description), rules },
        repeatCount: countOf(repeat.count, { least: 0, most: 9, usual: 0 }),
        repeatMinutes: countOf(repeat.waitInterval, { least: 1, most: 1440, usual: 10 }),
      }
    })
  return { schedules, policies, people: [...people.values()], notices }
}

function targetOf(recipient: ToolFields, personOf: (recipient: ToolFields) => string): SourceRule['target'] | null {
  if (recipient.type === 'user') return { kind: 'person', id: personOf(recipient), name: textOf(recipient.username) }
  if (recipient.type === 'schedule') return { kind: 'schedule', id: idOf(recipient.id), name: textOf(recipient.name) }
  return null
}

function minutesOf({ timeAmount, timeUnit }: ToolFields): number {
  const sizes = { minutes: 1, hours: 60, days: 1440 }
  const amount = typeof timeAmount === 'number' ? timeAmount : 0
  return Math.max(0, Math.round(amount * (meaningOf(sizes, timeUnit) ?? 1)))
}

interface RotationPlace {
  readonly place: string
  readonly timeZone: string
  readonly notices: Notice[]
  readonly personOf: (recipient: ToolFields) => string
}

function readRotation(
  rotation: ToolFields,
  { place, timeZone, notices, personOf }: RotationPlace,
): readonly SourceRotation[] {
  const unit = meaningOf(units, rotation.type)
  if (unit === undefined) {
    notices.push({ place, reason: 'The length of its turns is not known' })
    return []
  }
  const participants = listOf(rotation.participants)
  for (const other of participants.filter(({ type }) => type !== 'user'))
    notices.push({
      place,
      reason: `A participant is ${other.type === 'none' ? 'no one' : `a ${textOf(other.type)}`}: only users take turns in Weft`,
    })
  const restriction = readRestriction(fieldsOf(rotation.timeRestriction), place, notices)
  return [
    {
      ...{ name: textOf(rotation.name) || 'Rotation', timeZone, unit, ...restriction },
      startsAt: textOf(rotation.startDate),
      endsAt: textOf(rotation.endDate) || null,
      length: countOf(rotation.length, { least: 1, most: 1000, usual: 1 }),
      people: participants.filter(({ type }) => type === 'user').map(personOf),
    },
  ]
}

type Restriction = Pick<SourceRotation, 'active' | 'weekdays'>
const always: Restriction = { active: null, weekdays: allDays }

function readRestriction(restriction: ToolFields, place: string, notices: Notice[]): Restriction {
  if (restriction.type === 'time-of-day') {
    const active = partOfDay(fieldsOf(restriction.restriction ?? listOf(restriction.restrictions)[0]))
    return { active, weekdays: allDays }
  }
  if (restriction.type !== 'weekday-and-time-of-day') return always
  const parts = listOf(restriction.restrictions).map(part => ({
    start: dayNames.indexOf(textOf(part.startDay).toLowerCase()),
    end: dayNames.indexOf(textOf(part.endDay).toLowerCase()),
    active: partOfDay(part),
  }))
  const [first] = parts
  const isSame = parts.every(
    ({ start, end, active }) =>
      start >= 0 &&
      JSON.stringify(active) === JSON.stringify(first?.active) &&
      // A part of one day, which may go past midnight.
      (active === null || active.from < active.to ? end === start : end === (start + 1) % 7),
  )
  if (first === undefined || !isSame) {
    notices.push({ place, reason: 'Its times differ from day to day. In Weft, its people are on call all day' })
    return always
  }
  return { active: first.active, weekdays: [...new Set(parts.map(({ start }) => start + 1))].toSorted() }
}

function partOfDay({ startHour, startMin, endHour, endMin }: ToolFields): Restriction['active'] {
  const time = (hours: unknown, minutes: unknown) =>
    (countOf(hours, { least: 0, most: 24, usual: 0 }) * 60 + countOf(minutes, { least: 0, most: 59, usual: 0 })) % 1440
  const [from, to] = [time(startHour, startMin), time(endHour, endMin)]
  return from === to ? null : { from, to }
}
