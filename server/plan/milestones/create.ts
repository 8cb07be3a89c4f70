import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { Invalid } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { checkedLine } from '#server/platform/text/checked-line.ts'
import { checkPeriod, titleTaken } from './milestone.ts'
import { topicsOfMilestone } from './topics.ts'

export interface NewMilestone {
  readonly title: string
  readonly description?: string | null | undefined
  readonly startDate?: string | null | undefined
  readonly dueDate?: string | null | undefined
}

/**
 * Make a milestone. The caller has loaded its project or group for `admin-milestones`.
 *
 * @throws Invalid  title, or the period
 */
export async function createMilestone(
  ctx: Context,
  owner: TextNamespace & { readonly kind: 'project' | 'group' },
  given: NewMilestone,
): Promise<number> {
  const title = checkedLine('title', given.title)
  checkPeriod(given.startDate ?? null, given.dueDate ?? null)
  const { html } = await renderText(ctx, owner, given.description ?? '')
  try {
    const { rows } = await sql<{ id: number }>`
      with counter as (insert into iid_counters as c (namespace_id, series, value) values (${owner.id}, 'milestone', 1)
        on conflict (namespace_id, series) do update set value = c.value + 1 returning value)
      insert into milestones (namespace_id, iid, title, description, description_html, start_date, due_date, created_at, updated_at)
      select ${owner.id}, value, ${title}, ${given.description ?? ''}, ${html}, ${given.startDate ?? null}::date, ${given.dueDate ?? null}::date,
        ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from counter returning id`.execute(ctx.db)
    const milestoneId = rows[0]?.id ?? 0
    await ctx.events.record(
      'milestone.created',
      { milestoneId },
      { namespaceId: owner.id, topics: topicsOfMilestone(owner) },
    )
    return milestoneId
  } catch (error) {
    if (isTaken(error, 'milestones_namespace_id_title_key')) throw new Invalid(titleTaken, { cause: error })
    throw error
  }
}
