import { type Static, Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, FileUpload, Nullable, Words } from '#contract/shapes.ts'

const operation = operationsOf('Issue imports')

export const importStates = ['reading', 'ready', 'running', 'finished', 'failed', 'cancelled'] as const
export const importSources = ['csv', 'jira'] as const

export const IssueImport = Type.Object({
  id: Type.Integer(),
  source: Words(importSources),
  /** The name of the file, or the address of the other tracker. */
  name: Type.String(),
  state: Words(importStates),
  totalCount: Type.Integer(),
  createdCount: Type.Integer(),
  /** Rows that were not imported; before the import has started, rows that would not be. */
  faultyCount: Type.Integer(),
  /** Rows that are skipped because an earlier import has created their issues. */
  skippedCount: Type.Integer(),
  /** Rows of which a part was not imported. */
  noticeCount: Type.Integer(),
  /** Attachments that were imported. */
  attachmentCount: Type.Integer(),
  /** Columns of the file that are not imported. */
  ignoredColumns: Type.Array(Type.String()),
  /** Labels that the import creates. */
  newLabels: Type.Array(Type.String()),
  /** The people of another tracker whose issues are imported, with the users chosen for them. */
  people: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      email: Nullable(Type.String()),
      username: Nullable(Type.String()),
    }),
  ),
  /** The reason of the failure, in a sentence. */
  reason: Nullable(Type.String()),
  createdAt: DateTime,
  startedAt: Nullable(DateTime),
  endedAt: Nullable(DateTime),
})
export type IssueImport = Static<typeof IssueImport>

export const ImportRow = Type.Object({
  number: Type.Integer(),
  line: Type.Integer(),
  title: Type.String(),
  /** waiting: it will be created when the import runs. skipped: an earlier import has created it. */
  outcome: Words(['waiting', 'created', 'faulty', 'skipped']),
  problems: Type.Array(Type.String()),
  /** Parts of it that were not imported, a sentence each. */
  notices: Type.Array(Type.String()),
  /** Null where there is none, or none that the reader may see. */
  issue: Nullable(Type.Object({ reference: Type.String(), webPath: Type.String() })),
  /** The import that created the issue of a skipped row; null if another person started it. */
  earlierImport: Nullable(Type.Object({ id: Type.Integer(), name: Type.String(), createdAt: DateTime })),
})

const place = { namespace: Type.String() }
const one = { ...place, id: Type.Integer() }
/** Import rows even if an earlier import has created their issues. */
const again = { includeImported: Type.Optional(Type.Boolean()) }

/**
 * Upload issues as CSV. Without `dryRun` they are imported immediately, as the contract says, and a form is redirected
 * to the page of the import; with it, nothing is created before `startIssueImport`.
 *
 * @source LIST-024, rest.md 17.2
 */
export const importIssuesCsv = operation({
  name: 'importIssuesCsv',
  summary: 'Import issues from a CSV file',
  at: 'POST /:namespace/-/issues/import_csv',
  input: Type.Object({ ...place, ...again, file: FileUpload, dryRun: Type.Optional(Type.Boolean()) }),
  reply: IssueImport,
})

export const startIssueImport = operation({
  name: 'startIssueImport',
  summary: 'Start a checked issue import, or continue a stopped one',
  at: 'POST /:namespace/-/issues/imports/:id/start',
  status: 200,
  // One that is continued keeps to what it was started with.
  input: Type.Object({ ...one, ...again }),
  reply: IssueImport,
})

export const cancelIssueImport = operation({
  name: 'cancelIssueImport',
  summary: 'Cancel an issue import. Issues already created are kept',
  at: 'DELETE /:namespace/-/issues/imports/:id',
  input: Type.Object(one),
  reply: Empty,
})

/** Data of the dialog from which an import begins. @source LIST-007 */
export const issueImportsDialog = operation({
  name: 'issueImportsDialog',
  summary: "Get the maximum import file size and the current user's latest imports into a project",
  at: 'GET /-/pages/issue_imports',
  input: Type.Object(place),
  reply: Type.Object({
    maxSizeBytes: Type.Integer(),
    maxRows: Type.Integer(),
    imports: Type.Array(IssueImport),
  }),
})

export const issueImportPage = operation({
  name: 'issueImportPage',
  summary: 'Get data for an issue import page',
  at: 'GET /-/pages/issue_import',
  input: Type.Object({
    ...one,
    /** Rows with problems only. */
    faulty: Type.Optional(Type.Boolean()),
    /** Rows of which a part was not imported. */
    noticed: Type.Optional(Type.Boolean()),
    /** Rows behind this number. */
    after: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  reply: Type.Object({
    namespace: PlaceHeader,
    import: IssueImport,
    rows: Type.Array(ImportRow),
    /** The number of the last row, when there are more. */
    next: Nullable(Type.Integer()),
  }),
})
