import { sql } from 'kysely'
import type { DeploymentStatus } from '#contract/deploy/environments/environment-words.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import type { HookCall } from './calls.ts'
import { type HookSurroundings, userOf } from './surroundings.ts'

interface ToldDeployment {
  readonly ref: string
  readonly sha: string
  readonly targetUrl: string | null
  readonly status: DeploymentStatus
  readonly name: string
  readonly slug: string
  readonly tier: string
  readonly externalUrl: string | null
}

/**
 * A deployment whose status changed.
 *
 * @param change  the status at that time, and the time; the present ones if absent
 * @source GitLab's docs, deployment events
 */
export async function deploymentCall(
  ctx: Context,
  place: HookSurroundings,
  deploymentId: number,
  change?: { readonly status: DeploymentStatus; readonly at: string },
): Promise<HookCall | null> {
  const { rows } =
    await sql<ToldDeployment>`select d.ref, d.sha, d.target_url, d.status, e.name, e.slug, e.tier, e.external_url
    from deployments d join environments e on e.id = d.environment_id where d.id = ${deploymentId}`.execute(ctx.db)
  const [told] = rows
  if (told === undefined) return null
  const dir = await repositoryOf(ctx, { id: place.projectId })
  const [commit] = dir === null ? [] : await readCommits(dir, [told.sha])
  const user = await userOf(ctx)
  return {
    trigger: 'deployment_events',
    header: 'Deployment Hook',
    payload: {
      object_kind: 'deployment',
      status: change?.status ?? told.status,
      status_changed_at: change?.at ?? ctx.now,
      deployment_id: deploymentId,
      deployable_id: null,
      deployable_url: told.targetUrl,
      environment: told.name,
      environment_tier: told.tier,
      environment_slug: told.slug,
      environment_external_url: told.externalUrl,
      project: place.project,
      ref: told.ref,
      short_sha: told.sha.slice(0, 8),
      user,
      user_url: `${ctx.services.settings.externalUrl}/${String(user.username)}`,
      commit_url: `${place.webUrl}/-/commit/${told.sha}`,
      commit_title: commit?.title ?? null,
    },
  }
}

/** The latest deployment of a project, for a test request; null without one. */
export async function deploymentSample(ctx: Context, place: HookSurroundings): Promise<HookCall | null> {
  const { rows } = await sql<{ id: number }>`select id from deployments where namespace_id = ${place.projectId}
    order by id desc limit 1`.execute(ctx.db)
  return rows[0] === undefined ? null : deploymentCall(ctx, place, rows[0].id)
}
