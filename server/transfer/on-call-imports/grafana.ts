import {
  activeFor,
  allDays,
  countOf,
  idOf,
  meaningOf,
  minutesAt,
  type Notice,
  type OnCallSource,
  type SourcePolicy,
  type SourceRotation,
  type SourceRule,
  type SourceSchedule,
  type ToolFields,
  textOf,
} from './source.ts'

const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const units = { hourly: 'HOURS', daily: 'DAYS', weekly: 'WEEKS' } as const

/** Whether an object is one of Grafana OnCall's API. */
export const isOfGrafana = (item: ToolFields): boolean => kindOf(item) !== null

function kindOf(item: ToolFields): 'schedule' | 'shift' | 'chain' | 'step' | 'user' | null {
  if ('escalation_chain_id' in item && 'position' in item) return 'step'
  if ('frequency' in item || 'rolling_users' in item || (textOf(item.type) === 'single_event' && 'start' in item))
    return 'shift'
  if ('on_call_now' in item || 'ical_url_primary' in item || (Array.isArray(item.shifts) && 'name' in item))
    return 'schedule'
  if ('username' in item && 'email' in item) return 'user'
  if ('name' in item && 'team_id' in item) return 'chain'
  return null
}

/** Read schedules, shifts, users, escalation chains and their steps of Grafana OnCall. @source grafana.com/docs/oncall, HTTP API */
export function readGrafana(items: readonly ToolFields[]): OnCallSource {
  const notices: Notice[] = []
  const of = (kind: ReturnType<typeof kindOf>) => items.filter(item => kindOf(item) === kind)
  const shifts = new Map(of('shift').map(shift => [idOf(shift.id), shift]))
  const schedules = of('schedule').map((item): SourceSchedule => {
    const name = textOf(item.name)
    const timeZone = textOf(item.time_zone) || 'UTC'
    const ids = Array.isArray(item.shifts) ? item.shifts.map(idOf) : []
    if (ids.length === 0)
      notices.push({
        place: name,
        reason: 'It has no shifts of its own: they may stand in a calendar, which is not imported',
      })
    const rotations = ids.flatMap(id => {
      const shift = shifts.get(id)
      if (shift === undefined) {
        notices.push({ place: name, reason: `The shift ${id} is not in the files. Add the export of on-call shifts` })
        return []
      }
      return readShift(shift, { place: `${name}, ${textOf(shift.name) || id}`, timeZone, notices })
    })
    return { id: idOf(item.id), name, description: '', timeZone, rotations }
  })
  // A schedule of an earlier import is found by its name.
  const names = new Map(schedules.map(({ id, name }) => [id, name]))
  const steps = of('step')
  const policies = of('chain').map(chain => {
    const own = steps.filter(step => idOf(step.escalation_chain_id) === idOf(chain.id))
    return readChain(textOf(chain.name), own, { notices, nameOf: id => names.get(id) ?? id })
  })
  const users = of('user').map(user => ({ id: idOf(user.id), name: textOf(user.username), email: textOf(user.email) }))
  const named = new Set([
    ...schedules.flatMap(({ rotations }) => rotations.flatMap(({ people }) => people)),
    ...policies.flatMap(({ rules }) => rules.flatMap(({ target }) => (target.kind === 'person' ? [target.id] : []))),
  ])
  const known = new Set(users.map(({ id }) => id))
  const unknown = [...named].filter(id => !known.has(id)).map(id => ({ id, name: id, email: '' }))
  return { schedules, policies, people: [...users.filter(({ id }) => named.has(id)), ...unknown], notices }
}

interface ShiftPlace {
  readonly place: string
  readonly timeZone: string
  readonly notices: Notice[]
}

function readShift(shift: ToolFields, { place, timeZone, notices }: ShiftPlace): readonly SourceRotation[] {
  const unit = meaningOf(units, shift.frequency)
  if (unit === undefined || !['rolling_users', 'recurrent_event'].includes(textOf(shift.type))) {
    notices.push({
      place,
      reason: 'A shift that happens once, or once a month, is not a rotation. Add an override instead',
    })
    return []
  }
  const name = textOf(shift.name) || 'Rotation'
  const start = textOf(shift.rotation_start) || textOf(shift.start)
  const from = minutesAt(textOf(shift.start).slice(11, 19)) ?? 0
  const minutes = Math.round(countOf(shift.duration, { least: 0, most: 1e8, usual: 0 }) / 60)
  const interval = countOf(shift.interval, { least: 1, most: 1000, usual: 1 })
  const days = Array.isArray(shift.by_day)
    ? shift.by_day.map(day => dayNames.indexOf(textOf(day)) + 1).filter(Boolean)
    : []
  const turnMinutes = interval * { HOURS: 60, DAYS: 1440, WEEKS: 10_080 }[unit]
  const isWhole = minutes >= turnMinutes || (unit === 'WEEKS' && days.length === 7 && minutes >= 1440)
  const isPartOfDays = minutes <= 1440 && unit !== 'HOURS' && (unit === 'DAYS' || days.length > 0)
  if (!isWhole && !isPartOfDays)
    notices.push({
      place,
      reason: 'Its shifts are shorter than its turns. In Weft, its people are on call for the whole turn',
    })
  const rotation = {
    startsAt: `${start.slice(0, 10)}T${textOf(shift.start).slice(11, 16)}`,
    endsAt: textOf(shift.until) || null,
    timeZone: textOf(shift.time_zone) || timeZone,
    length: interval,
    unit,
    active: !isWhole && isPartOfDays ? activeFor(from, minutes) : null,
    weekdays: days.length === 0 ? allDays : [...new Set(days)].toSorted(),
  } satisfies Partial<SourceRotation>
  if (shift.type === 'recurrent_event') {
    // They are on call together.
    const people = Array.isArray(shift.users) ? shift.users.map(idOf) : []
    return people.map((person, index) => ({
      ...rotation,
      name: index === 0 ? name : `${name} ${index + 1}`,
      people: [person],
    }))
  }
  const turns = Array.isArray(shift.rolling_users) ? shift.rolling_users.filter(Array.isArray) : []
  if (turns.some(turn => turn.length > 1))
    notices.push({ place, reason: 'Several people take a turn together. In Weft, the first of them takes it' })
  const first = countOf(shift.start_rotation_from_user_index, {
    least: 0,
    most: Math.max(turns.length - 1, 0),
    usual: 0,
  })
  const people = [...turns.slice(first), ...turns.slice(0, first)].flatMap(turn => turn.slice(0, 1).map(idOf))
  return [{ ...rotation, name, people }]
}

interface ChainPlace {
  readonly notices: Notice[]
  /** The name of a schedule, by its id; the id where the files have none. */
  readonly nameOf: (id: string) => string
}

function readChain(name: string, steps: readonly ToolFields[], { notices, nameOf }: ChainPlace): SourcePolicy {
  let minutes = 0
  let repeatCount = 0
  const rules: SourceRule[] = []
  const ordered = steps.toSorted((one, other) => Number(one.position) - Number(other.position))
  for (const [index, step] of ordered.entries()) {
    const place = `${name}, step ${index + 1}`
    const rule = (kind: 'person' | 'schedule', id: string): void =>
      void rules.push({
        minutes: Math.round(minutes),
        status: 'ACKNOWLEDGED',
        target: { kind, id, name: kind === 'schedule' ? nameOf(id) : id },
      })
    switch (textOf(step.type)) {
      case 'wait':
        minutes += countOf(step.duration, { least: 0, most: 86_400, usual: 0 }) / 60
        break
      case 'notify_persons':
        for (const id of Array.isArray(step.persons_to_notify) ? step.persons_to_notify : []) rule('person', idOf(id))
        break
      case 'notify_on_call_from_schedule':
        rule('schedule', idOf(step.notify_on_call_from_schedule))
        break
      case 'repeat_escalation':
        // Grafana repeats up to five times.
        repeatCount = 5
        break
      default:
        notices.push({ place, reason: `Weft has no step “${textOf(step.type).replaceAll('_', ' ')}”` })
    }
  }
  const repeatMinutes = Math.min(Math.max(Math.round(minutes) - (rules.at(-1)?.minutes ?? 0), 1), 1440)
  return { name, description: '', rules, repeatCount, repeatMinutes }
}
