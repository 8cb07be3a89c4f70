import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { createPolicy } from '#server/plan/escalations/change.ts'
import { rotationById, scheduleByIid } from '#server/plan/on-call/find.ts'
import { createOverride } from '#server/plan/on-call/overrides.ts'
import { createRotation } from '#server/plan/on-call/rotations.ts'
import { createSchedule } from '#server/plan/on-call/schedules.ts'

const dayMs = 86_400_000
const dayFromNow = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** People who are on call, with an override in the coming days, and a policy that pages them. */
export function makeOnCall(outer: Context, projectPath: string): Promise<void> {
  return transact(outer, async ctx => {
    const project = await load(ctx, 'project:admin-escalations', projectByPath, { namespace: projectPath })
    await createSchedule(ctx, project, {
      name: 'Loom firmware',
      description: 'Selectors, panels and their sensors',
      timezone: 'Europe/Berlin',
    })
    const schedule = await load(ctx, 'project:admin-escalations', scheduleByIid, { projectPath, iid: 1 })
    // Turns begin on a Monday.
    const startsAt = { date: dayFromNow(-21 - ((new Date().getUTCDay() + 6) % 7)), time: '09:00' }
    const primary = await createRotation(ctx, schedule, {
      ...{ name: 'Primary', startsAt, rotationLength: { length: 1, unit: 'WEEKS' } },
      participants: [{ username: 'dan' }, { username: 'mina' }, { username: 'olga' }],
    })
    await createRotation(ctx, schedule, {
      ...{ name: 'Hall floor', startsAt: { ...startsAt, time: '08:00' }, rotationLength: { length: 1, unit: 'DAYS' } },
      activePeriod: { startTime: '08:00', endTime: '18:00' },
      weekdays: [1, 2, 3, 4, 5],
      participants: [{ username: 'rita' }, { username: 'dan' }],
    })
    await createOverride(ctx, await load(ctx, 'project:override-on-call', rotationById, primary), {
      username: 'rita',
      startsAt: { date: dayFromNow(2), time: '12:00' },
      endsAt: { date: dayFromNow(3), time: '18:00' },
    })
    await createPolicy(ctx, project, {
      name: 'Looms stand still',
      description: 'Anything that stops a loom in the halls',
      rules: [
        { oncallScheduleIid: '1', elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' },
        { username: 'olga', elapsedTimeSeconds: 900, status: 'ACKNOWLEDGED' },
      ],
      repeatCount: 1,
      reminderMinutes: 30,
    })
  })
}
