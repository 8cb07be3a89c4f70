import { Type } from 'typebox'
import { type NoteableKind, partsOf, restKey } from '#contract/discuss/noteable-kind.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { operationsOf } from '#contract/operation.ts'
import { Nullable } from '#contract/shapes.ts'

const operation = operationsOf('Issues')

/** Such as `1w 2d 3h 30m`. */
export const duration = Type.String({ maxLength: 255 })
/** Characters of the summary of a time entry, at most. */
export const timelogSummaryLimit = 255
const summary = Type.Optional(Type.String({ maxLength: timelogSummaryLimit }))

/** Seconds, and the same as people write them; null for none. */
export const TimeStats = Type.Object({
  timeEstimate: Type.Integer(),
  totalTimeSpent: Type.Integer(),
  humanTimeEstimate: Nullable(Type.String()),
  humanTotalTimeSpent: Nullable(Type.String()),
})

/** The operations of the REST API on the times of a kind. @source rest.md 6.2, 9.2 */
export function timeTrackingOperations<Parameter extends string>(kind: NoteableKind<Parameter>, tag: string) {
  const { nameUnlessIssue: name, aNoteable, restPath } = partsOf(kind)
  const one = restKey(kind.rest.parameter)
  return {
    getTimeStats: operation({
      name: `get${name}TimeStats`,
      summary: `Get time tracking of ${aNoteable}`,
      tag,
      at: `GET ${restPath}/time_stats`,
      input: Type.Object(one),
      reply: TimeStats,
    }),
    setTimeEstimate: operation({
      name: `set${name}TimeEstimate`,
      summary: `Set the time estimate of ${aNoteable}`,
      tag,
      at: `POST ${restPath}/time_estimate`,
      status: 200,
      input: Type.Object({ ...one, duration }),
      reply: TimeStats,
    }),
    resetTimeEstimate: operation({
      name: `reset${name}TimeEstimate`,
      summary: `Reset the time estimate of ${aNoteable}`,
      tag,
      at: `POST ${restPath}/reset_time_estimate`,
      status: 200,
      input: Type.Object(one),
      reply: TimeStats,
    }),
    addSpentTime: operation({
      name: `add${name}SpentTime`,
      summary: `Add spent time to ${aNoteable}. A negative duration subtracts`,
      tag,
      at: `POST ${restPath}/add_spent_time`,
      input: Type.Object({ ...one, duration, summary }),
      reply: TimeStats,
    }),
    resetSpentTime: operation({
      name: `reset${name}SpentTime`,
      summary: `Reset the spent time of ${aNoteable}`,
      tag,
      at: `POST ${restPath}/reset_spent_time`,
      status: 200,
      input: Type.Object(one),
      reply: TimeStats,
    }),
  }
}

export const { getTimeStats, setTimeEstimate, resetTimeEstimate, addSpentTime, resetSpentTime } =
  timeTrackingOperations(issuableKinds.issue, 'Issues')

/** The operation of a kind's pages, which changes estimate and time spent at once. */
export function trackTimeOperation<Parameter extends string>(kind: NoteableKind<Parameter>, tag: string) {
  const { nameUnlessIssue: name, aNoteable } = partsOf(kind)
  return operation({
    name: `track${name}Time`,
    summary: `Update the time tracking of ${aNoteable} from its page`,
    tag,
    at: `PUT /:namespace/-/${kind.page}/:iid/time_tracking`,
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
}

export const trackTime = trackTimeOperation(issuableKinds.issue, 'Issues')
