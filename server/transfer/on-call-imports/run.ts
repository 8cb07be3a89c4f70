import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { createPolicy } from '#server/plan/escalations/change.ts'
import { scheduleByIid } from '#server/plan/on-call/find.ts'
import { createRotation } from '#server/plan/on-call/rotations.ts'
import { createSchedule } from '#server/plan/on-call/schedules.ts'
import { clockTime } from '#server/plan/on-call/wall-time.ts'
import { type ImportFiles, type ImportPlan, type PlannedPolicy, type PlannedRotation, planImport } from './plan.ts'

type Managed = Allowed<'project:admin-escalations', ProjectRow>

interface ImportRequest extends ImportFiles {
  /** That of the preview. */
  readonly fingerprint?: string | undefined
}

/** Import schedules and policies, all of them or none. @throws Invalid @throws Conflict  they would become something else than was shown */
export async function runImport(
  ctx: Context,
  project: Managed,
  { fingerprint, ...files }: ImportRequest,
): Promise<ImportPlan['shown']> {
  // Schedules and policies of the project are created one at a time: the plan stays what it is.
  await sql`select 1 from namespaces where id = ${project.id} for no key update`.execute(ctx.db)
  const plan = await planImport(ctx, project.id, files)
  if (fingerprint !== undefined && fingerprint !== plan.shown.fingerprint)
    throw new Conflict('The project has changed since the preview. Look at the new preview, and import again')
  for (const { name, description, timeZone, rotations } of plan.schedules) {
    const id = await createSchedule(ctx, project, { name, description, timezone: timeZone })
    const { iid } = await ctx.db
      .selectFrom('oncallSchedules')
      .select('iid')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const schedule = await load(ctx, 'project:admin-escalations', scheduleByIid, { projectPath: project.fullPath, iid })
    for (const rotation of rotations) await createRotation(ctx, schedule, givenFor(rotation))
  }
  const iids = await scheduleIids(ctx, project.id)
  for (const policy of plan.policies) await createPolicy(ctx, project, policyGiven(policy, iids))
  return plan.shown
}

const wallTime = (text: string) => {
  const [date = '', time = ''] = text.split('T')
  return { date, time }
}

const givenFor = ({ name, length, unit, startsAt, endsAt, active, weekdays, usernames }: PlannedRotation) => ({
  ...{ name, weekdays },
  startsAt: wallTime(startsAt),
  endsAt: endsAt === null ? null : wallTime(endsAt),
  rotationLength: { length, unit },
  activePeriod: active && { startTime: clockTime(active.from), endTime: clockTime(active.to) },
  participants: usernames.map(username => ({ username })),
})

/** The numbers of the schedules of a project, by their names in lower case. */
async function scheduleIids(ctx: Context, projectId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('oncallSchedules')
    .select(['iid', sql<string>`lower(name)`.as('key')])
    .where('namespaceId', '=', projectId)
    .execute()
  return new Map(rows.map(({ key, iid }) => [key, iid]))
}

const policyGiven = (
  { name, description, rules, repeatCount, repeatMinutes }: PlannedPolicy,
  iids: ReadonlyMap<string, number>,
) => ({
  ...{ name, description, repeatCount, repeatMinutes },
  rules: rules.map(({ minutes, status, target, isSchedule }) => ({
    ...(isSchedule ? { oncallScheduleIid: String(iids.get(target.toLowerCase()) ?? '') } : { username: target }),
    ...{ elapsedTimeSeconds: minutes * 60, status },
  })),
})
