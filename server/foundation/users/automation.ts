import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { UserActor } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'

interface InternalUser {
  /** The mark of the user in the table, and the username where no account of a person has it. */
  readonly kind: 'automation-bot' | 'alert-bot' | 'support-bot' | 'ghost'
  readonly name: string
  readonly bio: string
}

/**
 * The user in whose name the server carries out scheduled changes, such as moving issues on to the next iteration; made
 * the first time it is needed. It may change everything.
 */
export const automationActor = (db: Db): Promise<UserActor> =>
  internalActor(db, {
    kind: 'automation-bot',
    name: 'Automation Bot',
    bio: 'Does what was arranged beforehand.',
  })

/**
 * The user in whose name monitoring tools open alerts, and their consequences are carried out. It may change
 * everything.
 */
export const alertBot = (db: Db): Promise<UserActor> =>
  internalActor(db, { kind: 'alert-bot', name: 'Alert Bot', bio: 'Opens the alerts of monitoring tools.' })

/**
 * The user in whose name people without an account write to a service desk. It may change everything: the text of such a person runs no
 * quick actions, and mentions nobody.
 */
export const supportBot = (db: Db): Promise<UserActor> =>
  internalActor(db, {
    kind: 'support-bot',
    name: 'Support Bot',
    bio: 'Files the requests of people without an account.',
  })

async function internalActor(db: Db, user: InternalUser): Promise<UserActor> {
  const { id, username } = await internalUser(db, user)
  return { kind: 'user', id, username, name: user.name, isAdmin: true, isExternal: false }
}

interface KnownAutomation {
  readonly id: number
  readonly username: string
}

/** An internal user, known by its mark; made the first time it is needed. */
export async function internalUser(db: Db, user: InternalUser): Promise<KnownAutomation> {
  const known = await sql<KnownAutomation>`select id, username from users where internal_kind = ${user.kind}`.execute(
    db,
  )
  return known.rows[0] ?? (await makeInternal(db, user))
}

async function makeInternal(db: Db, { kind, name, bio }: InternalUser): Promise<KnownAutomation> {
  // An account of a person may have the name, from before it was reserved, or the address.
  const other = `${kind}-${randomBytes(8).toString('hex')}`
  const { rows } = await sql<KnownAutomation>`
    insert into users (username, name, email, is_bot, internal_kind, can_create_group, projects_limit, bio)
    select case when exists (select 1 from users where lower(username) = ${kind}) then ${other} else ${kind} end, ${name},
      case when exists (select 1 from users where lower(email) = ${`${kind}@localhost`}) then ${`${other}@localhost`} else ${`${kind}@localhost`} end,
      true, ${kind}, false, 0, ${bio}
    on conflict (internal_kind) where internal_kind is not null do update set is_bot = true returning id, username`.execute(
    db,
  )
  const row = rows[0]
  if (row === undefined) throw new Error('an internal user without a row')
  return row
}
