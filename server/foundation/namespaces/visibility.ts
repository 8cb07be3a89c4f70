import { sql } from 'kysely'
import { type Visibility, visibilities } from '#contract/shapes.ts'
import { isAdmin } from '#server/access/facts.ts'
import type { Actor, Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'

const rank = (visibility: Visibility): number => visibilities.indexOf(visibility)

/** The one of two that fewer people see. */
export const narrower = (one: Visibility, other: Visibility): Visibility => (rank(one) < rank(other) ? one : other)

interface Restrictions {
  readonly restrictedVisibilityLevels: readonly Visibility[]
}

/** The levels that the actor may not choose: administrators may choose all. */
export const restrictedFor = (actor: Actor, site: Restrictions): readonly Visibility[] =>
  isAdmin(actor) ? [] : site.restrictedVisibilityLevels

/** @throws Invalid  the site's settings restrict the level, and the actor is no administrator */
export function checkUnrestricted(actor: Actor, site: Restrictions, visibility: Visibility): void {
  if (restrictedFor(actor, site).includes(visibility))
    throw new Invalid({ visibilityLevel: [`${visibility} has been restricted by an administrator.`] })
}

/**
 * The visibility of something new for which none was chosen: the usual one, or the nearest narrower one that the actor
 * may choose, or else the nearest wider one.
 */
export function unrestricted(
  actor: Actor,
  site: Restrictions,
  usual: Visibility,
  bound: Visibility = 'public',
): Visibility {
  const wanted = narrower(usual, bound)
  const restricted = restrictedFor(actor, site)
  const possible = visibilities.filter(each => rank(each) <= rank(bound) && !restricted.includes(each))
  return possible.findLast(each => rank(each) <= rank(wanted)) ?? possible[0] ?? wanted
}

/** @throws Invalid  the child would be seen by more people than its parent */
export function checkBelow(
  parent: { readonly kind: string; readonly visibility: Visibility },
  visibility: Visibility,
  child: 'group' | 'project',
): void {
  if (parent.kind !== 'group' || rank(visibility) <= rank(parent.visibility)) return
  throw new Invalid({
    visibilityLevel: [
      child === 'group'
        ? `${visibility} is not allowed since the parent group has a ${parent.visibility} visibility.`
        : `${visibility} is not allowed in a ${parent.visibility} group.`,
    ],
  })
}

/** @throws Invalid  something below would be seen by more people than the group itself */
export async function checkAbove(ctx: Context, groupId: number, visibility: Visibility): Promise<void> {
  const wider = visibilities.slice(rank(visibility) + 1)
  if (wider.length === 0) return
  // Creations below commit first, and later ones see the group as it is then.
  await sql`select 1 from namespaces where id = ${groupId} for no key update`.execute(ctx.db)
  const found = await ctx.db
    .selectFrom('namespaces')
    .select('kind')
    .where(sql<boolean>`ancestor_ids @> array[${groupId}]::bigint[]`)
    .where('id', '<>', groupId)
    .where('visibility', 'in', wider)
    .orderBy('kind', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) return
  throw new Invalid({
    visibilityLevel: [
      found.kind === 'project'
        ? `${visibility} is not allowed since this group contains projects with higher visibility.`
        : `${visibility} is not allowed since there are sub-groups with higher visibility.`,
    ],
  })
}
