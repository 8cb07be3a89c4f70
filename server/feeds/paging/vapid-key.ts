import { sql } from 'kysely'
import { newVapidKey } from '#server/platform/outward/web-push.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** The key by which push services know the server, made when it is first needed: every process has the same. */
export async function vapidKey(db: Db): Promise<string> {
  const known = await read(db)
  if (known !== undefined) return known
  await sql`insert into server_secrets (name, value) values ('vapid_key', ${newVapidKey()}) on conflict (name) do nothing`.execute(
    db,
  )
  const made = await read(db)
  if (made === undefined) throw new Error('the key of push messages was not stored')
  return made
}

async function read(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from server_secrets where name = 'vapid_key'`.execute(db)
  return rows[0]?.value
}
