import { sql } from 'kysely'
import { type Visibility, visibilities } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'

const rank = (visibility: Visibility): number => visibilities.indexOf(visibility)

/** The one of two that fewer people see. */
export const narrower = (one: Visibility, other: Visibility): Visibility => (rank(one) < rank(other) ? one : other)

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
