import { Type } from 'typebox'
import { Viewer } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'

const operation = operationsOf('LDAP')
const text = Type.String({ maxLength: 1000 })

export const signInWithLdap = operation({
  name: 'signInWithLdap',
  summary: 'Sign in with the username and password of the LDAP directory. The first time, an account is created',
  door: 'browser',
  at: 'POST /-/sessions/ldap',
  input: Type.Object({ login: text, password: text, rememberMe: Type.Optional(Type.Boolean()) }),
  reply: Viewer,
})
