import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { type Allowed, finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'

/** A schedule or rotation that the actor may change. */
export type Managed<Row> = Allowed<'project:admin-escalations', Row>

export interface ScheduleRow {
  readonly id: number
  readonly iid: number
  readonly name: string
  readonly timeZone: string
  readonly namespaceId: number
}

interface InSchedule {
  readonly projectPath: string
  /** Its number in the project, as callers give it. */
  readonly iid: string | number
}

/** A schedule by its project and number. */
export const scheduleByIid = finder(
  'project',
  'On-call schedule',
  async (ctx: Context, { projectPath, iid }: InSchedule) => {
    const number = /^\d{1,15}$/.test(String(iid)) ? Number(iid) : null
    if (number === null) return null
    const { rows } = await sql<ScheduleRow & { readonly facts: NamespaceFacts }>`
    select s.id, s.iid, s.name, s.time_zone, s.namespace_id, ${projectFacts(ctx.actor, 'n')} as facts
    from namespaces n join oncall_schedules s on s.namespace_id = n.id
    where ${namespaceIs(projectPath)} and s.iid = ${number}::bigint`.execute(ctx.db)
    return split(rows[0])
  },
)

interface OfRotation extends ScheduleRow {
  readonly rotationId: number
}

/** A rotation with its schedule, by its id. */
export const rotationById = finder('project', 'On-call rotation', async (ctx: Context, id: number) => {
  const { rows } = await sql<OfRotation & { readonly facts: NamespaceFacts }>`
    select r.id as rotation_id, s.id, s.iid, s.name, s.time_zone, s.namespace_id, ${projectFacts(ctx.actor, 'n')} as facts
    from oncall_rotations r join oncall_schedules s on s.id = r.schedule_id join namespaces n on n.id = s.namespace_id
    where r.id = ${id}`.execute(ctx.db)
  return split(rows[0])
})

interface OfOverride extends OfRotation {
  readonly overrideId: number
}

/** An override with its rotation, by its id. */
export const overrideById = finder('project', 'Override', async (ctx: Context, id: number) => {
  const { rows } = await sql<OfOverride & { readonly facts: NamespaceFacts }>`
    select o.id as override_id, r.id as rotation_id, s.id, s.iid, s.name, s.time_zone, s.namespace_id, ${projectFacts(ctx.actor, 'n')} as facts
    from oncall_overrides o join oncall_rotations r on r.id = o.rotation_id join oncall_schedules s on s.id = r.schedule_id
      join namespaces n on n.id = s.namespace_id
    where o.id = ${id}`.execute(ctx.db)
  return split(rows[0])
})

function split<Row extends { readonly facts: NamespaceFacts }>(found: Row | undefined) {
  if (found === undefined) return null
  const { facts, ...row } = found
  return { row, facts }
}
