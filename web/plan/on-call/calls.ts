import { gid } from '#contract/gid.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { query } from '#web/api/graphql.ts'
import { deleteHandoverNote, getOnCallPage, listHandoverNotes } from '#web/api/operations.gen.ts'
import type { Candidate } from '#web/plan/pickers/search.ts'
import { createOncallOverride } from './create-oncall-override.graphql.gen.ts'
import { createOncallRotation } from './create-oncall-rotation.graphql.gen.ts'
import { createOncallSchedule } from './create-oncall-schedule.graphql.gen.ts'
import { deleteOncallOverride } from './delete-oncall-override.graphql.gen.ts'
import { deleteOncallRotation } from './delete-oncall-rotation.graphql.gen.ts'
import { deleteOncallSchedule } from './delete-oncall-schedule.graphql.gen.ts'
import { pageOncall } from './page-oncall.graphql.gen.ts'
import { updateOncallRotation } from './update-oncall-rotation.graphql.gen.ts'
import { updateOncallSchedule } from './update-oncall-schedule.graphql.gen.ts'

export type OnCallPageData = ReplyOf<typeof import('#contract/plan/incidents/on-call.ts').getOnCallPage>
export type ScheduleData = OnCallPageData['schedules'][number]
export type RotationData = ScheduleData['rotations'][number]
export type ShiftData = RotationData['shifts'][number]
export type DutyData = RotationData['duty']

export type NoteData = NonNullable<ScheduleData['handoverNote']>
export type SwapData = OnCallPageData['swaps'][number]

/** The queries that a change of schedules makes stale. */
export const onCallReadings = [getOnCallPage, listHandoverNotes]

export interface ScheduleValues {
  readonly name: string
  readonly description: string
  readonly timezone: string
}

export type Person = Pick<Candidate, 'id' | 'name' | 'username'>

export interface RotationValues {
  readonly name: string
  readonly people: readonly Person[]
  readonly length: { readonly length: number | null; readonly unit: RotationData['lengthUnit'] }
  /** By the clock of the schedule: `2026-11-30T09:00`. */
  readonly startsAt: string
  /** Empty: without an end. */
  readonly endsAt: string
  readonly activePeriod: RotationData['activePeriod']
  readonly weekdays: readonly number[]
}

export interface OverrideValues {
  readonly rotationId: number
  readonly username: string
  readonly startsAt: string
  readonly endsAt: string
}

export const addSchedule = (projectPath: string, values: ScheduleValues): Promise<unknown> =>
  query(createOncallSchedule, { projectPath, ...values })

/** @param expected  the former values of the changed fields */
export const saveSchedule = (
  projectPath: string,
  iid: number,
  changes: Partial<ScheduleValues>,
  expected: Partial<ScheduleValues>,
): Promise<unknown> => query(updateOncallSchedule, { projectPath, iid: String(iid), ...changes, expected })

export const removeSchedule = (projectPath: string, iid: number): Promise<unknown> =>
  query(deleteOncallSchedule, { projectPath, iid: String(iid) })

const wallTime = (text: string) => {
  const [date = '', time = ''] = text.split('T')
  return { date, time }
}

const rotationGid = (id: number) => gid('IncidentManagement::OncallRotation', id)

const onWire = ({ name, people, length, startsAt, endsAt, activePeriod, weekdays }: Partial<RotationValues>) => ({
  ...(name !== undefined && { name }),
  ...(people !== undefined && { participants: people.map(({ username }) => ({ username })) }),
  ...(length !== undefined && { rotationLength: { length: length.length ?? 0, unit: length.unit } }),
  ...(startsAt !== undefined && { startsAt: wallTime(startsAt) }),
  ...(endsAt !== undefined && { endsAt: endsAt === '' ? null : wallTime(endsAt) }),
  ...(activePeriod !== undefined && { activePeriod }),
  ...(weekdays !== undefined && { weekdays: [...weekdays] }),
})

export const addRotation = (projectPath: string, scheduleIid: number, values: RotationValues): Promise<unknown> =>
  query(createOncallRotation, {
    projectPath,
    scheduleIid: String(scheduleIid),
    ...(onWire(values) as Required<ReturnType<typeof onWire>>),
  })

/** @param expected  the former values of the changed fields */
export const saveRotation = (
  id: number,
  changes: Partial<RotationValues>,
  expected: Partial<RotationValues>,
): Promise<unknown> =>
  query(updateOncallRotation, { input: { id: rotationGid(id), ...onWire(changes), expected: onWire(expected) } })

export const removeRotation = (projectPath: string, scheduleIid: number, id: number): Promise<unknown> =>
  query(deleteOncallRotation, { projectPath, scheduleIid: String(scheduleIid), id: rotationGid(id) })

export const addOverride = ({ rotationId, username, startsAt, endsAt }: OverrideValues): Promise<unknown> =>
  query(createOncallOverride, {
    rotationId: rotationGid(rotationId),
    username,
    startsAt: wallTime(startsAt),
    endsAt: wallTime(endsAt),
  })

export const removeOverride = (id: number): Promise<unknown> =>
  query(deleteOncallOverride, { id: gid('IncidentManagement::OncallOverride', id) })

/** Open an incident and page the people who are on call. */
export const pageSchedule = async (projectPath: string, iid: number, title: string): Promise<string | null> => {
  const { oncallSchedulePage } = await query(pageOncall, { projectPath, iid: String(iid), title })
  return oncallSchedulePage?.issue?.webPath ?? null
}

export const removeNote = (projectId: number, scheduleIid: number, noteId: number): Promise<unknown> =>
  call(deleteHandoverNote, { id: projectId, scheduleIid, noteId })
