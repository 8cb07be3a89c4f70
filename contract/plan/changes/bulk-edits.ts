import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Words } from '#contract/shapes.ts'
import { inputsOf } from '../attributes/attribute-inputs.ts'
import { issueFilters } from '../issues/issues.ts'
import { ChangeSet, Refused } from './change-sets.ts'

const operation = operationsOf('Bulk edits')

/** The largest number of issues that one edit changes. */
export const mostBulkEdited = 50_000

/** The changes. An empty field leaves its attribute as it is; 0 clears it. */
const Changes = Type.Object({ ...inputsOf('bulk'), stateEvent: Type.Optional(Words(['close', 'reopen', ''])) })

const asked = { namespace: Type.String(), filter: Type.Object(issueFilters), update: Changes }

export const previewBulkEdit = operation({
  name: 'previewBulkEdit',
  summary: 'Preview a bulk edit of all issues that match a filter: how many change, and which are refused',
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

export const startBulkEdit = operation({
  name: 'startBulkEdit',
  summary: 'Start a bulk edit of all issues that match a filter',
  at: 'POST /:namespace/-/issues/bulk_edits',
  input: Type.Object(asked),
  reply: ChangeSet,
})
