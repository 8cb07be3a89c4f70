import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { lengthUnits, onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { Project, projectNodeByPath } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { batch, byId, groupedBy } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import type { ZoneClock } from '#server/platform/text/time-zone.ts'
import { overrideById, rotationById, scheduleByIid } from './find.ts'
import { createOverride, deleteOverride } from './overrides.ts'
import {
  onCallOf,
  type ReadOverride,
  type ReadParticipant,
  type ReadRotation,
  type ReadSchedule,
  readSchedules,
} from './read.ts'
import {
  createRotation,
  currentRotation,
  deleteRotation,
  palettes,
  type RotationGiven,
  updateRotation,
} from './rotations.ts'
import { createSchedule, currentSchedule, deleteSchedule, type ScheduleGiven, updateSchedule } from './schedules.ts'
import { plannedShifts } from './shifts.ts'
import { clockTime, isoOf } from './wall-time.ts'

const schedulesOfProject = batch<number, readonly ReadSchedule[]>(async (ctx, ids) =>
  groupedBy(await readSchedules(ctx, sql`s.namespace_id = any (${[...ids]}::bigint[])`), each => each.namespaceId),
)

/** A schedule by its id, for callers who have checked that the actor can read the schedules of its project. */
export const scheduleNode = batch<number, ReadSchedule | null>(async (ctx, ids) =>
  byId(await readSchedules(ctx, sql`s.id = any (${[...ids]}::bigint[])`)),
)

interface RotationNode extends ReadRotation {
  readonly clock: ZoneClock
}

interface ShiftNode {
  readonly startsAt: number
  readonly endsAt: number
  readonly participant: ReadParticipant | null
}

const LengthUnit = builder.enumType('OncallRotationUnitEnum', { values: words(lengthUnits) })
const Color = builder.enumType('DataVisualizationColorEnum', { values: words(palettes) })
const Weight = builder.enumType('DataVisualizationWeightEnum', {
  values: words(
    ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950'].map(each => `WEIGHT_${each}`),
  ),
})

const Participant = builder.objectRef<ReadParticipant>('OncallParticipantType').implement({
  description: 'Participant of an on-call rotation.',
  fields: t => ({
    id: t.field({
      type: 'IncidentManagementOncallParticipantID',
      nullable: false,
      resolve: ({ id }) => gid('IncidentManagement::OncallParticipant', id),
    }),
    user: t.field({
      type: UserCore,
      nullable: false,
      resolve: ({ userId }, _args, context) => userNode(context, userId) as never,
    }),
    colorPalette: t.string({ resolve: ({ colorPalette }) => colorPalette.toLowerCase() }),
    colorWeight: t.string({ resolve: ({ colorWeight }) => colorWeight.replace('WEIGHT_', '') }),
  }),
})
const ParticipantConnection = connectionOf(Participant)

const Shift = builder.objectRef<ShiftNode>('IncidentManagementOncallShift').implement({
  description: 'Block of time in which a participant is on call.',
  fields: t => ({
    startsAt: t.field({ type: 'Time', resolve: ({ startsAt }) => isoOf(startsAt) }),
    endsAt: t.field({ type: 'Time', resolve: ({ endsAt }) => isoOf(endsAt) }),
    participant: t.field({
      type: Participant,
      description: 'Null in an override by a person who is not in the rotation.',
      resolve: ({ participant }) => participant,
    }),
  }),
})
const ShiftConnection = connectionOf(Shift)

const ActivePeriod = builder
  .objectRef<NonNullable<ReadRotation['activePeriod']>>('OncallRotationActivePeriodType')
  .implement({
    description: 'Part of the day in which someone is on call.',
    fields: t => ({
      startTime: t.string({ resolve: ({ from }) => clockTime(from) }),
      endTime: t.string({ resolve: ({ to }) => clockTime(to) }),
    }),
  })

const Rotation = builder.objectRef<RotationNode>('IncidentManagementOncallRotation').implement({
  description:
    'Rotation of an on-call schedule, in which participants take turns. One whose shifts come from a calendar has no length and no start.',
  fields: t => ({
    id: t.field({
      type: 'IncidentManagementOncallRotationID',
      nullable: false,
      resolve: ({ id }) => gid('IncidentManagement::OncallRotation', id),
    }),
    name: t.exposeString('name', { nullable: false }),
    length: t.int({ resolve: ({ calendarShifts, length }) => (calendarShifts === null ? length : null) }),
    lengthUnit: t.field({
      type: LengthUnit,
      resolve: ({ calendarShifts, lengthUnit }) => (calendarShifts === null ? lengthUnit : null),
    }),
    startsAt: t.field({
      type: 'Time',
      resolve: ({ calendarShifts, startsAt }) => (calendarShifts === null ? isoOf(startsAt) : null),
    }),
    endsAt: t.field({ type: 'Time', resolve: ({ endsAt }) => (endsAt === null ? null : isoOf(endsAt)) }),
    activePeriod: t.field({ type: ActivePeriod, resolve: ({ activePeriod }) => activePeriod }),
    weekdays: t.field({
      type: ['Int'],
      description: 'Days of the week on which someone is on call, from 1 (Monday) to 7 (Sunday).',
      resolve: ({ weekdays }) => [...weekdays],
    }),
    participants: t.field({
      type: ParticipantConnection,
      args: pageArgs,
      resolve: ({ participants }, args, context) => pageOfList(context, args, participants, ({ id }) => id),
    }),
    shifts: t.field({
      type: ShiftConnection,
      description: `Shifts that overlap an interval of up to ${onCallLimits.shiftDays} days, overrides included.`,
      args: {
        ...pageArgs,
        startTime: t.arg({ type: 'Time', required: true }),
        endTime: t.arg({ type: 'Time', required: true }),
      },
      resolve: (rotation, { startTime, endTime, ...args }, context) => {
        const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
        if (to <= from) throw new Invalid({ endTime: ['must be after startTime'] })
        if (to - from > onCallLimits.shiftDays * 86_400_000)
          throw new Invalid({ endTime: [`must be at most ${onCallLimits.shiftDays} days after startTime`] })
        const { participants, overrides, clock } = rotation
        const shifts = plannedShifts(rotation, overrides, clock, from, to).map(({ startsAt, endsAt, userId }) => ({
          ...{ startsAt, endsAt, participant: participants.find(each => each.userId === userId) ?? null },
        }))
        return pageOfList<ShiftNode>(context, args, shifts, ({ startsAt }) => startsAt)
      },
    }),
  }),
})
const RotationConnection = connectionOf(Rotation)

const Schedule = builder.objectRef<ReadSchedule>('IncidentManagementOncallSchedule').implement({
  description: 'On-call schedule of a project.',
  fields: t => ({
    iid: t.string({ nullable: false, resolve: ({ iid }) => String(iid) }),
    name: t.exposeString('name', { nullable: false }),
    description: t.exposeString('description'),
    timezone: t.string({ nullable: false, resolve: ({ timeZone }) => timeZone }),
    oncallUsers: t.field({
      type: [UserCore],
      description: 'People who are on call now.',
      nullable: { list: true, items: false },
      resolve: async (schedule, _args, context) => {
        const users = onCallOf(schedule, Date.parse(context.weft.now))
        return (await Promise.all(users.map(({ id }) => userNode(context, id)))).filter(user => user !== null)
      },
    }),
    rotations: t.field({
      type: RotationConnection,
      nullable: false,
      args: pageArgs,
      resolve: ({ rotations, clock }, args, context) =>
        pageOfList<RotationNode>(
          context,
          args,
          rotations.map(each => ({ ...each, clock })),
          ({ id }) => id,
        ),
    }),
    rotation: t.field({
      type: Rotation,
      args: { id: t.arg({ type: 'IncidentManagementOncallRotationID', required: true }) },
      resolve: ({ rotations, clock }, { id }) => {
        const found = rotations.find(each => each.id === id)
        return found === undefined ? null : { ...found, clock }
      },
    }),
  }),
})
const ScheduleConnection = connectionOf(Schedule)

export { Schedule as OncallSchedule }

/** On-call schedules of projects, and their mutations. @source graphql.md 5, 9.6 */
export function onCallFields(): void {
  builder.objectField(Project, 'incidentManagementOncallSchedules', t =>
    t.field({
      type: ScheduleConnection,
      description: 'On-call schedules of the project.',
      args: { ...pageArgs, iids: t.arg.idList() },
      resolve: async (project, { iids, ...args }, context) => {
        if (!may(context.weft.actor, 'project:read-escalations', project.facts)) return null
        const schedules = await schedulesOfProject(context, project.id)
        const wanted = iids == null ? schedules : schedules.filter(({ iid }) => iids.map(String).includes(String(iid)))
        return wanted.length === 0 ? emptyPage : pageOfList(context, args, wanted, ({ iid }) => iid)
      },
    }),
  )
  scheduleMutations()
  rotationMutations()
}

interface OfSchedule {
  readonly scheduleId?: number
  readonly deleted?: ReadSchedule | null
}

function scheduleMutations(): void {
  const payload = (t: PayloadFields<OfSchedule>) => ({
    oncallSchedule: t.field({
      type: Schedule,
      resolve: ({ scheduleId, deleted }, _args, context) =>
        scheduleId === undefined ? (deleted ?? null) : scheduleNode(context, scheduleId),
    }),
  })
  mutation('oncallScheduleCreate', {
    description: 'Create an on-call schedule.',
    input: t => ({
      projectPath: t.id({ required: true }),
      name: t.string({ required: true }),
      description: t.string(),
      timezone: t.string({ required: true, description: 'IANA name, such as Europe/Berlin.' }),
    }),
    run: async (ctx, { projectPath, ...given }): Promise<OfSchedule> => {
      const project = await load(ctx, 'project:admin-escalations', projectNodeByPath, projectPath)
      return { scheduleId: await createSchedule(ctx, project, given as ScheduleGiven) }
    },
    payload,
  })
  const subject = (t: InputFields) => ({ projectPath: t.id({ required: true }), iid: t.string({ required: true }) })
  mutation('oncallScheduleUpdate', {
    description: 'Update an on-call schedule.',
    input: t => ({ ...subject(t), name: t.string(), description: t.string(), timezone: t.string() }),
    current: async (ctx, input) =>
      currentSchedule(ctx, await load(ctx, 'project:admin-escalations', scheduleByIid, input)),
    run: async (ctx, { projectPath, iid, ...given }): Promise<OfSchedule> => {
      const schedule = await load(ctx, 'project:admin-escalations', scheduleByIid, { projectPath, iid })
      await updateSchedule(ctx, schedule, given as ScheduleGiven)
      return { scheduleId: schedule.id }
    },
    payload,
  })
  mutation('oncallScheduleDestroy', {
    description: 'Delete an on-call schedule.',
    input: subject,
    run: async (ctx, input): Promise<OfSchedule> => {
      const schedule = await load(ctx, 'project:admin-escalations', scheduleByIid, input)
      const [deleted = null] = await readSchedules(ctx, sql`s.id = ${schedule.id}`)
      await deleteSchedule(ctx, schedule)
      return { deleted }
    },
    payload,
  })
}

const WallTime = builder.inputType('OncallRotationDateInputType', {
  description: 'Date and time of the clock of the schedule.',
  fields: t => ({
    date: t.string({ required: true, description: 'YYYY-MM-DD.' }),
    time: t.string({ required: true, description: 'HH:MM.' }),
  }),
})

interface OfRotation {
  readonly scheduleId: number
  readonly rotationId?: number
  readonly deleted?: RotationNode | null
}

function rotationMutations(): void {
  const Length = builder.inputType('OncallRotationLengthInputType', {
    description: 'Length of a turn.',
    fields: t => ({ length: t.int({ required: true }), unit: t.field({ type: LengthUnit, required: true }) }),
  })
  const Period = builder.inputType('OncallRotationActivePeriodInputType', {
    description: 'Part of the day in which someone is on call. It may go past midnight.',
    fields: t => ({
      startTime: t.string({ required: true, description: 'HH:MM.' }),
      endTime: t.string({ required: true, description: 'HH:MM.' }),
    }),
  })
  const User = builder.inputType('OncallUserInputType', {
    description: 'Participant of an on-call rotation.',
    fields: t => ({
      username: t.string({ required: true }),
      colorPalette: t.field({ type: Color }),
      colorWeight: t.field({ type: Weight }),
    }),
  })
  const payload = (t: PayloadFields<OfRotation>) => ({
    oncallRotation: t.field({
      type: Rotation,
      resolve: async ({ scheduleId, rotationId, deleted }, _args, context) => {
        if (rotationId === undefined || scheduleId === undefined) return deleted ?? null
        const schedule = await scheduleNode(context, scheduleId)
        const rotation = schedule?.rotations.find(({ id }) => id === rotationId)
        return schedule && rotation ? { ...rotation, clock: schedule.clock } : null
      },
    }),
  })
  const subject = (t: InputFields) => ({
    projectPath: t.id({ required: true }),
    scheduleIid: t.string({ required: true }),
  })
  const weekdays = (t: InputFields) =>
    t.intList({ description: 'Days of the week on which someone is on call, from 1 (Monday) to 7 (Sunday).' })
  mutation('oncallRotationCreate', {
    description: 'Create a rotation of an on-call schedule.',
    input: t => ({
      ...subject(t),
      name: t.string({ required: true }),
      startsAt: t.field({ type: WallTime, required: true }),
      endsAt: t.field({ type: WallTime }),
      rotationLength: t.field({ type: Length, required: true }),
      activePeriod: t.field({ type: Period }),
      weekdays: weekdays(t),
      participants: t.field({ type: [User], required: true }),
    }),
    run: async (ctx, { projectPath, scheduleIid, ...given }): Promise<OfRotation> => {
      const schedule = await load(ctx, 'project:admin-escalations', scheduleByIid, { projectPath, iid: scheduleIid })
      return { scheduleId: schedule.id, rotationId: await createRotation(ctx, schedule, given as RotationGiven) }
    },
    payload,
  })
  mutation('oncallRotationUpdate', {
    description: 'Update a rotation of an on-call schedule. Null as its end or active period removes it.',
    input: t => ({
      id: t.field({ type: 'IncidentManagementOncallRotationID', required: true }),
      name: t.string(),
      startsAt: t.field({ type: WallTime }),
      endsAt: t.field({ type: WallTime }),
      rotationLength: t.field({ type: Length }),
      activePeriod: t.field({ type: Period }),
      weekdays: weekdays(t),
      participants: t.field({ type: [User] }),
    }),
    current: async (ctx, { id }) =>
      currentRotation(ctx, await load(ctx, 'project:admin-escalations', rotationById, id)),
    run: async (ctx, { id, ...given }): Promise<OfRotation> => {
      const rotation = await load(ctx, 'project:admin-escalations', rotationById, id)
      await updateRotation(ctx, rotation, given as RotationGiven)
      return { scheduleId: rotation.id, rotationId: id }
    },
    payload,
  })
  mutation('oncallRotationDestroy', {
    description: 'Delete a rotation of an on-call schedule.',
    input: t => ({ ...subject(t), id: t.field({ type: 'IncidentManagementOncallRotationID', required: true }) }),
    run: async (ctx, { projectPath, scheduleIid, id }): Promise<OfRotation> => {
      const schedule = await load(ctx, 'project:admin-escalations', scheduleByIid, { projectPath, iid: scheduleIid })
      const rotation = await load(ctx, 'project:admin-escalations', rotationById, id)
      if (rotation.id !== schedule.id) throw new NotFound('On-call rotation')
      const [read] = await readSchedules(ctx, sql`s.id = ${schedule.id}`)
      const found = read?.rotations.find(each => each.id === id)
      await deleteRotation(ctx, rotation)
      return { scheduleId: schedule.id, deleted: read && found ? { ...found, clock: read.clock } : null }
    },
    payload,
  })
  overrideMutations()
}

interface OfOverride {
  readonly scheduleId: number
  readonly overrideId: number
}

function overrideMutations(): void {
  const Override = builder.objectRef<ReadOverride>('IncidentManagementOncallOverride').implement({
    description: 'Time in which one person is on call in the place of those of a rotation.',
    fields: t => ({
      id: t.field({
        type: 'IncidentManagementOncallOverrideID',
        nullable: false,
        resolve: ({ id }) => gid('IncidentManagement::OncallOverride', id),
      }),
      startsAt: t.field({ type: 'Time', nullable: false, resolve: ({ startsAt }) => isoOf(startsAt) }),
      endsAt: t.field({ type: 'Time', nullable: false, resolve: ({ endsAt }) => isoOf(endsAt) }),
      user: t.field({ type: UserCore, resolve: ({ userId }, _args, context) => userNode(context, userId) }),
    }),
  })
  mutation('oncallOverrideCreate', {
    description: 'Put one person on call for some time, in the place of those of a rotation.',
    input: t => ({
      rotationId: t.field({ type: 'IncidentManagementOncallRotationID', required: true }),
      username: t.string({ required: true }),
      startsAt: t.field({ type: WallTime, required: true }),
      endsAt: t.field({ type: WallTime, required: true }),
    }),
    run: async (ctx, { rotationId, ...given }): Promise<OfOverride> => {
      const rotation = await load(ctx, 'project:override-on-call', rotationById, rotationId)
      return { scheduleId: rotation.id, overrideId: await createOverride(ctx, rotation, given as never) }
    },
    payload: t => ({
      oncallOverride: t.field({
        type: Override,
        resolve: async ({ scheduleId = 0, overrideId }, _args, context) => {
          const schedule = await scheduleNode(context, scheduleId)
          return schedule?.rotations.flatMap(each => each.overrides).find(({ id }) => id === overrideId) ?? null
        },
      }),
    }),
  })
  mutation('oncallOverrideDestroy', {
    description: 'Delete an override.',
    input: t => ({ id: t.field({ type: 'IncidentManagementOncallOverrideID', required: true }) }),
    run: async (ctx, { id }): Promise<{ readonly scheduleId: number }> => {
      const override = await load(ctx, 'project:override-on-call', overrideById, id)
      await deleteOverride(ctx, override)
      return { scheduleId: override.id }
    },
    payload: t => ({
      oncallSchedule: t.field({
        type: Schedule,
        resolve: ({ scheduleId = 0 }, _args, context) => scheduleNode(context, scheduleId),
      }),
    }),
  })
}
