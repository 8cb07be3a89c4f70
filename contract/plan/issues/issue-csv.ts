import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes } from '#contract/shapes.ts'
import { issueFilters } from './issues.ts'

const operation = operationsOf('Issues')

const input = Type.Object({ namespace: Type.String(), ...issueFilters })

/** All issues that match the filter of a list, not only those of one page. @source LIST-002, rest.md 17.2 */
export const downloadIssuesCsv = operation({
  name: 'downloadIssuesCsv',
  summary: 'Download the issues of a project that match a filter, as CSV',
  at: 'GET /:namespace/-/issues/export_csv',
  input,
  reply: Bytes,
})

/** The same for a POST request, such as that of a form. @source LIST-023 */
export const exportIssuesCsv = operation({
  name: 'exportIssuesCsv',
  summary: 'Export the issues of a project that match a filter, as CSV',
  at: 'POST /:namespace/-/issues/export_csv',
  status: 200,
  input,
  reply: Bytes,
})

/** The same, sent to the actor as the attachment of an email. @source LIST-002 */
export const mailIssuesCsv = operation({
  name: 'mailIssuesCsv',
  summary: 'Email yourself the issues of a project that match a filter, as CSV',
  at: 'POST /:namespace/-/issues/export_csv/mail',
  status: 202,
  input,
  reply: Type.Object({ message: Type.String() }),
})
