import { sql } from 'kysely'
import { type Db, isTaken } from '#server/platform/sql/database.ts'

/** A user's columns, already checked. */
export interface UserRecord {
  readonly username: string
  readonly name: string
  readonly email: string
  /** Null if the user cannot sign in with a password. */
  readonly passwordHash: string | null
  readonly state?: 'active' | 'blocked_pending_approval'
  readonly isAdmin?: boolean
  readonly isExternal?: boolean
  readonly isBot?: boolean
  readonly privateProfile?: boolean
  readonly canCreateGroup?: boolean
  readonly projectsLimit?: number
  readonly publicEmail?: string
  readonly bio?: string
  readonly location?: string
  readonly jobTitle?: string
  readonly pronouns?: string
  readonly organization?: string
  readonly websiteUrl?: string
  readonly adminNote?: string | null
  readonly createdById?: number | null
}

/** A username or an address that another user already has. */
export class Taken extends Error {
  readonly field: 'username' | 'email'
  constructor(field: 'username' | 'email', options?: ErrorOptions) {
    super(`${field} is taken`, options)
    this.field = field
  }
}

/**
 * Write a user with the namespace of their own, of which they are the owner. To be called in a transaction.
 *
 * @throws Taken
 */
export async function insertUser(db: Db, user: UserRecord): Promise<{ userId: number; namespaceId: number }> {
  try {
    const { id: userId } = await db
      .insertInto('users')
      .values({ ...user, confirmedAt: sql<string>`now()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const written = await sql<{ id: number }>`
      with place as (
        select nextval(pg_get_serial_sequence('namespaces', 'id')) as id
      ), freed as (
        delete from redirects where path = lower(${user.username})
      ), own as (
        insert into namespaces (id, kind, owner_id, creator_id, name, path, full_path, full_name, ancestor_ids, visibility)
        overriding system value
        select id, 'user', ${userId}, ${userId}, ${user.name}, ${user.username}, ${user.username}, ${user.name}, array[id], 'public'
        from place
      )
      insert into members (namespace_id, user_id, access_level)
      select id, ${userId}, 50 from place returning namespace_id as id`.execute(db)
    return { userId, namespaceId: written.rows[0]?.id ?? 0 }
  } catch (error) {
    throw takenOf(error) ?? error
  }
}

/** The unique key's refusal as `Taken`, or null when it is something else. */
export function takenOf(error: unknown): Taken | null {
  if (isTaken(error, 'users_email') || isTaken(error, 'user_emails_confirmed'))
    return new Taken('email', { cause: error })
  if (isTaken(error, 'users_username') || isTaken(error, 'namespaces_full_path'))
    return new Taken('username', { cause: error })
  return null
}
