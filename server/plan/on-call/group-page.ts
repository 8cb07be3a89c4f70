import { sql } from 'kysely'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { visibleEscalations } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { showDuty } from './page.ts'
import { readSchedules } from './read.ts'

interface ScheduleProject {
  readonly id: number
  readonly name: string
  readonly fullPath: string
}

/** Who is on call in the projects below a group whose schedules the actor can see, by the names of the projects. */
export async function showGroup(ctx: Context, groupId: number) {
  const { rows } = await sql<ScheduleProject & { readonly scheduleId: number }>`
    select s.id as schedule_id, n.id, n.full_name as name, n.full_path
    from namespaces n join projects p on p.id = n.id join oncall_schedules s on s.namespace_id = n.id
    where ${groupId}::bigint = any (n.ancestor_ids) and not n.inactive and ${visibleEscalations(ctx.actor, 'n', 'p')}
    order by lower(n.full_name), s.iid limit ${onCallLimits.groupSchedules + 1}`.execute(ctx.db)
  const listed = rows.slice(0, onCallLimits.groupSchedules)
  const read =
    listed.length === 0
      ? []
      : await readSchedules(ctx, sql`s.id = any (${listed.map(({ scheduleId }) => scheduleId)}::bigint[])`)
  const schedules = new Map(read.map(schedule => [schedule.id, schedule]))
  return {
    schedules: listed.flatMap(({ scheduleId, ...project }) => {
      const schedule = schedules.get(scheduleId)
      if (schedule === undefined) return []
      const { iid, name, timeZone, clock } = schedule
      const rotations = schedule.rotations.map(rotation => ({
        ...{ id: rotation.id, name: rotation.name },
        duty: showDuty(rotation, clock, Date.parse(ctx.now)),
      }))
      return [{ iid, name, timeZone, project, rotations }]
    }),
    hasMore: rows.length > listed.length,
  }
}
