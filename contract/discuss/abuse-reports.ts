import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { allSeries } from '#contract/issuable-kinds.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Nullable, Page, Words } from '#contract/shapes.ts'

const operation = operationsOf('Abuse reports')

export const abuseCategories = [
  'spam',
  'offensive',
  'phishing',
  'crypto',
  'credentials',
  'copyright',
  'malware',
  'other',
] as const
/** A comment, a person, or an issuable by its series. */
export const abuseReportKinds = ['note', 'profile', ...allSeries] as const
const abuseReportStates = ['open', 'closed'] as const

export const createAbuseReport = operation({
  name: 'createAbuseReport',
  summary: 'Report a comment, issue or user. A second report of the same content updates the first',
  at: 'POST /-/abuse_reports',
  input: Type.Object({
    abuseReport: Type.Object({
      /** The author of the reported content. */
      userId: Type.Integer({ minimum: 1 }),
      category: Words(abuseCategories),
      /** The reporter's explanation; needed for `other`. */
      message: Type.Optional(Type.String()),
      /** The address of the comment, the issuable or the profile, with or without the site's own. */
      reportedFromUrl: Type.String({ maxLength: 2000 }),
    }),
  }),
  reply: Type.Object({
    id: Type.Integer(),
    /** The reporter had an open report of the same content, which was updated. */
    isUpdated: Type.Boolean(),
  }),
})

/** A report as the administration shows it. */
export const AbuseReport = Type.Object({
  id: Type.Integer(),
  kind: Words(abuseReportKinds),
  category: Words(abuseCategories),
  message: Type.String(),
  /** The title of the issuable, or the person's name, at the time of the report. */
  title: Type.String(),
  /** `weft/loom#7` or `@gus`, as it was then. */
  reference: Type.String(),
  /** The first words of what is reported, as they were then. */
  excerpt: Type.String(),
  /** The path of the reported content, from the root of the site. */
  path: Type.String(),
  /** Whether the reported content was deleted since. */
  isGone: Type.Boolean(),
  state: Words(abuseReportStates),
  createdAt: DateTime,
  updatedAt: DateTime,
  closedAt: Nullable(DateTime),
  closedBy: Nullable(UserBasic),
  /** Null when their account is gone. */
  reporter: Nullable(UserBasic),
  /** The user whom the report is about. */
  user: UserBasic,
  /** Open reports on the same person, this one among them when it is open. */
  openReports: Type.Integer(),
  canBlock: Type.Boolean(),
})

const state = Type.Optional(Words(abuseReportStates))

export const abuseReportsPage = operation({
  name: 'abuseReportsPage',
  summary: 'List abuse reports, last updated first (administrators only)',
  at: 'GET /-/pages/abuse_reports',
  input: Type.Object({ state, ...Page }),
  reply: Type.Object({
    reports: Type.Array(AbuseReport),
    counts: Type.Object({ open: Type.Integer(), closed: Type.Integer() }),
    hasNext: Type.Boolean(),
  }),
})

const Changed = Type.Object({
  /** The reports that are in another state now. */
  ids: Type.Array(Type.Integer()),
})

export const dismissAbuseReport = operation({
  name: 'dismissAbuseReport',
  summary: 'Dismiss an abuse report (administrators only)',
  door: 'browser',
  at: 'PUT /admin/abuse_reports/:reportId/dismiss',
  input: Type.Object({ reportId: Type.Integer() }),
  reply: Changed,
})

export const blockReportedUser = operation({
  name: 'blockReportedUser',
  summary: 'Block a reported user and close all open reports about them (administrators only)',
  door: 'browser',
  at: 'PUT /admin/abuse_reports/:reportId/block',
  input: Type.Object({ reportId: Type.Integer() }),
  reply: Changed,
})

export const reopenAbuseReports = operation({
  name: 'reopenAbuseReports',
  summary: 'Reopen closed abuse reports (administrators only)',
  door: 'browser',
  at: 'PUT /admin/abuse_reports/reopen',
  input: Type.Object({ ids: Type.Array(Type.Integer(), { maxItems: 1000 }) }),
  reply: Changed,
})
