import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { escalationLimits } from '#contract/plan/incidents/escalation-limits.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { isTimeZone } from '#contract/reader.ts'
import { onCallImportLimits } from '#contract/transfer/on-call-import-rules.ts'
import type { OnCallImport } from '#contract/transfer/on-call-imports.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { peopleByEmail, peopleNamed } from '#server/plan/on-call/people.ts'
import type { LengthUnit } from '#server/plan/on-call/shifts.ts'
import { clockTime, momentOf, wallText } from '#server/plan/on-call/wall-time.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { zoneClock } from '#server/platform/text/time-zone.ts'
import { readFiles } from './read.ts'
import type { Notice, SourcePerson, SourcePolicy, SourceRotation, SourceSchedule } from './source.ts'

export interface PlannedRotation {
  readonly name: string
  readonly length: number
  readonly unit: LengthUnit
  /** By the clock of the schedule, as the end. */
  readonly startsAt: string
  readonly endsAt: string | null
  readonly active: SourceRotation['active']
  readonly weekdays: readonly number[]
  readonly usernames: readonly string[]
}

export interface PlannedSchedule {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly timeZone: string
  readonly rotations: readonly PlannedRotation[]
}

export interface PlannedRule {
  readonly minutes: number
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
  /** The name of a user, or of a schedule. */
  readonly target: string
  readonly isSchedule: boolean
}

export interface PlannedPolicy {
  readonly name: string
  readonly description: string
  readonly rules: readonly PlannedRule[]
  readonly repeatCount: number
  readonly repeatMinutes: number
}

export interface ImportPlan {
  readonly schedules: readonly PlannedSchedule[]
  readonly policies: readonly PlannedPolicy[]
  readonly shown: Static<typeof OnCallImport>
}

/** The files of an import, and the users who are meant by people in them. */
export interface ImportFiles {
  readonly files: readonly string[]
  readonly people?: readonly ChosenPerson[] | undefined
}

interface ChosenPerson {
  /** In the tool. */
  readonly id: string
  readonly username: string
}

/** Plan what files become in a project; nothing is written. @throws Invalid  they cannot be read, or a chosen user cannot be on call */
export async function planImport(
  ctx: Context,
  projectId: number,
  { files, people: chosen = [] }: ImportFiles,
): Promise<ImportPlan> {
  const source = readFiles(files)
  const notices: Notice[] = [...source.notices]
  const usernames = new Map([
    ...(await matchPeople(ctx, projectId, source.people)),
    ...(await chosenPeople(ctx, projectId, chosen)),
  ])
  const taken = await takenNames(ctx, projectId)
  const people = new Map(
    source.people.map(person => [person.id, { ...person, username: usernames.get(person.id) ?? null }]),
  )
  for (const { name, email, username } of people.values())
    if (username === null)
      notices.push({
        place: name,
        reason:
          email === ''
            ? 'The files have no email address of this person. Add the export of users'
            : 'No member who can be on call has this public email address. Enter the username of the person',
      })
  const usernameOf = (id: string) => people.get(id)?.username ?? null
  const schedules = planSchedules(source.schedules, taken.schedules, usernameOf, notices, Date.parse(ctx.now))
  const policies = planPolicies(source.policies, { taken, schedules, usernameOf, notices })
  const shown = {
    tools: [...source.tools],
    schedules: schedules.map(({ name, timeZone, rotations }) => ({
      ...{ name, timeZone },
      rotations: rotations.map(({ unit, active, usernames: names, weekdays, ...rotation }) => ({
        ...{ name: rotation.name, length: rotation.length, startsAt: rotation.startsAt, lengthUnit: unit },
        hours: active && `${clockTime(active.from)}–${clockTime(active.to)}`,
        weekdays: [...weekdays],
        usernames: [...names],
      })),
    })),
    policies: policies.map(({ name, rules, repeatCount }) => ({
      ...{ name, repeatCount },
      rules: rules.map(({ minutes, target, isSchedule }) => ({ minutes, target, isSchedule })),
    })),
    people: [...people.values()].map(({ id, name, email, username }) => ({ id, name, email, username })),
    notices: listed(notices),
  }
  const fingerprint = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
  return { schedules, policies, shown: { ...shown, fingerprint } }
}

/** The names of the users whom people are by email addresses that the actor may know, by the ids of the people. */
async function matchPeople(
  ctx: Context,
  projectId: number,
  people: readonly SourcePerson[],
): Promise<ReadonlyMap<string, string>> {
  const known = await peopleByEmail(
    ctx,
    projectId,
    people.flatMap(({ email }) => (email === '' ? [] : [email])),
  )
  return new Map(
    people.flatMap(({ id, email }): [string, string][] => {
      const user = known.get(email.toLowerCase())
      return user === undefined ? [] : [[id, user.username]]
    }),
  )
}

/** @throws Invalid  one cannot be on call in the project */
async function chosenPeople(
  ctx: Context,
  projectId: number,
  chosen: readonly ChosenPerson[],
): Promise<ReadonlyMap<string, string>> {
  const names = chosen.map(({ username }) => username.trim().replace(/^@/, ''))
  const users = await peopleNamed(ctx, projectId, names)
  const missing = names.filter((_, index) => users[index] === null)
  if (missing.length > 0)
    throw new Invalid({ people: [`${missing[0]} must be a user with at least the Reporter role`] })
  return new Map(chosen.map(({ id }, index) => [id, names[index]?.toLowerCase() ?? '']))
}

/** The first of the notices, and how many others there are. */
function listed(notices: readonly Notice[]): Notice[] {
  const shown = notices.slice(0, onCallImportLimits.notices)
  const others = notices.length - shown.length
  return [
    ...shown.map(({ place, reason }) => ({ place: place || 'Without a name', reason })),
    ...(others > 0 ? [{ place: 'Files', reason: `${others} more parts cannot be taken over as they are` }] : []),
  ]
}

interface TakenNames {
  /** In lower case, as those of the policies. */
  readonly schedules: readonly string[]
  readonly policies: readonly string[]
}

async function takenNames(ctx: Context, projectId: number): Promise<TakenNames> {
  const { rows } = await sql<TakenNames>`
    select array(select lower(name) from oncall_schedules where namespace_id = ${projectId}) as schedules,
      array(select lower(name) from escalation_policies where namespace_id = ${projectId}) as policies`.execute(ctx.db)
  return rows[0] ?? { schedules: [], policies: [] }
}

const cut = (text: string, most: number): string => [...oneLine(text)].slice(0, most).join('').trim()

type UsernameOf = (id: string) => string | null

function planSchedules(
  sources: readonly SourceSchedule[],
  taken: readonly string[],
  usernameOf: UsernameOf,
  notices: Notice[],
  now: number,
): readonly PlannedSchedule[] {
  const names = new Set(taken)
  return sources.flatMap(source => {
    const name = cut(source.name, onCallLimits.name)
    const skip = (reason: string): [] => {
      notices.push({ place: source.name, reason })
      return []
    }
    if (name === '') return skip('The schedule has no name')
    if (names.has(name.toLowerCase())) return skip('A schedule with this name already exists')
    if (!isTimeZone(source.timeZone)) return skip(`The time zone “${source.timeZone}” is not known`)
    if (names.size >= onCallLimits.schedules)
      return skip(`A project can have up to ${onCallLimits.schedules} schedules`)
    names.add(name.toLowerCase())
    const rotations = planRotations({ ...source, name }, usernameOf, notices, now)
    return [
      {
        id: source.id,
        name,
        description: cut(source.description, onCallLimits.description),
        timeZone: source.timeZone,
        rotations,
      },
    ]
  })
}

function planRotations(
  { name: schedule, timeZone, rotations }: SourceSchedule,
  usernameOf: UsernameOf,
  notices: Notice[],
  now: number,
): readonly PlannedRotation[] {
  const names = new Set<string>()
  const clock = zoneClock(timeZone)
  return rotations.flatMap((source): readonly PlannedRotation[] => {
    const place = `${schedule}, ${source.name}`
    const skip = (reason: string): readonly [] => {
      notices.push({ place, reason })
      return []
    }
    const startsAt = momentIn(source.startsAt, source.timeZone)
    const endsAt = source.endsAt === null ? null : momentIn(source.endsAt, source.timeZone)
    if (startsAt === null) return skip('The start of its turns is not known')
    if (endsAt !== null && endsAt <= now) return skip('It has ended')
    const usernames = [...new Set(source.people.flatMap(id => usernameOf(id) ?? []))].slice(
      0,
      onCallLimits.participants,
    )
    if (usernames.length === 0) return skip('None of its people can be on call in this project')
    if (names.size >= onCallLimits.rotations)
      return skip(`A schedule can have up to ${onCallLimits.rotations} rotations`)
    if (usernames.length < source.people.length)
      notices.push({
        place,
        reason: 'Some turns are left out: their people are not known, or take several turns of a round',
      })
    if (source.unit === 'HOURS' && source.active !== null)
      notices.push({ place, reason: 'Turns of hours have no part of the day in Weft: its people are on call all day' })
    const name = freeName(cut(source.name, onCallLimits.name - 4) || 'Rotation', names)
    return [
      {
        ...{
          name,
          length: Math.min(source.length, onCallLimits.length),
          unit: source.unit,
          weekdays: source.weekdays,
          usernames,
        },
        startsAt: wallText(startsAt, clock),
        endsAt: endsAt === null || endsAt <= startsAt ? null : wallText(endsAt, clock),
        active: source.unit === 'HOURS' ? null : source.active,
      },
    ]
  })
}

/** A name that no other of them has. */
function freeName(wanted: string, names: Set<string>): string {
  let name = wanted
  for (let count = 2; names.has(name.toLowerCase()); count++) name = `${wanted} ${count}`
  names.add(name.toLowerCase())
  return name
}

/** The moment of a text with an offset, or by the clock of a zone; null for what is none, or too far away. */
function momentIn(text: string, timeZone: string): number | null {
  const [, date = '', time = '', zone] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(text.trim()) ?? []
  if (date === '') return null
  const moment =
    zone === undefined
      ? momentOf({ date, time }, zoneClock(isTimeZone(timeZone) ? timeZone : 'UTC'))
      : Date.parse(text.trim())
  return moment === null || Number.isNaN(moment) || moment < 0 || moment > Date.UTC(2200, 0) ? null : moment
}

interface PolicyPlace {
  readonly taken: TakenNames
  readonly schedules: readonly PlannedSchedule[]
  readonly usernameOf: UsernameOf
  readonly notices: Notice[]
}

function planPolicies(
  sources: readonly SourcePolicy[],
  { taken, schedules, usernameOf, notices }: PolicyPlace,
): readonly PlannedPolicy[] {
  const names = new Set(taken.policies)
  /** Those of the import, and those of the project. */
  const scheduleOf = ({ id, name }: SourcePolicy['rules'][number]['target']): string | null =>
    schedules.find(each => each.id === id && id !== '')?.name ??
    (taken.schedules.includes(name.toLowerCase()) ? name : null)
  return sources.flatMap(source => {
    const name = cut(source.name, escalationLimits.name)
    const skip = (reason: string): [] => {
      notices.push({ place: source.name, reason })
      return []
    }
    if (name === '') return skip('The policy has no name')
    if (names.has(name.toLowerCase())) return skip('A policy with this name already exists')
    if (names.size >= escalationLimits.policies)
      return skip(`A project can have up to ${escalationLimits.policies} policies`)
    const found = source.rules.flatMap(({ minutes, status, target }): readonly PlannedRule[] => {
      const isSchedule = target.kind === 'schedule'
      const named = isSchedule ? scheduleOf(target) : usernameOf(target.id)
      const place = `${source.name}, after ${minutes} min`
      if (named === null)
        notices.push({
          place,
          reason: isSchedule
            ? `The schedule “${target.name}” is not imported`
            : `${target.name} cannot be paged in this project`,
        })
      else if (minutes > escalationLimits.minutes)
        notices.push({ place, reason: `A rule can page up to ${escalationLimits.minutes} minutes later` })
      else return [{ minutes, status, target: named, isSchedule }]
      return []
    })
    const rules = [...new Map(found.map(rule => [JSON.stringify(rule), rule])).values()]
    if (rules.length === 0) return skip('None of its rules can page anyone in this project')
    if (rules.length > escalationLimits.rules)
      notices.push({
        place: source.name,
        reason: `A policy can have up to ${escalationLimits.rules} rules: later ones are left out`,
      })
    names.add(name.toLowerCase())
    return [
      {
        ...{
          name,
          rules: rules.slice(0, escalationLimits.rules),
          repeatCount: source.repeatCount,
          repeatMinutes: source.repeatMinutes,
        },
        description: cut(source.description, escalationLimits.description),
      },
    ]
  })
}
