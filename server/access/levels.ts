import { type RawBuilder, sql } from 'kysely'
import { levelOf, type NamespaceFacts, type Rank } from './facts.ts'

/**
 * The roles by name. A minimal one counts in its own group alone: it shows that group, and nothing below it.
 *
 * @source PERM-001, rest.md 1.11
 */
export const levels = {
  minimal: 5,
  guest: 10,
  planner: 15,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const

export type Role = keyof typeof levels

/** The roles as the API names them. */
export const roleNames: ReadonlyMap<number, string> = new Map([
  [levels.minimal, 'Minimal Access'],
  [levels.guest, 'Guest'],
  [levels.planner, 'Planner'],
  [levels.reporter, 'Reporter'],
  [levels.developer, 'Developer'],
  [levels.maintainer, 'Maintainer'],
  [levels.owner, 'Owner'],
])

/** Whether an actor has a role, or a higher one. */
export const hasRole = (who: Rank, it: NamespaceFacts, role: Role): boolean => levelOf(who, it) >= levels[role]

/** A role's number inside a statement. */
export const levelSql = (role: Role): RawBuilder<number> => sql.lit(levels[role])

/** The name of the role with a number, inside a statement. */
export const roleNameSql = (level: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case ${level} ${sql.join(
    [...roleNames].map(([number, name]) => sql`when ${sql.lit(number)} then ${sql.lit(name)}`),
    sql` `,
  )} end`
