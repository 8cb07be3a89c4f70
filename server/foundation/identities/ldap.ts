import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'
import type { LdapSettings, Settings } from '#server/settings.ts'

/** The name of the only LDAP provider in the API. */
export const ldapProvider = 'ldapmain'

/** The DN of a user who signs in by LDAP, as an SQL expression: null for everyone while no directory is set. */
export const ldapDnOf = ({ ldap }: Pick<Settings, 'ldap'>, userId: RawBuilder<unknown>): RawBuilder<string | null> =>
  ldap === undefined
    ? sql<string | null>`null::text`
    : sql<
        string | null
      >`(select li.extern_uid from user_identities li where li.user_id = ${userId} and li.provider = ${ldapProvider})`

/** Whether a user signs in by LDAP, as an SQL expression. */
export const usesLdap = (settings: Pick<Settings, 'ldap'>, userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${ldapDnOf(settings, userId)} is not null)`

export async function signsInWithLdap(db: Db, settings: Pick<Settings, 'ldap'>, userId: number): Promise<boolean> {
  if (settings.ldap === undefined) return false
  const { rows } = await sql<{ uses: boolean }>`select ${usesLdap(settings, sql`${userId}::bigint`)} as uses`.execute(
    db,
  )
  return rows[0]?.uses === true
}

/** The directory with a log, as `withDirectory` takes them; null if none is set. */
export const directoryOf = <L>({
  settings: { ldap },
  log,
}: {
  readonly settings: Pick<Settings, 'ldap'>
  readonly log: L
}): { readonly ldap: LdapSettings; readonly log: L } | null => (ldap === undefined ? null : { ldap, log })
