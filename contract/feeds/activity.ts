import { Type } from 'typebox'
import { Note } from '#contract/discuss/notes.ts'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic, UserRef } from '#contract/foundation/users.ts'
import { activityFilterOf, shownKinds, shownSeries } from '#contract/issuable-feeds.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'

const operation = operationsOf('Events')

/** All of GitLab's; those of features that this server lacks find nothing. */
export const eventActions = [
  'approved',
  'closed',
  'commented',
  'created',
  'destroyed',
  'expired',
  'joined',
  'left',
  'merged',
  'pushed',
  'reopened',
  'updated',
] as const
export type EventAction = (typeof eventActions)[number]

const otherTargets = ['design', 'milestone', 'note', 'project', 'snippet', 'user', 'wiki'] as const

export const eventTargets = [...otherTargets, ...shownSeries].toSorted()
export type EventTarget = (typeof eventTargets)[number]

const pushActions = ['created', 'removed', 'pushed'] as const
const refTypes = ['branch', 'tag'] as const

/** @source rest.md 3 */
export const Event = Type.Object({
  id: Type.Integer(),
  /** Null for events of a group. */
  projectId: Nullable(Type.Integer()),
  actionName: Type.String(),
  targetId: Nullable(Type.Integer()),
  targetIid: Nullable(Type.Integer()),
  targetType: Nullable(Type.String()),
  authorId: Type.Integer(),
  targetTitle: Nullable(Type.String()),
  createdAt: DateTime,
  /** Only events about comments have a note. */
  note: Type.Optional(Note),
  author: UserBasic,
  /** Only pushes have it. */
  pushData: Type.Optional(
    Type.Object({
      commitCount: Type.Integer(),
      action: Words(pushActions),
      refType: Words(refTypes),
      commitFrom: Nullable(Type.String()),
      commitTo: Nullable(Type.String()),
      /** Null on a push of several branches or tags at once. */
      ref: Nullable(Type.String()),
      commitTitle: Nullable(Type.String()),
      refCount: Nullable(Type.Integer()),
    }),
  ),
  authorUsername: Type.String(),
  imported: Type.Boolean(),
  importedFrom: Type.String(),
})

const filters = {
  action: Type.Optional(Words(eventActions)),
  targetType: Type.Optional(Words(eventTargets)),
  before: Type.Optional(Day),
  after: Type.Optional(Day),
  sort: Type.Optional(Words(['asc', 'desc'])),
  ...Page,
}

export const listEvents = operation({
  name: 'listEvents',
  summary: 'List your events, or with the scope `all` those of everyone in your projects',
  at: 'GET /events',
  input: Type.Object({ scope: Type.Optional(Words(['all'])), ...filters }),
  reply: Type.Array(Event),
})

export const listUserEvents = operation({
  name: 'listUserEvents',
  summary: 'List events of a user by ID or username (none if the profile is private)',
  at: 'GET /users/:id/events',
  input: Type.Object({ id: UserRef, ...filters }),
  reply: Type.Array(Event),
})

export const listProjectEvents = operation({
  name: 'listProjectEvents',
  summary: 'List events of a project',
  at: 'GET /projects/:id/events',
  input: Type.Object({ id: NamespaceRef, ...filters }),
  reply: Type.Array(Event),
})

export const activityKinds = [
  'pushes' as const,
  ...shownSeries.map(activityFilterOf),
  ...(['comments', 'milestones', 'members'] as const),
]
export type ActivityKind = (typeof activityKinds)[number]

const shownTypes = [...new Set(shownKinds.map(([, shownAs]) => shownAs))]

/** One row of an activity page. */
export const Activity = Type.Object({
  id: Type.Integer(),
  action: Words(['created', 'closed', 'reopened', 'merged', 'commented', 'destroyed', 'joined', 'left', 'pushed']),
  createdAt: DateTime,
  author: UserBasic,
  place: Type.Object({
    id: Type.Integer(),
    kind: Words(['project', 'group']),
    fullName: Type.String(),
    fullPath: Type.String(),
  }),
  /** The issue, merge request, epic, commit or milestone; null where the event is about the place or its code. */
  target: Nullable(
    Type.Object({
      type: Words([...shownTypes, 'milestone' as const]),
      /** `#12`; null for milestones. */
      reference: Nullable(Type.String()),
      title: Type.String(),
      confidential: Type.Boolean(),
      /** Null once deleted. */
      path: Nullable(Type.String()),
    }),
  ),
  comment: Nullable(
    Type.Object({
      /** The first words, as written. */
      excerpt: Type.String(),
      internal: Type.Boolean(),
    }),
  ),
  push: Nullable(
    Type.Object({
      action: Words(pushActions),
      refType: Words(refTypes),
      ref: Nullable(Type.String()),
      refCount: Nullable(Type.Integer()),
      commitCount: Type.Integer(),
      commitFrom: Nullable(Type.String()),
      commitTo: Nullable(Type.String()),
      commitTitle: Nullable(Type.String()),
    }),
  ),
})

const narrowed = {
  kind: Type.Optional(Words(activityKinds)),
  /** The end of the previous page. */
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
}

const rows = {
  activities: Type.Array(Activity),
  /** The cursor of the next page; null at the end. */
  next: Nullable(Type.String()),
}

export const projectActivityPage = operation({
  name: 'projectActivityPage',
  summary: 'Get data for the activity page of a project',
  at: 'GET /-/pages/project_activity',
  input: Type.Object({ namespace: Type.String(), ...narrowed }),
  reply: Type.Object({ namespace: PlaceHeader, ...rows }),
})

export const groupActivityPage = operation({
  name: 'groupActivityPage',
  summary: 'Get data for the activity page of a group',
  at: 'GET /-/pages/group_activity',
  input: Type.Object({ namespace: Type.String(), ...narrowed }),
  reply: Type.Object({ namespace: PlaceHeader, ...rows }),
})

export const dashboardActivityPage = operation({
  name: 'dashboardActivityPage',
  summary: 'Get data for the activity page of your projects',
  at: 'GET /-/pages/activity',
  input: Type.Object(narrowed),
  reply: Type.Object(rows),
})

export const userActivity = operation({
  name: 'userActivity',
  summary: 'Get the activity of a user for their profile',
  at: 'GET /-/pages/user_activity',
  input: Type.Object({ id: Type.Integer(), ...narrowed }),
  reply: Type.Object(rows),
})
