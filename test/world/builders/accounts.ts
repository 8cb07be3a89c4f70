import { sql } from 'kysely'
import type { BuilderParts } from './builders.ts'

let made = 0

interface NewUser {
  readonly username?: string
  readonly name?: string
  readonly isAdmin?: boolean
  readonly isExternal?: boolean
  readonly state?: 'active' | 'blocked' | 'deactivated' | 'banned' | 'blocked_pending_approval'
}

export function accountBuilders({ db }: BuilderParts) {
  return {
    /** A confirmed user without a password or namespace. */
    user: async (given: NewUser = {}) => {
      made += 1
      const username = given.username ?? `extra${made}`
      return db
        .insertInto('users')
        .values({
          username,
          name: given.name ?? `Extra ${made}`,
          email: `${username}@weft.test`,
          isAdmin: given.isAdmin ?? false,
          isExternal: given.isExternal ?? false,
          state: given.state ?? 'active',
          confirmedAt: sql<string>`now()`,
        })
        .returning(['id', 'username', 'name'])
        .executeTakeFirstOrThrow()
    },
  }
}
