import { Type } from 'typebox'
import { Viewer } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Nullable } from '#contract/shapes.ts'

export const Session = Type.Object({
  id: Type.Integer(),
  current: Type.Boolean(),
  ip: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
  remember: Type.Boolean(),
  createdAt: DateTime,
  lastSeenAt: DateTime,
  expiresAt: DateTime,
})

const operation = operationsOf('Sessions')
const door = 'browser'
const text = Type.String({ maxLength: 1000 })

export const signIn = operation({
  name: 'signIn',
  summary: 'Sign in with a username or email address and a password',
  door,
  at: 'POST /-/sessions',
  input: Type.Object({ login: text, password: text, rememberMe: Type.Optional(Type.Boolean()) }),
  reply: Viewer,
})

export const signOut = operation({
  name: 'signOut',
  summary: 'Sign out',
  door,
  at: 'DELETE /-/sessions/current',
  reply: Empty,
})

export const listSessions = operation({
  name: 'listSessions',
  summary: 'List active sessions of the current user, newest first',
  door,
  at: 'GET /-/sessions',
  reply: Type.Array(Session),
})

export const endSession = operation({
  name: 'endSession',
  summary: 'Revoke one of your sessions',
  door,
  at: 'DELETE /-/sessions/:id',
  input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  reply: Empty,
})

export const endOtherSessions = operation({
  name: 'endOtherSessions',
  summary: 'Revoke all your other sessions',
  door,
  at: 'DELETE /-/sessions',
  reply: Empty,
})

export const register = operation({
  name: 'register',
  summary: 'Create your account and sign in',
  door,
  at: 'POST /-/users',
  input: Type.Object({ username: text, name: text, email: text, password: text }),
  reply: Viewer,
})

export const changePassword = operation({
  name: 'changePassword',
  summary: 'Change your password and sign out of all other sessions',
  door,
  at: 'PUT /-/password',
  input: Type.Object({ currentPassword: text, password: text }),
  reply: Empty,
  status: 204,
})

export const forgotPassword = operation({
  name: 'forgotPassword',
  summary: 'Request a password reset email. The response does not reveal whether the address exists',
  door,
  at: 'POST /-/password/forgotten',
  input: Type.Object({ email: text }),
  reply: Type.Object({ message: Type.String() }),
  status: 202,
})

export const resetPassword = operation({
  name: 'resetPassword',
  summary: 'Reset your password with the token from the email and sign out of all sessions',
  door,
  at: 'POST /-/password/reset',
  input: Type.Object({ token: text, password: text }),
  reply: Empty,
  status: 204,
})
