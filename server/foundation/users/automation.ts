import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { UserActor } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'

interface InternalUser {
  readonly username: string
  readonly name: string
  readonly bio: string
}

/**
 * The user in whose name the server does what was arranged beforehand, such as moving issues on to the next iteration; made the
 * first time it is needed. It may change everything.
 */
export const automationActor = (db: Db): Promise<UserActor> =>
  internalActor(db, {
    username: 'automation-bot',
    name: 'Automation Bot',
    bio: 'Does what was arranged beforehand.',
  })

/** The user in whose name monitoring tools open alerts, and what follows from them is done. It may change everything. */
export const alertBot = (db: Db): Promise<UserActor> =>
  internalActor(db, { username: 'alert-bot', name: 'Alert Bot', bio: 'Opens the alerts of monitoring tools.' })

async function internalActor(db: Db, { username, name, bio }: InternalUser): Promise<UserActor> {
  const known = await sql<{ id: number }>`
    select id from users where lower(username) = ${username} and is_bot`.execute(db)
  const id = known.rows[0]?.id ?? (await makeInternal(db, { username, name, bio }))
  return { kind: 'user', id, username, name, isAdmin: true, isExternal: false }
}

async function makeInternal(db: Db, { username, name, bio }: InternalUser): Promise<number> {
  // Its name is reserved, but anybody may have signed up with the address.
  const [email, other] = [`${username}@localhost`, `${username}-${randomBytes(8).toString('hex')}@localhost`]
  const { rows } = await sql<{ id: number }>`
    insert into users (username, name, email, is_bot, can_create_group, projects_limit, bio)
    select ${username}, ${name}, case when exists (select 1 from users where lower(email) = ${email}) then ${other} else ${email} end,
      true, false, 0, ${bio}
    on conflict (lower(username)) do update set is_bot = true returning id`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('an internal user without a row')
  return row.id
}
