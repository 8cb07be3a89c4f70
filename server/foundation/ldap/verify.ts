import type { Services } from '#server/context.ts'
import { directoryOf } from '#server/foundation/identities/ldap.ts'
import type { LdapPassword } from '#server/foundation/passwords/check-password.ts'
import { withDirectory } from '#server/platform/ldap/directory.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { blockLeft } from './left.ts'

/**
 * Whether a password is the one of a user's entry. A user whose entry is gone, or left out by the user filter, is blocked.
 *
 * @throws DirectoryUnavailable
 */
export async function isLdapPassword(
  db: Db,
  services: Services,
  { userId, dn, password }: LdapPassword,
): Promise<boolean> {
  const parts = directoryOf(services)
  if (parts === null || password === '') return false
  const outcome = await withDirectory(parts, async directory => {
    const person = await directory.personByDn(dn)
    if (person === null) return (await directory.hasPeople()) ? 'left' : 'wrong'
    return (await directory.isPasswordOf(person.dn, password)) ? 'right' : 'wrong'
  })
  if (outcome === 'left') await blockLeft(db, services, [userId])
  return outcome === 'right'
}
