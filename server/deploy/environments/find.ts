import { sql } from 'kysely'
import type { DeploymentStatus, EnvironmentState } from '#contract/deploy/environments/environment-words.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { findProject, type ProjectRow } from '#server/foundation/namespaces/find-project.ts'

export interface EnvironmentRow {
  readonly id: number
  readonly name: string
  readonly state: EnvironmentState
  readonly project: ProjectRow
}

/** An environment of a project; 404 where its project has none of that id. */
export const environmentOf = finder(
  'project',
  'Environment',
  async (ctx: Context, { id, environmentId }: { readonly id: number | string; readonly environmentId: number }) =>
    findEnvironment(ctx, id, environmentId),
)

/** The same by the address of its page. */
export const environmentOfAddress = finder(
  'project',
  null,
  async (ctx: Context, { namespace, environmentId }: { readonly namespace: string; readonly environmentId: number }) =>
    findEnvironment(ctx, namespace, environmentId),
)

async function findEnvironment(ctx: Context, ref: number | string, environmentId: number) {
  const found = await findProject(ctx, ref)
  if (found === null) return null
  const { rows } = await sql<Omit<EnvironmentRow, 'project'>>`select id, name, state from environments
    where id = ${environmentId} and namespace_id = ${found.row.id}`.execute(ctx.db)
  return rows[0] === undefined ? null : { row: { ...rows[0], project: found.row }, facts: found.facts }
}

export interface DeploymentRow {
  readonly id: number
  readonly namespaceId: number
  readonly status: DeploymentStatus
  readonly sha: string
  readonly userId: number | null
  readonly environmentId: number
  readonly environment: string
  readonly project: ProjectRow
}

const deploymentColumns = sql`d.id, d.namespace_id, d.status, d.sha, d.user_id, d.environment_id, e.name as environment`

/** A deployment of a project; 404 where its project has none of that id. */
export const deploymentOf = finder(
  'project',
  'Deployment',
  async (ctx: Context, { id, deploymentId }: { readonly id: number | string; readonly deploymentId: number }) => {
    const found = await findProject(ctx, id)
    if (found === null) return null
    const { rows } = await sql<Omit<DeploymentRow, 'project'>>`select ${deploymentColumns}
      from deployments d join environments e on e.id = d.environment_id
      where d.id = ${deploymentId} and d.namespace_id = ${found.row.id}`.execute(ctx.db)
    return rows[0] === undefined ? null : { row: { ...rows[0], project: found.row }, facts: found.facts }
  },
)

/** The project of a deployment, for callers that know the id of the deployment alone. */
export const projectOfDeployment = finder(
  'project',
  'Deployment',
  async (ctx: Context, { deploymentId }: { readonly deploymentId: number }) => {
    const { rows } = await sql<{
      id: number
      facts: NamespaceFacts
    }>`select n.id, ${projectFacts(ctx.actor, 'n')} as facts
      from deployments d join namespaces n on n.id = d.namespace_id where d.id = ${deploymentId}`.execute(ctx.db)
    const [row] = rows
    return row === undefined ? null : { row: { id: row.id }, facts: row.facts }
  },
)
