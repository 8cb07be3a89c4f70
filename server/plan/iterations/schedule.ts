import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { lockCadence, placeOf } from './place.ts'

/**
 * Make the iterations that an active, automatic cadence lacks: from its start date, or the day after its last iteration, up to
 * the current one and as many upcoming ones as it wants. Those of the past are not made up for.
 *
 * Runs in the caller's transaction; other schedulers of the cadence wait.
 */
export async function scheduleIterations(ctx: Context, cadenceId: number): Promise<void> {
  const today = ctx.now.slice(0, 10)
  await lockCadence(ctx, cadenceId)
  const { rows } = await sql<{ ids: readonly number[]; namespaceId: number }>`
    with cadence as (
      select c.*, c.duration_in_weeks * 7 as days,
        greatest(c.start_date, (select max(it.due_date) + 1 from iterations it where it.cadence_id = c.id)) as next_start,
        (select count(*) from iterations it where it.cadence_id = c.id and it.start_date > ${today}::date) as upcoming
      from iteration_cadences c
      where c.id = ${cadenceId} and c.active and c.automatic and c.start_date is not null and c.duration_in_weeks is not null
    ), first as (
      select cadence.*, case when next_start >= ${today}::date then next_start
        else next_start + (${today}::date - next_start) / days * days end as first_start from cadence
    ), starts as (
      select namespace_id, id, days, first_start + days * n as start_date from first,
        generate_series(0, greatest(coalesce(iterations_in_advance, 0) - upcoming
          - case when first_start > ${today}::date then 1 else 0 end, -1)::integer) n
    ), counter as (
      insert into iid_counters as c (namespace_id, series, value)
      select namespace_id, 'iteration', count(*) from starts group by namespace_id
      on conflict (namespace_id, series) do update set value = c.value + excluded.value returning value
    ), made as (
      insert into iterations (namespace_id, iid, cadence_id, start_date, due_date, created_at, updated_at)
      select namespace_id, counter.value - count(*) over () + row_number() over (order by start_date), id, start_date, start_date + days - 1,
        ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from starts, counter
      returning id, namespace_id
    ) select array_agg(id order by id) as ids, namespace_id from made group by namespace_id`.execute(ctx.db)
  const made = rows[0]
  if (made === undefined) return
  for (const iterationId of made.ids)
    await ctx.events.record('iteration.created', { iterationId }, placeOf(made.namespaceId))
}
