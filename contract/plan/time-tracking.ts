import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { NamespaceRef, Nullable } from '#contract/shapes.ts'

const operation = operationsOf('Issues')
const one = { id: NamespaceRef, issueIid: Type.Integer() }

/** Such as `1w 2d 3h 30m`. */
const duration = Type.String({ maxLength: 255 })
const summary = Type.Optional(Type.String({ maxLength: 255 }))

/** Seconds, and the same as people write them; null for none. */
export const TimeStats = Type.Object({
  timeEstimate: Type.Integer(),
  totalTimeSpent: Type.Integer(),
  humanTimeEstimate: Nullable(Type.String()),
  humanTotalTimeSpent: Nullable(Type.String()),
})

export const getTimeStats = operation({
  name: 'getTimeStats',
  summary: 'Get time tracking of an issue',
  at: 'GET /projects/:id/issues/:issueIid/time_stats',
  input: Type.Object(one),
  reply: TimeStats,
})

export const setTimeEstimate = operation({
  name: 'setTimeEstimate',
  summary: 'Set the time estimate of an issue',
  at: 'POST /projects/:id/issues/:issueIid/time_estimate',
  status: 200,
  input: Type.Object({ ...one, duration }),
  reply: TimeStats,
})

export const resetTimeEstimate = operation({
  name: 'resetTimeEstimate',
  summary: 'Reset the time estimate of an issue',
  at: 'POST /projects/:id/issues/:issueIid/reset_time_estimate',
  status: 200,
  input: Type.Object(one),
  reply: TimeStats,
})

export const addSpentTime = operation({
  name: 'addSpentTime',
  summary: 'Add spent time to an issue. A negative duration subtracts',
  at: 'POST /projects/:id/issues/:issueIid/add_spent_time',
  input: Type.Object({ ...one, duration, summary }),
  reply: TimeStats,
})

export const resetSpentTime = operation({
  name: 'resetSpentTime',
  summary: 'Reset the spent time of an issue',
  at: 'POST /projects/:id/issues/:issueIid/reset_spent_time',
  status: 200,
  input: Type.Object(one),
  reply: TimeStats,
})

export const trackTime = operation({
  name: 'trackTime',
  summary: 'Update the time tracking of an issue from its page',
  at: 'PUT /:namespace/-/issues/:iid/time_tracking',
  input: Type.Object({
    namespace: Type.String(),
    iid: Type.Integer(),
    /** The whole estimate; empty for none. */
    estimate: Type.Optional(duration),
    /** Added to the time spent. */
    spent: Type.Optional(duration),
    summary,
  }),
  reply: Type.Union([TimeStats, Type.Object({ errors: Type.Array(Type.String()) })]),
})
