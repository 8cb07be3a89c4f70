import { sql } from 'kysely'
import { hasRole, levels, roleNames } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { expiryProblems } from '#server/platform/text/problems.ts'
import type { Place } from './place.ts'

/** Access levels that members can have; minimal access exists in groups only. */
export const levelsOf = (place: Pick<Place, 'kind'>): readonly number[] =>
  [...roleNames.keys()].filter(level => place.kind === 'group' || level > levels.minimal)

/** The levels that an administrator of the members may give: only owners make owners. */
export const grantableLevels = (ctx: Context, place: Place): readonly number[] =>
  levelsOf(place).filter(level => level < levels.owner || hasRole(ctx.actor, place.facts, 'owner'))

/** @throws Invalid  no such level here */
export function checkLevel(place: Pick<Place, 'kind'>, level: number): void {
  if (!levelsOf(place).includes(level)) throw new Invalid({ accessLevel: ['is not included in the list'] })
}

/** @throws Invalid  a day in the past */
export function checkExpiry(ctx: Context, expiresAt: string | null | undefined): void {
  const problems = expiryProblems(expiresAt, ctx.now)
  if (problems.length > 0) throw new Invalid({ expiresAt: problems })
}

/** @throws Forbidden  only owners make, change and remove owners */
export function checkMayHandle(ctx: Context, place: Place, ...given: readonly number[]): void {
  if (given.includes(levels.owner) && !hasRole(ctx.actor, place.facts, 'owner')) throw new Forbidden()
}

export interface Inherited {
  readonly level: number
  readonly from: string
}

/** The error for a level below the one that a person inherits; null if there is none. */
export function inheritanceProblem(level: number, inherited: Inherited | null): string | null {
  if (inherited === null || level >= inherited.level) return null
  return `should be greater than or equal to ${roleNames.get(inherited.level)} inherited membership from group ${inherited.from}`
}

/** That problem as a sentence by itself. */
export const inheritanceSentence = (problem: string): string => `Access level ${problem}`

/**
 * Lock the group, and check that another user owns it.
 *
 * @returns whether the person is its last owner
 */
export async function isLastOwner(ctx: Context, place: Place, userId: number): Promise<boolean> {
  if (place.kind !== 'group') return false
  await sql`select 1 from namespaces where id = ${place.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ owns: boolean; others: boolean }>`
    select bool_or(user_id = ${userId} and namespace_id = ${place.id}) as owns, bool_or(user_id <> ${userId} and not u.is_bot) as others
    from members join users u on u.id = user_id
    where namespace_id = any (${place.ancestorIds}::bigint[]) and access_level = ${levels.owner}
      and ${notExpired()}`.execute(ctx.db)
  return rows[0]?.owns === true && rows[0].others !== true
}
