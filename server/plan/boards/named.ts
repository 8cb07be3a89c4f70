import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { lookUp } from '#server/plan/issuables/changes/look-up.ts'

interface BoardScopeInput {
  readonly labels?: readonly (string | number)[] | null | undefined
  readonly assigneeId?: number | null | undefined
  readonly milestoneId?: number | null | undefined
  readonly iterationId?: number | null | undefined
}

export interface Named {
  readonly labels: readonly { readonly id: number; readonly title: string }[]
}

/**
 * Look up the labels, assignee, milestone and iteration of a board or list, by the rule for issues of its project or group: those of it and
 * of its parent groups.
 *
 * @throws Invalid  one of them does not exist
 */
export async function namedIn(
  ctx: Context,
  place: { readonly id: number; readonly ancestorIds: readonly number[] },
  { labels, assigneeId, milestoneId, iterationId }: BoardScopeInput,
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

/** Any active user: profiles are public, and the list of an assignee shows only issues that the reader can see. */
async function isActive(ctx: Context, userId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users where id = ${userId} and state = 'active'`.execute(ctx.db)
  return rows.length > 0
}
