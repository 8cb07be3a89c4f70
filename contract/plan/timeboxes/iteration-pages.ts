import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { Day, Nullable, Words } from '#contract/shapes.ts'
import { iterationStates } from './iterations.ts'
import { TimeboxDays, TimeboxShares, TimeboxTimes, timeboxFilters } from './timeboxes.ts'

const operation = operationsOf('Pages')

/** An iteration with the numbers of issues that the viewer may know of. */
const CountedIteration = Type.Object({
  id: Type.Integer(),
  title: Nullable(Type.String()),
  description: Type.String(),
  startDate: Day,
  dueDate: Day,
  state: Words(iterationStates),
  webUrl: Type.String(),
  openIssuesCount: Type.Integer(),
  closedIssuesCount: Type.Integer(),
})

const Cadence = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  startDate: Nullable(Day),
  durationInWeeks: Nullable(Type.Integer()),
  iterationsInAdvance: Nullable(Type.Integer()),
  active: Type.Boolean(),
  automatic: Type.Boolean(),
  rollOver: Type.Boolean(),
  groupId: Type.Integer(),
  groupPath: Type.String(),
  /** Open ones, the next due first; or closed ones, the last ended first. Up to 50. */
  iterations: Type.Array(CountedIteration),
  hasMore: Type.Boolean(),
})

const IterationsPage = Type.Object({
  namespace: PlaceHeader,
  permissions: Type.Object({
    canAdminIterations: Type.Boolean(),
    /** The viewer may create boards of this project or group. */
    canAdminBoards: Type.Boolean(),
  }),
  cadences: Type.Array(Cadence),
})

const place = { namespace: Type.String(), state: Type.Optional(Words(['closed'])) }

export const getIterationsPage = operation({
  name: 'getIterationsPage',
  summary: 'Get data for the iterations page of a project: the cadences of its groups',
  at: 'GET /-/pages/iterations',
  input: Type.Object(place),
  reply: IterationsPage,
})

export const getGroupIterationsPage = operation({
  name: 'getGroupIterationsPage',
  summary: 'Get data for the iterations page of a group: its cadences and those of its parent groups',
  at: 'GET /-/pages/group_iterations',
  input: Type.Object(place),
  reply: IterationsPage,
})

export const getGroupIterationPage = operation({
  name: 'getGroupIterationPage',
  summary: 'Get data for an iteration page, without its issues',
  at: 'GET /-/pages/group_iteration',
  input: Type.Object({ namespace: Type.String(), iterationId: Type.Integer(), ...timeboxFilters }),
  reply: Type.Object({
    namespace: PlaceHeader,
    permissions: Type.Object({ canAdmin: Type.Boolean() }),
    cadence: Type.Object({ id: Type.Integer(), title: Type.String(), automatic: Type.Boolean() }),
    iteration: Type.Object({ ...CountedIteration.properties, descriptionHtml: Type.String() }),
    days: TimeboxDays,
    times: TimeboxTimes,
    shares: TimeboxShares,
  }),
})
