import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'
import { object } from '#server/platform/sql/shape.ts'
import type { HookCall } from './calls.ts'
import { surroundingsOf } from './surroundings.ts'

type MilestoneAction = 'create' | 'close' | 'reopen' | 'delete'

const states = { create: 'active', close: 'closed', reopen: 'active' } as const

/** The changes of milestones that webhooks receive: changes of a title or date are not among them. */
export const milestoneActions = {
  'milestone.created': 'create',
  'milestone.closed': 'close',
  'milestone.activated': 'reopen',
  'milestone.deleted': 'delete',
} as const

type Milestone = Pick<EventPayloads['milestone.deleted'], 'milestoneId' | 'was'>

/**
 * A milestone of a project or of a group.
 *
 * @param namespaceId  the project or group
 * @source GitLab's docs, milestone events
 */
export async function milestoneCall(
  ctx: Context,
  namespaceId: number,
  { milestoneId, was }: Milestone,
  action: MilestoneAction,
): Promise<HookCall | null> {
  const [place, told] = await Promise.all([
    placeOf(ctx, namespaceId),
    was === undefined ? toldMilestone(ctx, milestoneId) : { ...was, id: milestoneId },
  ])
  if (place === null || told === null) return null
  return {
    trigger: 'milestone_events',
    header: 'Milestone Hook',
    payload: {
      object_kind: 'milestone',
      event_type: 'milestone',
      ...('project' in place ? { project: place.project } : { group: place }),
      object_attributes: {
        ...told,
        ...(action === 'delete' ? {} : { state: states[action] }),
        group_id: 'project' in place ? null : place.group_id,
        project_id: 'project' in place ? namespaceId : null,
        action,
      },
      action,
    },
  }
}

async function toldMilestone(ctx: Context, id: number) {
  const { rows } = await sql<{ told: Readonly<Record<string, unknown>> }>`
    select ${object({
      id: sql`id`,
      iid: sql`iid`,
      title: sql`title`,
      description: sql`description`,
      state: sql`state`,
      created_at: sql`iso(created_at)`,
      updated_at: sql`iso(updated_at)`,
      due_date: sql`due_date`,
      start_date: sql`start_date`,
    })} as told
    from milestones where id = ${id}`.execute(ctx.db)
  return rows[0]?.told ?? null
}

async function placeOf(ctx: Context, namespaceId: number) {
  const project = await surroundingsOf(ctx, namespaceId)
  if (project !== null) return { project: project.project }
  const { rows } = await sql<{ name: string; path: string; fullPath: string }>`
    select name, path, full_path from namespaces where id = ${namespaceId} and kind = 'group'`.execute(ctx.db)
  const [group] = rows
  if (group === undefined) return null
  return { group_name: group.name, group_path: group.path, group_id: namespaceId, full_path: group.fullPath }
}

/** The latest milestone of a project as if it had just been created, for a test request; null without one. */
export async function milestoneSample(ctx: Context, projectId: number): Promise<HookCall | null> {
  const row = await ctx.db
    .selectFrom('milestones')
    .select('id')
    .where('namespaceId', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : milestoneCall(ctx, projectId, { milestoneId: row.id }, 'create')
}
