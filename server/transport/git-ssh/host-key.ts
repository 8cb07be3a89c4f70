import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'

const name = 'ssh_host_key'

interface KeyMaker {
  readonly make: () => string
  /** One in 250 keys that `ssh2` generates has an encoding that it refuses to read. */
  readonly isReadable: (key: string) => boolean
}

/** The private key by which clients know the server again; it lives in the database, so that every process has the same. */
export async function hostKey(db: Db, { make, isReadable }: KeyMaker): Promise<string> {
  const read = async () =>
    (await sql<{ value: string }>`select value from server_secrets where name = ${name}`.execute(db)).rows[0]?.value
  const known = await read()
  if (known !== undefined && isReadable(known)) return known
  let key = make()
  while (!isReadable(key)) key = make()
  await sql`insert into server_secrets as s (name, value) values (${name}, ${key})
    on conflict (name) do update set value = excluded.value where s.value = ${known ?? null}`.execute(db)
  const made = await read()
  if (made === undefined) throw new Error('the host key was not stored')
  return made
}
