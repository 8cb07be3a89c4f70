import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Nullable, Words } from '#contract/shapes.ts'
import { inputsOf } from './attribute-inputs.ts'
import { issueFilters } from './issues.ts'

const operation = operationsOf('Bulk edits')

/** So many issues are changed by one edit at most. */
export const mostBulkEdited = 50_000

/** What is changed. An empty field leaves its attribute as it is; 0 clears it. */
const Changes = Type.Object({ ...inputsOf('bulk'), stateEvent: Type.Optional(Words(['close', 'reopen', ''])) })

const asked = { namespace: Type.String(), filter: Type.Object(issueFilters), update: Changes }

const Refused = Type.Object({
  /** A sentence. */
  reason: Type.String(),
  count: Type.Integer(),
  /** The first of them. */
  issues: Type.Array(Type.Object({ iid: Type.Integer(), title: Type.String(), webPath: Type.String() })),
})

export const previewBulkEdit = operation({
  name: 'previewBulkEdit',
  summary: 'Preview a bulk edit of all issues that a filter finds: how many change, and which are refused',
  at: 'POST /:namespace/-/issues/bulk_edits/preview',
  status: 200,
  input: Type.Object(asked),
  reply: Type.Object({
    total: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Array(Refused),
  }),
})

export const BulkEdit = Type.Object({
  id: Type.Integer(),
  /** How many issues the edit is about, and what became of them so far. */
  total: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  /** The edit that this one takes back; null for any other. */
  undoesId: Nullable(Type.Integer()),
  /** The edit that takes this one back; null while there is none. */
  undoneById: Nullable(Type.Integer()),
  createdAt: DateTime,
  finishedAt: Nullable(DateTime),
})

export const startBulkEdit = operation({
  name: 'startBulkEdit',
  summary: 'Start a bulk edit of all issues that a filter finds',
  at: 'POST /:namespace/-/issues/bulk_edits',
  input: Type.Object(asked),
  reply: BulkEdit,
})

const One = Type.Object({ namespace: Type.String(), bulkEditId: Type.Integer() })

export const getBulkEdit = operation({
  name: 'getBulkEdit',
  summary: 'Get the progress of one of your bulk edits',
  at: 'GET /:namespace/-/issues/bulk_edits/:bulkEditId',
  input: One,
  reply: Type.Object({ ...BulkEdit.properties, refusals: Type.Array(Refused) }),
})

export const undoBulkEdit = operation({
  name: 'undoBulkEdit',
  summary: 'Undo one of your bulk edits. Issues that have been edited since are skipped',
  at: 'POST /:namespace/-/issues/bulk_edits/:bulkEditId/undo',
  input: One,
  reply: BulkEdit,
})
