import { sql } from 'kysely'
import type { ReportedStatus } from '#contract/deploy/environments/environment-words.ts'
import { environmentNamePattern } from '#contract/deploy/environments/environment-words.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'
import { later, on } from '#server/slice.ts'
import { compareDeployment } from './compare.ts'
import { addDeployment, changeDeploymentStatus } from './deploy.ts'
import './events.ts'

export const environmentFollowers = [
  on(
    'commit_status.reported',
    (ctx, { payload }) => deployByStatus(ctx, payload),
    ({ name }) => environmentOfStatus(name) !== null,
  ),
  later(
    'deployment.changed',
    async (ctx, { payload }) => {
      if (payload.status === 'success') await compareDeployment(ctx, payload.deploymentId)
    },
    { takesLong: true },
  ),
]

/** The environment that a commit status reports on: those named `deploy:production` or `deploy/production` do. */
export function environmentOfStatus(name: string): string | null {
  const environment = /^deploy[:/](.+)$/.exec(name)?.[1]?.trim() ?? ''
  return environmentNamePattern.test(environment) && !environment.startsWith('/') && !environment.endsWith('/')
    ? environment
    : null
}

/**
 * Create or change the deployment of a commit by a commit status, for CI that can report nothing else. While the deployment waits for
 * approvals, statuses that would let it go on change nothing.
 *
 * @throws Forbidden  the environment is protected from the actor
 */
async function deployByStatus(
  ctx: Context,
  { projectId, name, sha, ref, isTag, state, targetUrl }: EventPayloads['commit_status.reported'],
): Promise<void> {
  const environment = environmentOfStatus(name)
  const project = await loadIfAllowed(ctx, 'project:create-deployment', projectByRef, { id: projectId })
  if (environment === null || project === null) return
  const status: ReportedStatus = state === 'pending' ? 'created' : state
  const { rows } = await sql<{ id: number; status: string }>`select d.id, d.status
    from deployments d join environments e on e.id = d.environment_id
    where d.namespace_id = ${projectId} and d.sha = ${sha} and e.name = ${environment} order by d.id desc limit 1`.execute(
    ctx.db,
  )
  const [last] = rows
  const isOpen = last?.status === 'created' || last?.status === 'running' || last?.status === 'blocked'
  if (last === undefined || (!isOpen && last.status !== status)) {
    await addDeployment(ctx, project, { environment, sha, ref, isTag, status, targetUrl })
    return
  }
  if (last.status === 'blocked' && (status === 'created' || status === 'running' || status === 'success')) return
  const deployment = { id: last.id, namespaceId: projectId, environment, facts: project.facts }
  await changeDeploymentStatus(ctx, deployment, status, targetUrl)
}
