import { type RawBuilder, sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { Invalid } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { checkedLine } from '#server/platform/text/checked-line.ts'
import type { Current } from '#server/slice.ts'
import type { NewMilestone } from './create.ts'
import type { MilestoneRow } from './find.ts'
import { checkPeriod, titleTaken } from './milestone.ts'
import { topicsOfMilestone } from './topics.ts'

export interface MilestoneChanges extends Partial<NewMilestone> {
  readonly stateEvent?: 'close' | 'activate' | undefined
}

/**
 * Change a milestone, or close or open it.
 *
 * @throws Invalid  title, or the period
 */
export async function updateMilestone(
  ctx: Context,
  milestone: Allowed<'milestone:admin', MilestoneRow>,
  changes: MilestoneChanges,
): Promise<void> {
  const { title, description, startDate, dueDate, stateEvent } = changes
  const sets: RawBuilder<unknown>[] = [sql`updated_at = ${ctx.now}::timestamptz`]
  if (title !== undefined) sets.push(sql`title = ${checkedLine('title', title)}`)
  if (description !== undefined) {
    const place = { id: milestone.namespaceId, fullPath: milestone.namespacePath, ancestorIds: milestone.ancestorIds }
    const { html } = await renderText(ctx, place, description ?? '')
    sets.push(sql`description = ${description ?? ''}, description_html = ${html}`)
  }
  checkPeriod(
    startDate === undefined ? milestone.startDate : startDate,
    dueDate === undefined ? milestone.dueDate : dueDate,
  )
  if (startDate !== undefined) sets.push(sql`start_date = ${startDate}::date`)
  if (dueDate !== undefined) sets.push(sql`due_date = ${dueDate}::date`)
  const state = stateEvent === undefined ? milestone.state : stateEvent === 'close' ? 'closed' : 'active'
  sets.push(sql`state = ${state}`)
  try {
    await sql`update milestones set ${sql.join(sets)} where id = ${milestone.id}`.execute(ctx.db)
  } catch (error) {
    if (isTaken(error, 'milestones_namespace_id_title_key')) throw new Invalid(titleTaken, { cause: error })
    throw error
  }
  const place = {
    namespaceId: milestone.namespaceId,
    topics: topicsOfMilestone({
      id: milestone.namespaceId,
      kind: milestone.namespaceKind,
      ancestorIds: milestone.ancestorIds,
    }),
  }
  const payload = { milestoneId: milestone.id }
  if (state === milestone.state) await ctx.events.record('milestone.updated', payload, place)
  else await ctx.events.record(state === 'closed' ? 'milestone.closed' : 'milestone.activated', payload, place)
}

/** The milestone as it is, held until the transaction ends. */
export async function currentMilestone(ctx: Context, { id }: Pick<MilestoneRow, 'id'>): Promise<Current> {
  const { rows } = await sql<NonNullable<Current>>`
    select title, description, start_date::text as start_date, due_date::text as due_date, state, iso(updated_at) as updated_at
    from milestones where id = ${id} for no key update`.execute(ctx.db)
  return rows[0]
}
