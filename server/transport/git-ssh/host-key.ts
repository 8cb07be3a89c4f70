import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'

const name = 'ssh_host_key'

/** The private key by which clients know the server again; it lives in the database, so that every process has the same. */
export async function hostKey(db: Db, make: () => string): Promise<string> {
  const read = async () =>
    (await sql<{ value: string }>`select value from server_secrets where name = ${name}`.execute(db)).rows[0]?.value
  const known = await read()
  if (known !== undefined) return known
  await sql`insert into server_secrets (name, value) values (${name}, ${make()}) on conflict do nothing`.execute(db)
  const made = await read()
  if (made === undefined) throw new Error('the host key was not stored')
  return made
}
