import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, NamespaceRef, Nullable, Words } from '#contract/shapes.ts'
import { onCallLimits, swapStates } from './on-call-limits.ts'

const operation = operationsOf('On-call')

const Interval = Type.Object({ startsAt: DateTime, endsAt: DateTime })

/** A request of a person on call that another one takes their shift. */
export const ShiftSwap = Type.Object({
  id: Type.Integer(),
  scheduleIid: Type.Integer(),
  scheduleName: Type.String(),
  timeZone: Type.String(),
  rotationId: Type.Integer(),
  rotationName: Type.String(),
  /** Who asks. */
  from: UserBasic,
  /** Who is asked. */
  to: UserBasic,
  startsAt: DateTime,
  endsAt: DateTime,
  /** The time that the person who asks takes in return; null: none. */
  inReturn: Nullable(Interval),
  message: Type.String(),
  state: Words(swapStates),
  /** It waits, and the shifts are still those of the two: it can be accepted. */
  canBeAccepted: Type.Boolean(),
  createdAt: DateTime,
})

/** With an offset or `Z`; without one, by the clock of the schedule, as `2026-11-30T09:00`. */
const Moment = Type.String({ minLength: 16, maxLength: 40 })

const project = { id: NamespaceRef }
const one = { ...project, swapId: Type.Integer({ minimum: 1 }) }

export const listShiftSwaps = operation({
  name: 'listShiftSwaps',
  summary: 'List the requests for swaps of shifts in a project that you have made or got, the latest first',
  at: 'GET /projects/:id/oncall_swaps',
  input: Type.Object(project),
  reply: Type.Array(ShiftSwap),
})

export const askForSwap = operation({
  name: 'askForSwap',
  summary: 'Ask another participant to take your shift, or a part of it',
  at: 'POST /projects/:id/oncall_swaps',
  input: Type.Object({
    ...project,
    rotationId: Type.Integer({ minimum: 1 }),
    username: Type.String({ minLength: 1, maxLength: 255 }),
    startsAt: Moment,
    endsAt: Moment,
    /** A shift of the other that you take in return. */
    inReturn: Type.Optional(Type.Object({ startsAt: Moment, endsAt: Moment })),
    message: Type.Optional(Type.String({ maxLength: onCallLimits.swapMessage })),
  }),
  reply: ShiftSwap,
})

export const acceptSwap = operation({
  name: 'acceptSwap',
  summary: 'Take the shift that you are asked to take',
  at: 'POST /projects/:id/oncall_swaps/:swapId/accept',
  status: 200,
  input: Type.Object(one),
  reply: ShiftSwap,
})

export const declineSwap = operation({
  name: 'declineSwap',
  summary: 'Decline to take a shift',
  at: 'POST /projects/:id/oncall_swaps/:swapId/decline',
  status: 200,
  input: Type.Object(one),
  reply: ShiftSwap,
})

export const withdrawSwap = operation({
  name: 'withdrawSwap',
  summary: 'Withdraw your request for a swap',
  at: 'DELETE /projects/:id/oncall_swaps/:swapId',
  status: 204,
  input: Type.Object(one),
  reply: Empty,
})

export const getSwapOptions = operationsOf('Pages')({
  name: 'getSwapOptions',
  summary: 'Get the upcoming shifts of a schedule, and the people who could take them',
  at: 'GET /-/pages/swap_options',
  input: Type.Object({ namespace: Type.String(), scheduleIid: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  reply: Type.Object({
    rotations: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        /** In their order, with the shifts of all people. */
        shifts: Type.Array(Type.Object({ startsAt: DateTime, endsAt: DateTime, userId: Type.Integer() })),
      }),
    ),
    /** The participants of the schedule who can be on call, without you. */
    people: Type.Array(UserBasic),
  }),
})

export const getWaitingSwaps = operationsOf('Pages')({
  name: 'getWaitingSwaps',
  summary: 'Get the requests for swaps of shifts that wait for your answer, in all projects',
  at: 'GET /-/pages/waiting_swaps',
  reply: Type.Array(
    Type.Object({
      id: Type.Integer(),
      from: UserBasic,
      rotationName: Type.String(),
      scheduleName: Type.String(),
      timeZone: Type.String(),
      startsAt: DateTime,
      endsAt: DateTime,
      isExchange: Type.Boolean(),
      projectName: Type.String(),
      /** The on-call page of the project. */
      path: Type.String(),
    }),
  ),
})
