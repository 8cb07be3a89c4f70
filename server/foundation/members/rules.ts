import { sql } from 'kysely'
import { levelOf } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import type { Place } from './place.ts'

const names = new Map([
  [5, 'Minimal Access'],
  [10, 'Guest'],
  [20, 'Reporter'],
  [30, 'Developer'],
  [40, 'Maintainer'],
  [50, 'Owner'],
])

/** @throws Invalid  no such level */
export function checkLevel(level: number): void {
  if (!names.has(level) || level < 10) throw new Invalid({ accessLevel: ['is not included in the list'] })
}

/** @throws Invalid  the last day of a membership lies ahead */
export function checkExpiry(ctx: Context, expiresAt: string | null | undefined): void {
  if (expiresAt != null && expiresAt <= ctx.now.slice(0, 10))
    throw new Invalid({ expiresAt: ['cannot be a date in the past'] })
}

/** @throws Forbidden  only owners make, change and remove owners */
export function checkMayHandle(ctx: Context, place: Place, ...levels: readonly number[]): void {
  if (levels.includes(50) && levelOf(ctx.actor, place.facts) < 50) throw new Forbidden()
}

export interface Inherited {
  readonly level: number
  readonly from: string
}

/** What is wrong with a level below the one a person has from above; null when nothing is. */
export function inheritanceProblem(level: number, inherited: Inherited | null): string | null {
  if (inherited === null || level >= inherited.level) return null
  return `should be greater than or equal to ${names.get(inherited.level)} inherited membership from group ${inherited.from}`
}

/**
 * Hold the group, and see that somebody else owns it.
 *
 * @returns whether the person is its last owner
 */
export async function isLastOwner(ctx: Context, place: Place, userId: number): Promise<boolean> {
  if (place.kind !== 'group') return false
  await sql`select 1 from namespaces where id = ${place.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ owns: boolean; others: boolean }>`
    select bool_or(user_id = ${userId} and namespace_id = ${place.id}) as owns, bool_or(user_id <> ${userId}) as others from members
    where namespace_id = any (${place.ancestorIds}::bigint[]) and access_level = 50
      and (expires_at is null or expires_at > current_date)`.execute(ctx.db)
  return rows[0]?.owns === true && rows[0].others !== true
}
