import * as contract from '#contract/foundation/ldap.ts'
import { answer, type Slice } from '#server/slice.ts'
import { signInWithLdap } from './sign-in.ts'
import { isLdapPassword } from './verify.ts'

/** People and groups of an LDAP directory. */
export const ldap: Slice = {
  name: 'ldap',
  answers: [answer(contract.signInWithLdap, { for: 'anyone', transaction: 'own', run: signInWithLdap })],
  plugs: { directory: { isPassword: isLdapPassword } },
}
