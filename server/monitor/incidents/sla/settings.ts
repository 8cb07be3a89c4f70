import { sql } from 'kysely'
import type { Static } from 'typebox'
import { projectTopic } from '#contract/live-topics.ts'
import type { IncidentSettings } from '#contract/monitor/incidents/incident-settings.ts'
import { slaLimits, slaSeverities } from '#contract/monitor/incidents/sla-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import type { Current } from '#server/slice.ts'

type SlaSettings = Static<typeof IncidentSettings>
type AdminedProject = Allowed<'project:admin-incidents', ProjectRow>

const off: SlaSettings = {
  ...{ hasSla: false, criticalMinutes: null, highMinutes: null },
  ...{ mediumMinutes: null, lowMinutes: null, unknownMinutes: null },
}

export const showSettings = async (ctx: Context, project: AdminedProject) => ({
  namespace: await showHeader(ctx, project),
  settings: await readSettings(ctx, project.id),
})

async function readSettings(ctx: Context, projectId: number): Promise<SlaSettings> {
  const { rows } = await sql<SlaSettings>`
    select has_sla, critical_minutes, high_minutes, medium_minutes, low_minutes, unknown_minutes
    from incident_settings where project_id = ${projectId}`.execute(ctx.db)
  return rows[0] ?? off
}

/** The settings of a project, locked until the transaction ends. */
export async function lockedSettings(ctx: Context, project: AdminedProject): Promise<Current> {
  await sql`insert into incident_settings (project_id) values (${project.id}) on conflict do nothing`.execute(ctx.db)
  await sql`select 1 from incident_settings where project_id = ${project.id} for no key update`.execute(ctx.db)
  return { ...(await readSettings(ctx, project.id)) }
}

/**
 * Change the settings of incidents; those that are left out stay. Incidents that are there keep their moments.
 *
 * @throws Invalid  a limit is not in steps of 15 minutes, or is too long
 */
export async function updateSettings(
  ctx: Context,
  project: AdminedProject,
  given: Partial<SlaSettings>,
): Promise<SlaSettings> {
  const before = await lockedSettings(ctx, project)
  const next: SlaSettings = { ...off, ...before, ...given }
  const problems = Object.fromEntries(
    slaSeverities.flatMap(severity => {
      const minutes = next[`${severity}Minutes`]
      return minutes === null || isLimit(minutes) ? [] : [[`${severity}Minutes`, [outOfSteps]]]
    }),
  )
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  await sql`
    update incident_settings set has_sla = ${next.hasSla}, critical_minutes = ${next.criticalMinutes}, high_minutes = ${next.highMinutes},
      medium_minutes = ${next.mediumMinutes}, low_minutes = ${next.lowMinutes}, unknown_minutes = ${next.unknownMinutes}
    where project_id = ${project.id}`.execute(ctx.db)
  await ctx.events.record(
    'incident_settings.updated',
    { projectId: project.id },
    { namespaceId: project.id, topics: [projectTopic(project.id)] },
  )
  return next
}

const outOfSteps = `must be in steps of ${slaLimits.stepMinutes} minutes, and at most a year`

const isLimit = (minutes: number): boolean =>
  minutes >= slaLimits.stepMinutes && minutes <= slaLimits.mostMinutes && minutes % slaLimits.stepMinutes === 0
