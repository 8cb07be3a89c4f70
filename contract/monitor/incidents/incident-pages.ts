import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Nullable } from '#contract/shapes.ts'
import { MetricImage } from './metric-images.ts'

const operation = operationsOf('Pages')

/** The incident of a page. */
export const IncidentOfPage = Type.Object({ namespace: Type.String(), iid: Type.Integer() })

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

export const getIncidentMetrics = operation({
  name: 'getIncidentMetrics',
  summary: 'Get the metric images of an incident for its page',
  at: 'GET /-/pages/incident_metrics',
  input: IncidentOfPage,
  reply: Type.Object({
    images: Type.Array(
      Type.Object({
        ...MetricImage.properties,
        /** Pixels; null if they are not known. */
        width: Nullable(Type.Integer()),
        height: Nullable(Type.Integer()),
      }),
    ),
    permissions: Type.Object({ canEditImages: Type.Boolean() }),
  }),
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
  }),
})

export const createIncidentPostmortem = operation({
  name: 'createIncidentPostmortem',
  summary: 'Create the postmortem of an incident',
  at: 'POST /:namespace/-/issues/:iid/postmortem',
  input: IncidentOfPage,
  reply: Type.Object({ iid: Type.Integer(), webPath: Type.String() }),
})
