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
  summary: 'The email addresses of the signed-in user, the primary one first.',
  at: 'GET /user/emails',
  reply: Type.Array(Email),
})

export const getOwnEmail = operation({
  name: 'getOwnEmail',
  summary: 'An email address of the signed-in user.',
  at: 'GET /user/emails/:emailId',
  input: Type.Object({ emailId }),
  reply: Email,
})

export const addEmail = operation({
  name: 'addEmail',
  summary: 'Add an email address. It counts once the link sent to it is opened.',
  at: 'POST /user/emails',
  input: Type.Object({ email }),
  reply: Email,
})

export const removeEmail = operation({
  name: 'removeEmail',
  summary: 'Remove an email address other than the primary one.',
  at: 'DELETE /user/emails/:emailId',
  input: Type.Object({ emailId }),
  reply: Empty,
})

export const listEmailsOf = operation({
  name: 'listEmailsOf',
  summary: 'The email addresses of a user. Administrators only.',
  at: 'GET /users/:id/emails',
  input: Type.Object({ id }),
  reply: Type.Array(Email),
})

export const addEmailFor = operation({
  name: 'addEmailFor',
  summary: 'Add an email address for a user, confirmed at once with `skip_confirmation`. Administrators only.',
  at: 'POST /users/:id/emails',
  input: Type.Object({ id, email, skipConfirmation: Type.Optional(Type.Boolean()) }),
  reply: Email,
})

export const removeEmailOf = operation({
  name: 'removeEmailOf',
  summary: 'Remove an email address of a user other than the primary one. Administrators only.',
  at: 'DELETE /users/:id/emails/:emailId',
  input: Type.Object({ id, emailId }),
  reply: Empty,
})

export const emailsOnPage = operation({
  name: 'emailsOnPage',
  summary: 'The email addresses on the account page.',
  at: 'GET /-/user_emails',
  reply: Type.Array(Type.Object({ ...Email.properties, isPrimary: Type.Boolean() })),
})

export const resendConfirmation = operation({
  name: 'resendConfirmation',
  summary: 'Send the confirmation link of an added email address again.',
  at: 'POST /-/user_emails/:emailId/confirmation',
  input: Type.Object({ emailId }),
  reply: Empty,
  status: 204,
})

export const makeEmailPrimary = operation({
  name: 'makeEmailPrimary',
  summary: 'Make a confirmed email address the primary one.',
  at: 'PUT /-/user_emails/:emailId/primary',
  input: Type.Object({ emailId, currentPassword: Type.String({ maxLength: 1000 }) }),
  reply: Empty,
  status: 204,
})
