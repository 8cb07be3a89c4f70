import { type RawBuilder, sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { checkedLine } from '#server/platform/text/checked-line.ts'
import type { CadenceRow, IterationRow } from './find.ts'
import { overlapping } from './iteration.ts'
import { lockCadence, placeOf } from './place.ts'

interface IterationGiven {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  /** yyyy-mm-dd */
  readonly startDate?: string | null | undefined
  readonly dueDate?: string | null | undefined
}

const byHandOnly =
  'Iterations cannot be created or deleted manually for automatic cadences. Turn off automatic scheduling first'

/**
 * Make an iteration of a cadence without automatic scheduling.
 *
 * @throws Forbidden  the cadence schedules its iterations itself
 * @throws Invalid  dates that are missing, in the wrong order, or overlap with another of the cadence
 */
export async function createIteration(
  ctx: Context,
  cadence: Allowed<'group:admin-iterations', CadenceRow>,
  given: IterationGiven,
): Promise<number> {
  if (cadence.automatic) throw new Forbidden(byHandOnly)
  const startDate = given.startDate ?? null
  const dueDate = given.dueDate ?? null
  if (startDate === null) throw new Invalid({ startDate: ["can't be blank"] })
  if (dueDate === null) throw new Invalid({ dueDate: ["can't be blank"] })
  const title = checkTitle(given.title)
  const { html } = await renderText(ctx, textPlace(cadence), given.description ?? '')
  await lockCadence(ctx, cadence.id)
  await checkPeriod(ctx, cadence.id, null, startDate, dueDate)
  const { rows } = await sql<{ id: number }>`
    with counter as (insert into iid_counters as c (namespace_id, series, value) values (${cadence.namespaceId}, 'iteration', 1)
      on conflict (namespace_id, series) do update set value = c.value + 1 returning value)
    insert into iterations (namespace_id, iid, cadence_id, title, description, description_html, start_date, due_date, created_at, updated_at)
    select ${cadence.namespaceId}, value, ${cadence.id}, ${title}, ${given.description ?? ''}, ${html}, ${startDate}::date, ${dueDate}::date,
      ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from counter returning id`.execute(ctx.db)
  const iterationId = rows[0]?.id ?? 0
  await ctx.events.record('iteration.created', { iterationId }, placeOf(cadence.namespaceId))
  return iterationId
}

/**
 * Change an iteration. The dates of one that is scheduled automatically follow from its cadence.
 *
 * @throws Forbidden  dates of an automatic cadence
 * @throws Invalid  as at creation
 */
export async function updateIteration(
  ctx: Context,
  iteration: Allowed<'group:admin-iterations', IterationRow>,
  given: IterationGiven,
): Promise<void> {
  const startDate = given.startDate ?? iteration.startDate
  const dueDate = given.dueDate ?? iteration.dueDate
  const isMoved = startDate !== iteration.startDate || dueDate !== iteration.dueDate
  if (isMoved && iteration.isAutomatic)
    throw new Forbidden('The dates of this iteration are set by its cadence. Turn off automatic scheduling first')
  const sets: RawBuilder<unknown>[] = [sql`updated_at = ${ctx.now}::timestamptz`]
  if (given.title !== undefined) sets.push(sql`title = ${checkTitle(given.title)}`)
  if (given.description != null) {
    const { html } = await renderText(ctx, textPlace(iteration), given.description)
    sets.push(sql`description = ${given.description}, description_html = ${html}`)
  }
  if (isMoved) {
    await lockCadence(ctx, iteration.cadenceId)
    await checkPeriod(ctx, iteration.cadenceId, iteration.id, startDate, dueDate)
    sets.push(sql`start_date = ${startDate}::date, due_date = ${dueDate}::date`)
  }
  await sql`update iterations set ${sql.join(sets)} where id = ${iteration.id}`.execute(ctx.db)
  await ctx.events.record('iteration.updated', { iterationId: iteration.id }, placeOf(iteration.namespaceId))
}

/**
 * Delete an iteration; its issues stay, without one.
 *
 * @throws Forbidden  the cadence schedules its iterations itself
 */
export async function deleteIteration(
  ctx: Context,
  iteration: Allowed<'group:admin-iterations', IterationRow>,
): Promise<void> {
  if (iteration.isAutomatic) throw new Forbidden(byHandOnly)
  await ctx.db.deleteFrom('iterations').where('id', '=', iteration.id).execute()
  await ctx.events.record(
    'iteration.deleted',
    { iterationId: iteration.id, cadenceId: iteration.cadenceId },
    placeOf(iteration.namespaceId),
  )
}

const checkTitle = (given: string | null | undefined): string | null =>
  (given ?? '').trim() === '' ? null : checkedLine('title', given ?? '')

/** @throws Invalid  it ends before it starts, or another iteration of the cadence has one of its days */
async function checkPeriod(ctx: Context, cadenceId: number, except: number | null, startDate: string, dueDate: string) {
  if (dueDate < startDate) throw new Invalid({ dueDate: ['must be greater than start date'] })
  const { rows } = await sql`
    select id from iterations where cadence_id = ${cadenceId} and id is distinct from ${except}::bigint
      and start_date <= ${dueDate}::date and due_date >= ${startDate}::date limit 1`.execute(ctx.db)
  if (rows.length > 0) throw new Invalid({ base: [overlapping] })
}

const textPlace = (owned: CadenceRow | IterationRow) => ({
  id: owned.namespaceId,
  fullPath: owned.namespacePath,
  ancestorIds: owned.ancestorIds,
})
