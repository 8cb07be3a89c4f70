import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes, DateTime, Empty, Nullable, Words } from '#contract/shapes.ts'
import { plainReplies } from '../attributes/plain-shapes.ts'

const operation = operationsOf('Status pages')

/** The reaction that shows a comment on the status page. */
export const publishingReaction = 'microphone'

/** Incidents on a page of the list. */
export const statusPageSize = 20

/** The latest comments that are shown of an incident. */
export const maxPublishedComments = 100

/**
 * Characters of HTML in the description of an incident, and in its comments together: everyone may load the page. A longer description
 * is left out, and so are older comments.
 */
export const maxPublishedCharacters = 200_000

/** An incident as everyone sees it. The texts contain no references. */
export const PublishedIncident = Type.Object({
  title: Type.String(),
  state: Words(['opened', 'closed']),
  severity: plainReplies.severity,
  escalationStatus: plainReplies.escalationStatus,
  createdAt: DateTime,
  closedAt: Nullable(DateTime),
  /** Empty if `isDescriptionTooLong`. */
  descriptionHtml: Type.String(),
  isDescriptionTooLong: Type.Boolean(),
  /** Oldest first. */
  comments: Type.Array(Type.Object({ html: Type.String(), createdAt: DateTime })),
})
export type PublishedIncident = Static<typeof PublishedIncident>

export const getStatusPage = operation({
  name: 'getStatusPage',
  summary: 'Get data for the public status page of a project (no authentication required)',
  at: 'GET /-/pages/status',
  isPolled: true,
  input: Type.Object({
    namespace: Type.String(),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  reply: Type.Object({
    projectName: Type.String(),
    /** Open incidents, also those on other pages of the list. */
    openCount: Type.Integer(),
    /** Announced maintenance that is not over, the next one first. Its services are not told. */
    maintenance: Type.Array(Type.Object({ title: Type.String(), startsAt: DateTime, endsAt: DateTime })),
    /** Open incidents first, then the newest. */
    incidents: Type.Array(PublishedIncident),
    hasNext: Type.Boolean(),
  }),
})

export const statusPageFeed = operation({
  name: 'statusPageFeed',
  summary: 'Get the incidents of a public status page as an Atom feed (no authentication required)',
  at: 'GET /-/feeds/status',
  input: Type.Object({ namespace: Type.String() }),
  reply: Bytes,
})

const One = Type.Object({ namespace: Type.String(), iid: Type.Integer() })

export const publishIncident = operation({
  name: 'publishIncident',
  summary: 'Publish an incident on the status page of its project',
  at: 'POST /:namespace/-/issues/:iid/publication',
  status: 204,
  input: One,
  reply: Empty,
})

export const unpublishIncident = operation({
  name: 'unpublishIncident',
  summary: 'Remove an incident from the status page of its project',
  at: 'DELETE /:namespace/-/issues/:iid/publication',
  input: One,
  reply: Empty,
})
