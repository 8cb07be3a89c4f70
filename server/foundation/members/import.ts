import { sql } from 'kysely'
import { hasRole, levels } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { insertMembers, recordAdded, type Standing, standing } from './add.ts'
import type { Place } from './place.ts'
import { inheritanceProblem } from './rules.ts'

/** Who was added, and for the others what stood against it, by username. */
interface Imported {
  readonly added: readonly number[]
  readonly refused: Readonly<Record<string, string>>
}

/**
 * Make the direct members of one project members of another, with their roles and expiration dates. Those that are members
 * already keep the roles they have. Whoever calls has loaded both projects for managing members.
 *
 * Owners become maintainers where the actor is not an owner.
 */
export async function importMembers(ctx: Context, place: Place, source: { readonly id: number }): Promise<Imported> {
  const highest = hasRole(ctx.actor, place.facts, 'owner') ? levels.owner : levels.maintainer
  const { rows } = await sql<Standing & { accessLevel: number; expiresAt: string | null }>`
    select u.id, u.username, least(given.access_level, ${highest}) as access_level, given.expires_at::text as expires_at,
      ${standing(place)}
    from members given join users u on u.id = given.user_id
    where given.namespace_id = ${source.id} and ${notExpired('given.expires_at')} and u.state <> 'banned' and not u.is_bot
    order by given.id`.execute(ctx.db)
  const people = rows.filter(person => !person.isMember)
  const problems = people.map(
    person => [person.username, inheritanceProblem(person.accessLevel, person.inherited)] as const,
  )
  const refused = problems.flatMap(([username, problem]) =>
    problem === null ? [] : [[username, `Access level ${problem}`] as const],
  )
  const added = people
    .filter(person => inheritanceProblem(person.accessLevel, person.inherited) === null)
    .map(({ id, accessLevel, expiresAt }) => ({ userId: id, accessLevel, expiresAt }))
  await insertMembers(ctx, place, added)
  await recordAdded(ctx, place, added)
  return { added: added.map(({ userId }) => userId), refused: Object.fromEntries(refused) }
}
