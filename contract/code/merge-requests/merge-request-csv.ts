import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes } from '#contract/shapes.ts'
import { mergeRequestFilters } from './merge-request-lists.ts'

const operation = operationsOf('Merge requests')

const input = Type.Object({ namespace: Type.String(), ...mergeRequestFilters })

/** All merge requests that match the filter of a list, not only those of one page. */
export const downloadMergeRequestsCsv = operation({
  name: 'downloadMergeRequestsCsv',
  summary: 'Download the merge requests of a project that match a filter, as CSV',
  at: 'GET /:namespace/-/merge_requests/export_csv',
  input,
  reply: Bytes,
})

/** The same for a POST request, such as that of a form. */
export const exportMergeRequestsCsv = operation({
  name: 'exportMergeRequestsCsv',
  summary: 'Export the merge requests of a project that match a filter, as CSV',
  at: 'POST /:namespace/-/merge_requests/export_csv',
  status: 200,
  input,
  reply: Bytes,
})

/** The same, sent to the actor as the attachment of an email. */
export const mailMergeRequestsCsv = operation({
  name: 'mailMergeRequestsCsv',
  summary: 'Email yourself the merge requests of a project that match a filter, as CSV',
  at: 'POST /:namespace/-/merge_requests/export_csv/mail',
  status: 202,
  input,
  reply: Type.Object({ message: Type.String() }),
})
