import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Nullable } from '#contract/shapes.ts'

/** An email address of a user: the primary one or another. It counts once it is confirmed. */
export const Email = Type.Object({ id: Type.Integer(), email: Type.String(), confirmedAt: Nullable(DateTime) })

const operation = operationsOf('Users')
const emailId = Type.Integer({ minimum: 1 })
const id = Type.Integer({ minimum: 1 })
const email = Type.String({ maxLength: 1000 })

export const listOwnEmails = operation({
  name: 'listOwnEmails',
  summary: 'List email addresses of the current user, primary first',
  at: 'GET /user/emails',
  reply: Type.Array(Email),
})

export const getOwnEmail = operation({
  name: 'getOwnEmail',
  summary: 'Get an email address of the current user',
  at: 'GET /user/emails/:emailId',
  input: Type.Object({ emailId }),
  reply: Email,
})

export const addEmail = operation({
  name: 'addEmail',
  summary: 'Add an email address. It takes effect after you confirm it with the emailed link',
  at: 'POST /user/emails',
  input: Type.Object({ email }),
  reply: Email,
})

export const removeEmail = operation({
  name: 'removeEmail',
  summary: 'Delete an email address other than the primary one',
  at: 'DELETE /user/emails/:emailId',
  input: Type.Object({ emailId }),
  reply: Empty,
})

export const listEmailsOf = operation({
  name: 'listEmailsOf',
  summary: 'List email addresses of a user (administrators only)',
  at: 'GET /users/:id/emails',
  input: Type.Object({ id }),
  reply: Type.Array(Email),
})

export const addEmailFor = operation({
  name: 'addEmailFor',
  summary: 'Add an email address for a user, confirmed immediately with `skip_confirmation` (administrators only)',
  at: 'POST /users/:id/emails',
  input: Type.Object({ id, email, skipConfirmation: Type.Optional(Type.Boolean()) }),
  reply: Email,
})

export const removeEmailOf = operation({
  name: 'removeEmailOf',
  summary: 'Delete an email address of a user other than the primary one (administrators only)',
  at: 'DELETE /users/:id/emails/:emailId',
  input: Type.Object({ id, emailId }),
  reply: Empty,
})

export const emailsOnPage = operation({
  name: 'emailsOnPage',
  summary: 'List email addresses for the account page',
  at: 'GET /-/user_emails',
  reply: Type.Array(Type.Object({ ...Email.properties, isPrimary: Type.Boolean() })),
})

export const resendConfirmation = operation({
  name: 'resendConfirmation',
  summary: 'Resend the confirmation link for an email address',
  at: 'POST /-/user_emails/:emailId/confirmation',
  input: Type.Object({ emailId }),
  reply: Empty,
  status: 204,
})

export const makeEmailPrimary = operation({
  name: 'makeEmailPrimary',
  summary: 'Make a confirmed email address the primary one',
  at: 'PUT /-/user_emails/:emailId/primary',
  input: Type.Object({ emailId, currentPassword: Type.String({ maxLength: 1000 }) }),
  reply: Empty,
  status: 204,
})
