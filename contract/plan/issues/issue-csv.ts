import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes } from '#contract/shapes.ts'
import { issueFilters } from './issues.ts'

const operation = operationsOf('Issues')

const input = Type.Object({ namespace: Type.String(), ...issueFilters })

/** The issues that a list shows, all its pages, as a file. @source LIST-002, rest.md 17.2 */
export const downloadIssuesCsv = operation({
  name: 'downloadIssuesCsv',
  summary: 'Download the issues of a project that a filter finds as CSV',
  at: 'GET /:namespace/-/issues/export_csv',
  input,
  reply: Bytes,
})

/** The same by a form. @source LIST-023 */
export const exportIssuesCsv = operation({
  name: 'exportIssuesCsv',
  summary: 'Export the issues of a project that a filter finds as CSV',
  at: 'POST /:namespace/-/issues/export_csv',
  status: 200,
  input,
  reply: Bytes,
})

/** The same as the attachment of an email to the person who asks. @source LIST-002 */
export const mailIssuesCsv = operation({
  name: 'mailIssuesCsv',
  summary: 'Send the issues of a project that a filter finds to your email address as CSV',
  at: 'POST /:namespace/-/issues/export_csv/mail',
  status: 202,
  input,
  reply: Type.Object({ message: Type.String() }),
})
