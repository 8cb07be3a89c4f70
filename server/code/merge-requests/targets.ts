import { sql } from 'kysely'
import { visibilities } from '#contract/shapes.ts'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'

export type Target = Allowed<'project:create-merge-request', ProjectRow>

/**
 * The target project of a project's merge requests unless another one is named: upstream, for a fork. A fork that fewer
 * people can see than its upstream, or whose settings say so, is its own target.
 *
 * @returns null where the actor may open no merge request in that project
 */
export async function usualTarget(ctx: Context, source: ProjectRow): Promise<Target | null> {
  const { rows } = await sql<{ upstreamId: number | null }>`
    select case when not mr_default_target_self then forked_from_id end as upstream_id from projects where id = ${source.id}`.execute(
    ctx.db,
  )
  const upstreamId = rows[0]?.upstreamId ?? null
  const upstream = upstreamId === null ? null : await targetById(ctx, upstreamId)
  const isNarrower =
    upstream !== null && visibilities.indexOf(source.visibility) < visibilities.indexOf(upstream.visibility)
  return upstream === null || isNarrower ? targetById(ctx, source.id) : upstream
}

/** @returns null for a project that no longer exists, or in which the actor may open no merge request */
export const targetById = (ctx: Context, id: number): Promise<Target | null> =>
  loadIfAllowed(ctx, 'project:create-merge-request', projectByRef, { id })
