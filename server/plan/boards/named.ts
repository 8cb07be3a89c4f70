import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { lookUp } from '#server/plan/issuables/look-up.ts'

interface Given {
  readonly labels?: readonly (string | number)[] | null | undefined
  readonly assigneeId?: number | null | undefined
  readonly milestoneId?: number | null | undefined
  readonly iterationId?: number | null | undefined
}

export interface Named {
  readonly labels: readonly { readonly id: number; readonly title: string }[]
}

/**
 * Find what a board or list is about, by the rule for the issues of its project or group: labels, milestones and iterations of it and of
 * the groups above it.
 *
 * @throws Invalid  what is not there
 */
export async function namedIn(
  ctx: Context,
  place: { readonly id: number; readonly ancestorIds: readonly number[] },
  { labels, assigneeId, milestoneId, iterationId }: Given,
): Promise<Named> {
  const found = await lookUp(
    ctx,
    { namespaceId: place.id, ancestorIds: place.ancestorIds, type: 'issue', series: 'issue' },
    {
      ...(labels == null ? {} : { labels: { add: labels } }),
      ...(milestoneId == null ? {} : { milestone: milestoneId }),
      ...(iterationId == null ? {} : { iteration: iterationId }),
    },
    { isStrict: true },
  )
  if (assigneeId != null && !(await isActive(ctx, assigneeId))) throw new Invalid({ assignee: ['could not be found'] })
  return { labels: found.labels }
}

/** Anybody who can be assigned somewhere: profiles are public, and a list of a person shows no more than the reader may see. */
async function isActive(ctx: Context, userId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users where id = ${userId} and state = 'active'`.execute(ctx.db)
  return rows.length > 0
}
