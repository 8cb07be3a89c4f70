import {
  activeFor,
  allDays,
  countOf,
  fieldsOf,
  idOf,
  listOf,
  minutesAt,
  type Notice,
  type OnCallSource,
  type SourcePerson,
  type SourcePolicy,
  type SourceRotation,
  type SourceRule,
  type SourceSchedule,
  type ToolFields,
  textOf,
  turnOf,
} from './source.ts'

/** The objects of a file of PagerDuty, by their kinds; null for a file of another tool. */
export function pagerdutyIn(file: ToolFields): PagerdutyObjects | null {
  const objects = {
    schedules: [...listOf(file.schedules), ...one(file.schedule)].filter(each => 'schedule_layers' in each),
    policies: [...listOf(file.escalation_policies), ...one(file.escalation_policy)],
    // Others have users, too.
    users: listOf(file.users).filter(each => 'email' in each && ('summary' in each || 'name' in each)),
  }
  return Object.values(objects).some(list => list.length > 0) ? objects : null
}

const one = (value: unknown): readonly ToolFields[] => listOf([value])

export interface PagerdutyObjects {
  readonly schedules: readonly ToolFields[]
  readonly policies: readonly ToolFields[]
  readonly users: readonly ToolFields[]
}

/** Read schedules, escalation policies and users of PagerDuty. @source developer.pagerduty.com, REST API */
export function readPagerduty({ schedules, policies, users }: PagerdutyObjects): OnCallSource {
  const notices: Notice[] = []
  const people = new Map<string, SourcePerson>()
  const personOf = (user: ToolFields): string => {
    const id = idOf(user.id)
    const before = people.get(id)
    const name = textOf(user.name) || textOf(user.summary)
    people.set(id, { id, name: name || before?.name || id, email: textOf(user.email) || before?.email || '' })
    return id
  }
  for (const user of users) personOf(user)
  // Users that no schedule and no policy names are not of the import.
  const named = new Set<string>()
  const nameThem = (user: ToolFields): string => {
    const id = personOf(user)
    named.add(id)
    return id
  }
  const read = {
    schedules: schedules.map(each => readSchedule(each, notices, nameThem)),
    policies: policies.map(each => readPolicy(each, notices, nameThem)),
  }
  return { ...read, people: [...people.values()].filter(({ id }) => named.has(id)), notices }
}

function readSchedule(item: ToolFields, notices: Notice[], personOf: (user: ToolFields) => string): SourceSchedule {
  const name = textOf(item.name) || textOf(item.summary)
  const timeZone = textOf(item.time_zone)
  const layers = listOf(item.schedule_layers)
  if (layers.length > 1)
    notices.push({
      place: name,
      reason: 'In PagerDuty, one layer replaces the others. In Weft, the people of all rotations are on call together',
    })
  const rotations = layers.flatMap((layer, index): readonly SourceRotation[] => {
    const layerName = textOf(layer.name) || `Layer ${index + 1}`
    const place = `${name}, ${layerName}`
    const turn = turnOf(countOf(layer.rotation_turn_length_seconds, { least: 0, most: 1e9, usual: 0 }))
    if (turn === null) {
      notices.push({ place, reason: 'Its turns are not a whole number of hours' })
      return []
    }
    return [
      {
        ...{ name: layerName, timeZone, ...turn, ...readRestrictions(listOf(layer.restrictions), place, notices) },
        startsAt: textOf(layer.rotation_virtual_start) || textOf(layer.start),
        endsAt: textOf(layer.end) || null,
        people: listOf(layer.users).map(each => personOf(fieldsOf(each.user))),
      },
    ]
  })
  return { id: idOf(item.id), name, description: textOf(item.description), timeZone, rotations }
}

type Restriction = Pick<SourceRotation, 'active' | 'weekdays'>
const always: Restriction = { active: null, weekdays: allDays }

function readRestrictions(restrictions: readonly ToolFields[], place: string, notices: Notice[]): Restriction {
  const parts = restrictions.map(each => ({
    isDaily: each.type === 'daily_restriction',
    day: countOf(each.start_day_of_week, { least: 0, most: 7, usual: 0 }),
    from: minutesAt(textOf(each.start_time_of_day)),
    minutes: Math.round(countOf(each.duration_seconds, { least: 0, most: 604_800, usual: 0 }) / 60),
  }))
  const [first] = parts
  if (first === undefined) return always
  if (parts.length === 1 && first.isDaily && first.from !== null)
    return { active: activeFor(first.from, first.minutes), weekdays: allDays }
  const isSame = parts.every(
    ({ isDaily, day, from, minutes }) =>
      !isDaily && day >= 1 && from === first.from && minutes === first.minutes && minutes <= 1440,
  )
  if (!isSame || first.from === null) {
    notices.push({ place, reason: 'Its times differ from day to day. In Weft, its people are on call all day' })
    return always
  }
  return {
    active: activeFor(first.from, first.minutes),
    weekdays: [...new Set(parts.map(({ day }) => day))].toSorted(),
  }
}

function readPolicy(item: ToolFields, notices: Notice[], personOf: (user: ToolFields) => string): SourcePolicy {
  const name = textOf(item.name) || textOf(item.summary)
  let minutes = 0
  let last = 10
  const rules: SourceRule[] = []
  for (const [index, rule] of listOf(item.escalation_rules).entries()) {
    for (const target of listOf(rule.targets)) {
      const type = textOf(target.type).replace(/_reference$/, '')
      if (type === 'user' || type === 'schedule')
        rules.push({
          ...{ minutes, status: 'ACKNOWLEDGED' },
          target: {
            kind: type === 'user' ? 'person' : 'schedule',
            id: type === 'user' ? personOf(target) : idOf(target.id),
            name: textOf(target.summary) || textOf(target.name),
          },
        })
      else
        notices.push({
          place: `${name}, rule ${index + 1}`,
          reason: `Weft does not page a ${type || 'target'} of PagerDuty`,
        })
    }
    last = countOf(rule.escalation_delay_in_minutes, { least: 1, most: 1440, usual: 30 })
    minutes += last
  }
  return {
    ...{ name, description: textOf(item.description), rules },
    repeatCount: countOf(item.num_loops, { least: 0, most: 9, usual: 0 }),
    // The rules begin again once the last of them has had its time.
    repeatMinutes: last,
  }
}
