import { sql } from 'kysely'
import { checkInsTopic } from '#contract/live-topics.ts'
import { checkInLimits } from '#contract/monitor/alerts/check-in-limits.ts'
import type { createCheckIn, updateCheckIn } from '#contract/monitor/alerts/check-ins.ts'
import type { InputOf } from '#contract/operation.ts'
import { isTimeZone } from '#contract/reader.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems } from '#server/platform/text/problems.ts'
import type { Current } from '#server/slice.ts'
import { type AlertedCheckIn, alertedColumns, endMissing } from './alert.ts'
import { dueAfter, type Expectation, isCron } from './schedule.ts'

type CheckInProject = Allowed<'project:admin-alerts', ProjectRow>
type CheckInChanges = Omit<InputOf<typeof updateCheckIn>, 'id' | 'checkInId' | 'expected'>

const usual = {
  service: '',
  severity: 'CRITICAL',
  everyMinutes: 60,
  cron: null,
  timeZone: 'UTC',
  graceMinutes: 5,
} as const

/** @returns the id · @throws Invalid */
export async function addCheckIn(
  ctx: Context,
  project: CheckInProject,
  { name, isPaused = false, ...given }: Omit<InputOf<typeof createCheckIn>, 'id'>,
): Promise<number> {
  const { everyMinutes, cron, timeZone, graceMinutes } = checkedExpectation(usual, given)
  // They are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${project.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    insert into check_ins (namespace_id, name, service, severity, every_minutes, cron, time_zone, grace_minutes, is_paused, created_at, updated_at)
    select ${project.id}, ${checkedName(name)}, ${oneLine(given.service ?? usual.service).trim()}, ${given.severity ?? usual.severity},
      ${everyMinutes}::integer, ${cron}::text, ${timeZone}, ${graceMinutes}, ${isPaused}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    where (select count(*) from check_ins where namespace_id = ${project.id}) < ${checkInLimits.checkIns} returning id`.execute(
    ctx.db,
  )
  if (rows[0] === undefined)
    throw new Invalid({ base: [`A project can have up to ${checkInLimits.checkIns} check-ins`] })
  await announce(ctx, project.id, rows[0].id)
  return rows[0].id
}

interface LockedCheckIn extends AlertedCheckIn {
  readonly isPaused: boolean
}

async function lockedCheckIn(ctx: Context, projectId: number, id: number): Promise<LockedCheckIn | undefined> {
  const { rows } = await sql<LockedCheckIn>`
    select ${alertedColumns}, c.is_paused from check_ins c join namespaces n on n.id = c.namespace_id
    where c.id = ${id} and c.namespace_id = ${projectId} for no key update of c`.execute(ctx.db)
  return rows[0]
}

/** A check-in as it is, held until the transaction ends. */
export async function currentCheckIn(ctx: Context, projectId: number, id: number): Promise<Current> {
  const found = await lockedCheckIn(ctx, projectId, id)
  if (found === undefined) return undefined
  const { name, service, severity, everyMinutes, cron, timeZone, graceMinutes, isPaused } = found
  return { name, service, severity, everyMinutes, cron, timeZone, graceMinutes, isPaused }
}

/**
 * Change a check-in; what is left out stays. From then on, it is expected by its new schedule. While it is paused, none is missing.
 *
 * @throws NotFound · @throws Invalid
 */
export async function changeCheckIn(
  ctx: Context,
  project: CheckInProject,
  id: number,
  given: CheckInChanges,
): Promise<void> {
  const before = await lockedCheckIn(ctx, project.id, id)
  if (before === undefined) throw new NotFound('Check-in')
  const expectation = checkedExpectation(before, given)
  const { name = before.name, service = before.service, severity = before.severity, isPaused = before.isPaused } = given
  const isExpectedAnew =
    before.lastAt !== null &&
    (isPaused !== before.isPaused || expectedFields.some(field => expectation[field] !== before[field]))
  const waits = isPaused || before.lastAt === null || (before.missingSince !== null && !before.isPaused)
  const dueAt = waits ? null : isExpectedAnew ? dueAfter(expectation, ctx.now) : before.dueAt
  await sql`update check_ins set name = ${checkedName(name)}, service = ${oneLine(service).trim()}, severity = ${severity},
      every_minutes = ${expectation.everyMinutes}::integer, cron = ${expectation.cron}::text, time_zone = ${expectation.timeZone},
      grace_minutes = ${expectation.graceMinutes}, is_paused = ${isPaused}, due_at = ${dueAt}::timestamptz,
      missing_since = case when ${isPaused} then null else missing_since end, updated_at = ${ctx.now}::timestamptz
    where id = ${id}`.execute(ctx.db)
  if (isPaused && before.missingSince !== null) await endMissing(ctx, before)
  await announce(ctx, project.id, id)
}

const expectedFields = ['everyMinutes', 'cron', 'timeZone', 'graceMinutes'] as const

/** Replace the address of a check-in. The former one stops working at once. @throws NotFound */
export async function resetUrl(ctx: Context, project: CheckInProject, id: number): Promise<void> {
  const { numAffectedRows = 0n } =
    await sql`update check_ins set resets = resets + 1, updated_at = ${ctx.now}::timestamptz
    where id = ${id} and namespace_id = ${project.id}`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new NotFound('Check-in')
  await announce(ctx, project.id, id)
}

/** Delete a check-in. Its open alert is resolved, as nothing else would do so. @throws NotFound */
export async function deleteCheckIn(ctx: Context, project: CheckInProject, id: number): Promise<void> {
  const before = await lockedCheckIn(ctx, project.id, id)
  if (before === undefined) throw new NotFound('Check-in')
  await ctx.db.deleteFrom('checkIns').where('id', '=', id).execute()
  if (before.missingSince !== null) await endMissing(ctx, before)
  await announce(ctx, project.id, id)
}

const announce = (ctx: Context, projectId: number, checkInId: number): Promise<void> =>
  ctx.events.record('check_in.changed', { checkInId }, { namespaceId: projectId, topics: [checkInsTopic(projectId)] })

function checkedName(given: string): string {
  const name = oneLine(given).trim()
  const problems = lineProblems(name)
  if (problems.length > 0) throw new Invalid({ name: [...problems] })
  return name
}

/** An interval and a cron expression replace each other. @throws Invalid */
function checkedExpectation(before: Expectation, given: CheckInChanges): Expectation {
  const { timeZone = before.timeZone, graceMinutes = before.graceMinutes } = given
  if (given.everyMinutes != null && given.cron != null)
    throw new Invalid({ cron: ['cannot be combined with an interval'] })
  const everyMinutes =
    given.everyMinutes === undefined ? (given.cron == null ? before.everyMinutes : null) : given.everyMinutes
  const cron = given.cron === undefined ? (given.everyMinutes == null ? before.cron : null) : given.cron
  if ((everyMinutes === null) === (cron === null))
    throw new Invalid({ everyMinutes: ['or a cron expression is required'] })
  if (cron !== null && !isCron(cron))
    throw new Invalid({ cron: ['must be a cron expression with five fields, such as 0 3 * * *'] })
  if (!isTimeZone(timeZone)) throw new Invalid({ timeZone: ['must be the name of a time zone, such as Europe/Berlin'] })
  return { everyMinutes, cron: cron?.trim() ?? null, timeZone, graceMinutes }
}
