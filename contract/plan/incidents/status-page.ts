import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes, DateTime, Day, NamespaceRef, Nullable, Words } from '#contract/shapes.ts'
import { componentStates, impacts, overallStates, updateStatuses } from './status-words.ts'

const operation = operationsOf('Status pages')

/** The reaction that shows a comment on the status page. */
export const publishingReaction = 'microphone'

/** Incidents on a page of the list. */
export const statusPageSize = 20

/** The latest comments that are shown of an incident. */
export const maxPublishedComments = 100

/** Characters of HTML in the comments of an incident together: everyone may load the page. Older comments are left out. */
export const maxPublishedCharacters = 200_000

/** A day on which a component did not work all the time. */
export const UptimeDay = Type.Object({
  day: Day,
  /** Seconds in which it was down, and in which parts of it were. */
  downSeconds: Type.Integer(),
  partlyDownSeconds: Type.Integer(),
  /** Seconds in which it worked, but badly. */
  degradedSeconds: Type.Integer(),
  /** The public titles of the incidents. */
  incidents: Type.Array(Type.String()),
})
export type UptimeDay = Static<typeof UptimeDay>

export const ShownComponent = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  heading: Type.String(),
  status: Words(componentStates),
  /** The last 90 days. Days without an incident are left out. */
  uptime: Type.Object({
    /** The first day of which anything is known. */
    since: Day,
    /** In the last 90, 60 and 30 days, with two decimals: `99.95`. */
    percent90: Type.String(),
    percent60: Type.String(),
    percent30: Type.String(),
    days: Type.Array(UptimeDay),
  }),
})
export type ShownComponent = Static<typeof ShownComponent>

const Affected = Type.Object({ name: Type.String(), impact: Words(impacts) })

/** An incident as everyone sees it: the texts that a member wrote for the status page. */
export const PublishedIncident = Type.Object({
  title: Type.String(),
  isResolved: Type.Boolean(),
  startedAt: DateTime,
  resolvedAt: Nullable(DateTime),
  components: Type.Array(Affected),
  /** Newest first. A comment that a member showed on the page has no status; it is HTML without references. */
  updates: Type.Array(
    Type.Object({
      status: Nullable(Words(updateStatuses)),
      message: Type.String(),
      html: Nullable(Type.String()),
      createdAt: DateTime,
    }),
  ),
})
export type PublishedIncident = Static<typeof PublishedIncident>

export const AnnouncedMaintenance = Type.Object({
  title: Type.String(),
  startsAt: DateTime,
  endsAt: DateTime,
  isInProgress: Type.Boolean(),
  components: Type.Array(Type.String()),
})

export const ShownStatusPage = Type.Object({
  projectName: Type.String(),
  status: Words(overallStates),
  /** Open incidents, also those on other pages of the list. */
  openCount: Type.Integer(),
  components: Type.Array(ShownComponent),
  /** Announced maintenance that is not over, the next one first. */
  maintenance: Type.Array(AnnouncedMaintenance),
  /** Open incidents first, then the newest. */
  incidents: Type.Array(PublishedIncident),
  hasNext: Type.Boolean(),
})
export type ShownStatusPage = Static<typeof ShownStatusPage>

export const getStatusPage = operation({
  name: 'getStatusPage',
  summary: 'Get the public status page of a project (no authentication required)',
  at: 'GET /projects/:id/status_page',
  input: Type.Object({
    id: NamespaceRef,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  reply: ShownStatusPage,
})

export const statusPageFeed = operation({
  name: 'statusPageFeed',
  summary: 'Get the incidents of a public status page as an Atom feed (no authentication required)',
  at: 'GET /-/feeds/status',
  input: Type.Object({ namespace: Type.String() }),
  reply: Bytes,
})
