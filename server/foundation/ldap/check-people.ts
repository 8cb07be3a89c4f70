import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import { Unavailable } from '#server/errors.ts'
import { directoryOf, ldapProvider } from '#server/foundation/identities/ldap.ts'
import { withDirectory } from '#server/platform/ldap/directory.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { blockLeft, unblockReturned } from './left.ts'
import { jobTime } from './sync.ts'

interface PersonRow {
  readonly id: number
  readonly dn: string
}

/** Block the people who have left the directory, and let in those who are back. A directory that cannot be asked changes nothing. */
export async function checkPeople(db: Db, services: Services): Promise<void> {
  const parts = directoryOf(services)
  if (parts === null) return
  for (let after = 0; ; ) {
    const { rows } = await sql<PersonRow>`
      select u.id, i.extern_uid as dn from user_identities i join users u on u.id = i.user_id
      where i.provider = ${ldapProvider} and u.id > ${after} and u.state in ('active', 'deactivated', 'ldap_blocked')
      order by u.id limit 500`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    try {
      const there = await withDirectory(
        parts,
        async directory => {
          const found = new Set<number>()
          for (const { id, dn } of rows) if ((await directory.personByDn(dn)) !== null) found.add(id)
          return found.size > 0 || (await directory.hasPeople()) ? found : null
        },
        jobTime,
      )
      if (there !== null) {
        const ids = rows.map(({ id }) => id)
        await blockLeft(
          db,
          services,
          ids.filter(id => !there.has(id)),
        )
        await unblockReturned(
          db,
          services,
          ids.filter(id => there.has(id)),
        )
      }
    } catch (error) {
      // The next hour is soon enough.
      if (error instanceof Unavailable) return
      throw error
    }
    after = last.id
  }
}
