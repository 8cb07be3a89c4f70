import { sql } from 'kysely'
import type { DeploymentStatus, ReportedStatus } from '#contract/deploy/environments/environment-words.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import { lookUpRef, repositoryOf } from '#server/code/repository/open.ts'
import { type Context, transact, userIdOf } from '#server/context.ts'
import { Forbidden, Invalid, Malformed, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { isFrozen } from '../freeze-periods/periods.ts'
import { deployRights } from '../protected-environments/rules.ts'
import { environmentNamed } from './create.ts'
import './events.ts'
import type { DeploymentRow } from './find.ts'
import { messages } from './messages.ts'

type Deployable = Allowed<'project:create-deployment', ProjectRow>

interface DeploymentReport {
  readonly environment: string
  readonly sha: string
  readonly ref: string
  readonly isTag: boolean
  readonly status: ReportedStatus
  readonly targetUrl?: string | null
}

/**
 * Report a deployment by names of a commit and of a branch or tag.
 *
 * @returns the id
 * @throws Invalid  no such commit, branch or tag · @throws Forbidden  the environment is protected from the actor
 */
export async function reportDeployment(ctx: Context, project: Deployable, report: DeploymentReport): Promise<number> {
  const dir = await repositoryOf(ctx, project)
  const [commit, ref] =
    dir === null
      ? [null, null]
      : await Promise.all([lookUpRef(dir, project, report.sha), lookUpRef(dir, project, report.ref)])
  if (commit === null) throw new Invalid({ sha: [messages.noCommit] })
  if (ref === null) throw new Invalid({ ref: [messages.noRef] })
  return transact(ctx, inner => addDeployment(inner, project, { ...report, sha: commit.commitId, ref: ref.name }))
}

/** Add a deployment of a commit that is there. @returns the id · @throws Forbidden */
export async function addDeployment(ctx: Context, project: Deployable, report: DeploymentReport): Promise<number> {
  const { environment, sha, ref, isTag, targetUrl = null } = report
  const rights = await deployRights(ctx, project, environment)
  if (!rights.mayDeploy) throw new Forbidden(messages.mayNotDeploy(environment))
  const environmentId = await environmentNamed(ctx, project, environment)
  const waits = rights.rules.length > 0 && !isOver(report.status, 'success')
  const status: DeploymentStatus = waits ? 'blocked' : report.status
  const inFreeze = await isFrozen(ctx, project.id)
  const { rows } = await sql<{ id: number }>`
    with counter as (insert into iid_counters as c (namespace_id, series, value) values (${project.id}, 'deployment', 1)
      on conflict (namespace_id, series) do update set value = c.value + 1 returning value)
    insert into deployments (namespace_id, environment_id, iid, ref, is_tag, sha, status, user_id, target_url, in_freeze, finished_at, created_at, updated_at)
    select ${project.id}, ${environmentId}, value, ${ref}, ${isTag}::boolean, ${sha}, ${status}, ${userIdOf(ctx)}::bigint, ${targetUrl},
      ${inFreeze}::boolean, ${isOver(status) ? ctx.now : null}::timestamptz, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from counter returning id`.execute(ctx.db)
  const id = rows[0]?.id ?? 0
  await announce(ctx, project.id, { deploymentId: id, before: null, status })
  return id
}

/**
 * Report the status of a deployment. One that waits for approvals can only be given up.
 *
 * @throws Malformed  it waits for approvals · @throws Forbidden  the environment is protected from the actor
 */
export async function changeDeploymentStatus(
  ctx: Context,
  deployment: Pick<DeploymentRow, 'id' | 'namespaceId' | 'environment'> & { readonly facts: NamespaceFacts },
  status: ReportedStatus,
  targetUrl: string | null = null,
): Promise<void> {
  const { mayDeploy } = await deployRights(
    ctx,
    { id: deployment.namespaceId, facts: deployment.facts },
    deployment.environment,
  )
  if (!mayDeploy) throw new Forbidden(messages.mayNotDeploy(deployment.environment))
  const { status: before } = await lockDeployment(ctx, deployment.id)
  if (before === 'blocked' && !isOver(status, 'success')) throw new Malformed(messages.waits)
  if (before === status) return
  await setDeploymentStatus(ctx, deployment, { before, status, targetUrl })
}

/** Whether a status is final. @param except  one that does not count */
const isOver = (status: DeploymentStatus, except?: DeploymentStatus): boolean =>
  status !== except && status !== 'created' && status !== 'running' && status !== 'blocked'

/** @throws NotFound  it was deleted meanwhile */
export async function lockDeployment(ctx: Context, id: number): Promise<{ readonly status: DeploymentStatus }> {
  const { rows } = await sql<{
    status: DeploymentStatus
  }>`select status from deployments where id = ${id} for no key update`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Deployment')
  return rows[0]
}

/** Change the status of a deployment that is locked. */
export async function setDeploymentStatus(
  ctx: Context,
  { id, namespaceId }: Pick<DeploymentRow, 'id' | 'namespaceId'>,
  {
    before,
    status,
    targetUrl = null,
  }: { readonly before: DeploymentStatus; readonly status: DeploymentStatus; readonly targetUrl?: string | null },
): Promise<void> {
  await sql`update deployments set status = ${status}, updated_at = ${ctx.now}::timestamptz,
    finished_at = ${isOver(status) ? ctx.now : null}::timestamptz, target_url = coalesce(${targetUrl}, target_url)
    where id = ${id}`.execute(ctx.db)
  await announce(ctx, namespaceId, { deploymentId: id, before, status })
}

const announce = (
  ctx: Context,
  projectId: number,
  payload: {
    readonly deploymentId: number
    readonly before: DeploymentStatus | null
    readonly status: DeploymentStatus
  },
): Promise<void> =>
  ctx.events.record('deployment.changed', payload, { namespaceId: projectId, topics: [environmentsTopic(projectId)] })

/** @throws Malformed  it runs, or its environment has it now */
export async function deleteDeployment(ctx: Context, deployment: DeploymentRow): Promise<void> {
  const { id, namespaceId } = deployment
  const { status } = await lockDeployment(ctx, id)
  if (status === 'running') throw new Malformed(messages.isRunning)
  const { rows } = await sql<{
    id: number
  }>`select d.id from deployments d where d.environment_id = ${deployment.environmentId} and d.status = 'success'
    order by d.finished_at desc, d.id desc limit 1`.execute(ctx.db)
  if (rows[0]?.id === id) throw new Malformed(messages.isCurrent)
  await ctx.db.deleteFrom('deployments').where('id', '=', id).execute()
  await ctx.events.record(
    'deployment.deleted',
    { deploymentId: id },
    { namespaceId, topics: [environmentsTopic(namespaceId)] },
  )
}
