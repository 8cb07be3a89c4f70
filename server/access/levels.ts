import { type RawBuilder, sql } from 'kysely'
import { type Role, roles, roleWords } from '#contract/foundation/roles.ts'
import { isAdmin, type NamespaceFacts, type Rank } from './facts.ts'

/** Access levels by role. Minimal access counts only in its own group: it shows that group and nothing in it. */
export const levels = Object.fromEntries(roleWords.map(role => [role, roles[role].level])) as {
  readonly [Name in Role]: (typeof roles)[Name]['level']
}

/** Role names in the API. */
export const roleNames: ReadonlyMap<number, string> = new Map(
  Object.values(roles).map(({ level, name }) => [level, name]),
)

/** The effective access level of an actor; administrators have that of an owner everywhere. */
export const levelOf = (who: Rank, it: NamespaceFacts): number => (isAdmin(who) ? levels.owner : it.level)

/** Whether an actor has at least a role. */
export const hasRole = (who: Rank, it: NamespaceFacts, role: Role): boolean => levelOf(who, it) >= levels[role]

/** Whether an actor is a member; minimal access does not count. */
export const isMember = (who: Rank, it: NamespaceFacts): boolean => hasRole(who, it, 'guest')

/** Whether minimal access is all that an actor has in a group. It hides the contents, also from members of the group's projects. */
export const hasOnlyMinimalAccess = (who: Rank, it: NamespaceFacts): boolean => levelOf(who, it) === levels.minimal

/** `hasOnlyMinimalAccess` as an SQL condition. */
export const isOnlyMinimalSql = (level: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${level} = ${levelSql('minimal')}`

/** The access level of a role as an SQL literal. */
export const levelSql = (role: Role): RawBuilder<number> => sql.lit(levels[role])

/** SQL for the role name of an access level. */
export const roleNameSql = (level: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case ${level} ${sql.join(
    [...roleNames].map(([number, name]) => sql`when ${sql.lit(number)} then ${sql.lit(name)}`),
    sql` `,
  )} end`
