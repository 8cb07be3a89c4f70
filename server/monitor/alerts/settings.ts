import { sql } from 'kysely'
import { projectTopic } from '#contract/live-topics.ts'
import { defaultGroupingRules, type GroupingRule } from '#contract/monitor/alerts/grouping-rules.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { type IntegrationRow, integrationColumns } from './integrations/find.ts'
import { endpointPath } from './integrations/present.ts'

interface AlertSettings {
  readonly createsIncidents: boolean
  readonly closesIncidents: boolean
  readonly errorsCreateAlerts: boolean
  readonly escalationPolicyId: number | null
  readonly groupingRules: readonly GroupingRule[]
}

type AdminedProject = Allowed<'project:admin-alerts', ProjectRow>

/** The integrations and settings of the alerts of a project. */
export async function showSettingsPage(ctx: Context, project: AdminedProject) {
  const { rows } = await sql<IntegrationRow>`
    select ${integrationColumns} from alert_integrations a join namespaces n on n.id = a.namespace_id
    where a.namespace_id = ${project.id} order by a.id`.execute(ctx.db)
  const policies = await sql<{ id: number; name: string }>`
    select id, name from escalation_policies where namespace_id = ${project.id} order by lower(name)`.execute(ctx.db)
  return {
    namespace: await showHeader(ctx, project),
    integrations: rows.map(integration => ({
      id: integration.id,
      name: integration.name,
      type: integration.type,
      isActive: integration.isActive,
      url: `${ctx.services.settings.externalUrl}${endpointPath(integration)}`,
      mapping: integration.mapping,
      examplePayload: integration.examplePayload,
    })),
    settings: await readSettings(ctx, project.id),
    escalationPolicies: policies.rows,
  }
}

/** The alert settings of a project; those of a project that has not chosen any are the defaults. */
export async function readSettings(ctx: Context, projectId: number): Promise<AlertSettings> {
  const { rows } = await sql<AlertSettings>`
    select creates_incidents, closes_incidents, errors_create_alerts, escalation_policy_id, grouping_rules from alert_settings where id = ${projectId}`.execute(
    ctx.db,
  )
  return (
    rows[0] ?? {
      createsIncidents: false,
      closesIncidents: false,
      errorsCreateAlerts: false,
      escalationPolicyId: null,
      groupingRules: defaultGroupingRules,
    }
  )
}

/**
 * Change the alert settings of a project; settings that are left out stay. @throws Invalid  a policy of another project
 */
export async function updateSettings(
  ctx: Context,
  project: AdminedProject,
  given: { readonly [Name in keyof AlertSettings]?: AlertSettings[Name] | undefined },
): Promise<AlertSettings> {
  await sql`insert into alert_settings (id) values (${project.id}) on conflict do nothing`.execute(ctx.db)
  await sql`select 1 from alert_settings where id = ${project.id} for no key update`.execute(ctx.db)
  const before = await readSettings(ctx, project.id)
  const {
    createsIncidents = before.createsIncidents,
    closesIncidents = before.closesIncidents,
    errorsCreateAlerts = before.errorsCreateAlerts,
    escalationPolicyId = before.escalationPolicyId,
    groupingRules = before.groupingRules,
  } = given
  if (escalationPolicyId !== null) await refuseForeign(ctx, project.id, escalationPolicyId)
  await sql`update alert_settings set creates_incidents = ${createsIncidents}, closes_incidents = ${closesIncidents}, errors_create_alerts = ${errorsCreateAlerts},
    escalation_policy_id = ${escalationPolicyId}::bigint, grouping_rules = ${JSON.stringify(groupingRules)}::jsonb where id = ${project.id}`.execute(
    ctx.db,
  )
  await ctx.events.record(
    'alert_settings.updated',
    { projectId: project.id },
    { namespaceId: project.id, topics: [projectTopic(project.id)] },
  )
  return { createsIncidents, closesIncidents, errorsCreateAlerts, escalationPolicyId, groupingRules }
}

async function refuseForeign(ctx: Context, projectId: number, policyId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from escalation_policies where id = ${policyId} and namespace_id = ${projectId}`.execute(ctx.db)
  if (rows.length === 0) throw new Invalid({ escalationPolicyId: ['could not be found'] })
}
