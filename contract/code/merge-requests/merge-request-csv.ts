import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes } from '#contract/shapes.ts'
import { mergeRequestFilters } from './merge-request-lists.ts'

const operation = operationsOf('Merge requests')

const input = Type.Object({ namespace: Type.String(), ...mergeRequestFilters })

/** The merge requests that a list shows, all its pages, as a file. */
export const downloadMergeRequestsCsv = operation({
  name: 'downloadMergeRequestsCsv',
  summary: 'Download the merge requests of a project that a filter finds as CSV',
  at: 'GET /:namespace/-/merge_requests/export_csv',
  input,
  reply: Bytes,
})

/** The same by a form. */
export const exportMergeRequestsCsv = operation({
  name: 'exportMergeRequestsCsv',
  summary: 'Export the merge requests of a project that a filter finds as CSV',
  at: 'POST /:namespace/-/merge_requests/export_csv',
  status: 200,
  input,
  reply: Bytes,
})

/** The same as the attachment of an email to the person who asks. */
export const mailMergeRequestsCsv = operation({
  name: 'mailMergeRequestsCsv',
  summary: 'Send the merge requests of a project that a filter finds to your email address as CSV',
  at: 'POST /:namespace/-/merge_requests/export_csv/mail',
  status: 202,
  input,
  reply: Type.Object({ message: Type.String() }),
})
