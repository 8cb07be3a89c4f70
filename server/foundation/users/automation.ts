import { sql } from 'kysely'
import type { UserActor } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'

const username = 'automation-bot'
const name = 'Automation Bot'

/**
 * The user in whose name the server does what was arranged beforehand, such as moving issues on to the next iteration; made the
 * first time it is needed. It may change everything.
 */
export async function automationActor(db: Db): Promise<UserActor> {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, name, email, is_bot, can_create_group, projects_limit, bio)
    values (${username}, ${name}, 'automation-bot@localhost', true, false, 0, 'Does what was arranged beforehand.')
    on conflict (lower(username)) do update set is_bot = true returning id`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('an automation user without a row')
  return { kind: 'user', id: row.id, username, name, isAdmin: true, isExternal: false }
}
