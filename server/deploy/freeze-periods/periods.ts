import { sql } from 'kysely'
import type {
  createFreezePeriod,
  FreezePeriod,
  listFreezePeriods,
  updateFreezePeriod,
} from '#contract/deploy/environments/freeze-periods.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { columnsOf, object, type WireFields } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Current, pageOfJson } from '#server/slice.ts'
import { type Freeze, frozenUntil, occurs } from './cron.ts'
import './events.ts'
import { messages } from './messages.ts'

const fz = columnsOf('freezePeriods', 'fz')

/** FreezePeriod of `freeze_periods fz`. */
const fields: WireFields<typeof FreezePeriod> = {
  ...fz.fields('id', 'freezeStart', 'freezeEnd'),
  cron_timezone: fz('timeZone'),
  ...fz.moments('createdAt', 'updatedAt'),
}

/** Freeze periods of a project: each deployment looks at all of them. */
export const mostFreezePeriods = 50

export const showFreezePeriods = (
  ctx: Context,
  { id }: { readonly id: number },
  input: InputOf<typeof listFreezePeriods>,
) =>
  pageOfJson<never>(ctx, input, {
    item: object(fields),
    matching: sql`freeze_periods fz where fz.namespace_id = ${id}`,
    order: sql`fz.id`,
  })

/** The freeze periods of a project: `mostFreezePeriods` bounds them. */
export async function allFreezePeriods(ctx: Context, projectId: number): Promise<RawJson> {
  const { rows } = await sql<{
    json: string
  }>`select coalesce(json_agg(${object(fields)} order by fz.id), '[]')::text as json
    from freeze_periods fz where fz.namespace_id = ${projectId}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '[]')
}

/** @throws NotFound */
export async function showFreezePeriod(ctx: Context, projectId: number, id: number): Promise<RawJson> {
  const { rows } = await sql<{ shown: string }>`select ${object(fields)}::text as shown
    from freeze_periods fz where fz.id = ${id} and fz.namespace_id = ${projectId}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Freeze Period')
  return new RawJson(rows[0].shown)
}

type Given = Pick<InputOf<typeof updateFreezePeriod>, 'freezeStart' | 'freezeEnd' | 'cronTimezone'>

/** @returns the id · @throws Invalid */
export async function addFreezePeriod(
  ctx: Context,
  projectId: number,
  { freezeStart, freezeEnd, cronTimezone = 'UTC' }: Omit<InputOf<typeof createFreezePeriod>, 'id'>,
): Promise<number> {
  check({ freezeStart, freezeEnd })
  // Freeze periods are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${projectId} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    insert into freeze_periods (namespace_id, freeze_start, freeze_end, time_zone, created_at, updated_at)
    select ${projectId}, ${freezeStart}, ${freezeEnd}, ${cronTimezone}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    where (select count(*) from freeze_periods where namespace_id = ${projectId}) < ${mostFreezePeriods} returning id`.execute(
    ctx.db,
  )
  if (rows[0] === undefined) throw new Invalid({ base: [messages.tooMany(mostFreezePeriods)] })
  await announce(ctx, projectId)
  return rows[0].id
}

/** @throws NotFound · @throws Invalid */
export async function changeFreezePeriod(
  ctx: Context,
  projectId: number,
  id: number,
  { freezeStart, freezeEnd, cronTimezone }: Given,
): Promise<void> {
  check({ freezeStart, freezeEnd })
  const { numUpdatedRows } = await ctx.db
    .updateTable('freezePeriods')
    .set({
      ...(freezeStart === undefined ? {} : { freezeStart }),
      ...(freezeEnd === undefined ? {} : { freezeEnd }),
      ...(cronTimezone === undefined ? {} : { timeZone: cronTimezone }),
      updatedAt: ctx.now,
    })
    .where('id', '=', id)
    .where('namespaceId', '=', projectId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new NotFound('Freeze Period')
  await announce(ctx, projectId)
}

/** A freeze period as it is, held until the transaction ends. */
export async function lockedFreezePeriod(ctx: Context, projectId: number, id: number): Promise<Current> {
  const row = await ctx.db
    .selectFrom('freezePeriods')
    .select(['freezeStart', 'freezeEnd', 'timeZone as cronTimezone'])
    .where('id', '=', id)
    .where('namespaceId', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row
}

/** @throws NotFound */
export async function deleteFreezePeriod(ctx: Context, projectId: number, id: number): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('freezePeriods')
    .where('id', '=', id)
    .where('namespaceId', '=', projectId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Freeze Period')
  await announce(ctx, projectId)
}

const announce = (ctx: Context, projectId: number): Promise<void> =>
  ctx.events.record(
    'freeze_periods.changed',
    { projectId },
    { namespaceId: projectId, topics: [environmentsTopic(projectId)] },
  )

function check(given: { readonly freezeStart: string | undefined; readonly freezeEnd: string | undefined }): void {
  const wrong = Object.entries(given).filter(([, pattern]) => pattern !== undefined && !occurs(pattern))
  if (wrong.length > 0) throw new Invalid(Object.fromEntries(wrong.map(([name]) => [name, [messages.noCron]])))
}

/** A freeze period that a project is in, and the time at which it ends there. */
export interface CurrentFreeze {
  /** `2026-12-28 07:00`, by the clock of the time zone; empty where it never ends. */
  readonly until: string
  readonly timeZone: string
}

export async function currentFreeze(ctx: Context, projectId: number): Promise<CurrentFreeze | null> {
  const { rows } = await sql<Freeze>`select freeze_start, freeze_end, time_zone from freeze_periods
    where namespace_id = ${projectId} order by id`.execute(ctx.db)
  const at = new Date(ctx.now)
  for (const period of rows) {
    const until = frozenUntil(period, at)
    if (until !== null) return { until, timeZone: period.timeZone }
  }
  return null
}

export const isFrozen = async (ctx: Context, projectId: number): Promise<boolean> =>
  (await currentFreeze(ctx, projectId)) !== null
