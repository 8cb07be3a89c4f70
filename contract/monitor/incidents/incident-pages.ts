import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, Nullable, Words } from '#contract/shapes.ts'
import { type IncidentRole, incidentRoles } from './incident-roles.ts'
import { MetricImage } from './metric-images.ts'

const operation = operationsOf('Pages')

/** The incident of a page. */
export const IncidentOfPage = Type.Object({ namespace: Type.String(), iid: Type.Integer() })

const RoleName = Words(incidentRoles.map(({ name }) => name))

/** An event as the timeline shows it. */
export const TimelineEntry = Type.Object({
  id: Type.Integer(),
  occurredAt: DateTime,
  /** The name of its icon. */
  action: Type.String(),
  /** Null where nobody caused it, or the user was deleted. */
  author: Nullable(UserBasic),
  /** Markdown. An event that wrote itself continues a sentence that begins with its author. */
  note: Type.String(),
  noteHtml: Type.String(),
  /** An event that wrote itself cannot be edited. */
  isEditable: Type.Boolean(),
  tags: Type.Array(Type.String()),
  /** The comment that was added to the timeline. */
  noteId: Nullable(Type.Integer()),
})

export const getIncidentTimeline = operation({
  name: 'getIncidentTimeline',
  summary: 'Get the timeline of an incident for its page',
  at: 'GET /-/pages/incident_timeline',
  input: IncidentOfPage,
  reply: Type.Object({
    /** In the order in which they occurred: the latest, if there are many. */
    events: Type.Array(TimelineEntry),
    /** Whether earlier events are left out. */
    hasEarlier: Type.Boolean(),
    /** The names of the tags of the project. */
    tags: Type.Array(Type.String()),
    permissions: Type.Object({ canEditTimeline: Type.Boolean(), canCreateTags: Type.Boolean() }),
  }),
})

const Metrics = Type.Object({
  images: Type.Array(
    Type.Object({
      ...MetricImage.properties,
      /** Pixels; null if they are not known. */
      width: Nullable(Type.Integer()),
      height: Nullable(Type.Integer()),
    }),
  ),
  permissions: Type.Object({ canEditImages: Type.Boolean() }),
})

export const getIncidentMetrics = operation({
  name: 'getIncidentMetrics',
  summary: 'Get the metric images of an incident for its page',
  at: 'GET /-/pages/incident_metrics',
  input: IncidentOfPage,
  reply: Metrics,
})

export const getAlertMetrics = operation({
  name: 'getAlertMetrics',
  summary: 'Get the metric images of an alert for its page',
  at: 'GET /-/pages/alert_metrics',
  input: IncidentOfPage,
  reply: Metrics,
})

export const getIncident = operation({
  name: 'getIncident',
  summary: 'Get the summary of an incident for the tabs of its page',
  at: 'GET /-/pages/incident',
  input: IncidentOfPage,
  reply: Type.Object({
    /** Whether the metrics tab has something to show, or to do. */
    hasMetrics: Type.Boolean(),
    /** The moment by which it is to be resolved; null if its project sets no limit for its severity. */
    slaDueAt: Nullable(DateTime),
    /** Whether it was still open then. */
    hasMissedSla: Type.Boolean(),
    /** Null where there is none that the reader can see. */
    postmortem: Nullable(
      Type.Object({
        reference: Type.String(),
        webPath: Type.String(),
        /** The issues that are linked to it, besides the incident. */
        followUps: Type.Object({ open: Type.Integer(), all: Type.Integer() }),
      }),
    ),
    canCreatePostmortem: Type.Boolean(),
    /** Roles that nobody has are left out. */
    roles: Type.Array(Type.Object({ role: RoleName, user: UserBasic })),
    permissions: Type.Object({ canSetRoles: Type.Boolean() }),
  }),
})

const holder = Type.Optional(Nullable(Type.String({ maxLength: 255 })))
/** The username of whoever has each role; null: nobody. */
const holders = { commander: holder, communications: holder } satisfies Record<IncidentRole, unknown>

export const updateIncidentRoles = operation({
  name: 'updateIncidentRoles',
  summary: 'Give roles in the response to an incident to users, or take them away',
  at: 'PUT /:namespace/-/issues/:iid/incident_roles',
  input: Type.Object({ ...IncidentOfPage.properties, ...holders, expected: Expected(holders) }),
  status: 204,
  reply: Empty,
})

export const getSimilarIncidents = operation({
  name: 'getSimilarIncidents',
  summary: 'Get earlier incidents of the project that are similar to an incident, the most similar first',
  at: 'GET /-/pages/similar_incidents',
  input: IncidentOfPage,
  reply: Type.Object({
    incidents: Type.Array(
      Type.Object({
        id: Type.Integer(),
        reference: Type.String(),
        webPath: Type.String(),
        title: Type.String(),
        state: Type.String(),
        severity: Type.String(),
        createdAt: DateTime,
        closedAt: Nullable(DateTime),
        /** The service that alerts of both name; null if they share none. */
        service: Nullable(Type.String()),
        /** The labels of both. */
        labels: Type.Array(Type.String()),
        /** Null where there is none that the reader can see. */
        postmortem: Nullable(Type.Object({ reference: Type.String(), webPath: Type.String() })),
      }),
    ),
  }),
})

export const createIncidentPostmortem = operation({
  name: 'createIncidentPostmortem',
  summary: 'Create the postmortem of an incident',
  at: 'POST /:namespace/-/issues/:iid/postmortem',
  input: IncidentOfPage,
  reply: Type.Object({ iid: Type.Integer(), webPath: Type.String() }),
})
