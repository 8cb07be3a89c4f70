import { sql } from 'kysely'
import { hasRole, levels } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { type Additions, insertMembers, type NewMember, recordAdded, type Standing, standing } from './add.ts'
import type { Place } from './place.ts'
import { inheritanceProblem, inheritanceSentence } from './rules.ts'

/**
 * Make the direct members of one project members of another, with their roles and expiration dates. Existing members
 * keep their roles. The caller has loaded both projects for managing members.
 *
 * Owners become maintainers where the actor is not an owner.
 */
export async function importMembers(
  ctx: Context,
  place: Place,
  source: { readonly id: number },
): Promise<Omit<Additions, 'isList'>> {
  const highest = hasRole(ctx.actor, place.facts, 'owner') ? levels.owner : levels.maintainer
  const { rows } = await sql<Standing & { accessLevel: number; expiresAt: string | null }>`
    select u.id, u.username, least(given.access_level, ${highest}) as access_level, given.expires_at::text as expires_at,
      ${standing(place)}
    from members given join users u on u.id = given.user_id
    where given.namespace_id = ${source.id} and ${notExpired('given.expires_at')} and u.state <> 'banned' and not u.is_bot
    order by given.id`.execute(ctx.db)
  const refused: Record<string, string> = {}
  const members: NewMember[] = []
  for (const { id, username, isMember, inherited, accessLevel, expiresAt } of rows) {
    if (isMember) continue
    const problem = inheritanceProblem(accessLevel, inherited)
    if (problem === null) members.push({ userId: id, accessLevel, expiresAt })
    else refused[username] = inheritanceSentence(problem)
  }
  await insertMembers(ctx, place, members)
  await recordAdded(ctx, place, members)
  return { added: members.map(({ userId }) => userId), refused }
}
