import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Words } from '#contract/shapes.ts'

const operation = operationsOf('Issues')

/** @source LIST-010 */
export const issueMailAddress = operation({
  name: 'issueMailAddress',
  summary: "Get the current user's email address for creating issues in a project",
  at: 'GET /-/pages/issue_mail_address',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({ address: Type.String() }),
})

/** @source LIST-011, LIST-022, rest.md 17.2 */
export const resetIssueMailAddress = operation({
  name: 'resetIssueMailAddress',
  summary: "Reset the current user's email addresses for creating issues. Emails to the old addresses are rejected",
  at: 'PUT /:namespace/new_issuable_address',
  input: Type.Object({ namespace: Type.String(), issuableType: Type.Optional(Words(['issue', 'merge_request'])) }),
  reply: Type.Object({ newAddress: Type.String() }),
})
