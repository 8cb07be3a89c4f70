import { sql } from 'kysely'
import { visibilities } from '#contract/shapes.ts'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import { projectsWith } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'

export type Target = Allowed<'project:create-merge-request', ProjectRow>

/** A project that takes merge requests from another one of its fork network. */
interface TargetChoice {
  readonly id: number
  readonly name: string
  readonly fullPath: string
}

/** Projects of a network that a search finds at most. */
const maxTargets = 20

/**
 * The project that merge requests of a project go to unless another one is named: upstream, for a fork. A fork that fewer people
 * see than its upstream, or that is told to, keeps them to itself.
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

/** @returns null for a project that is gone, or in which the actor may open no merge request */
export const targetById = (ctx: Context, id: number): Promise<Target | null> =>
  loadIfAllowed(ctx, 'project:create-merge-request', projectByRef, { id })

/** The projects that merge requests of a project may go to: itself, upstream and the others of its network that the actor sees. */
export async function targetsOf(ctx: Context, source: ProjectRow, search?: string): Promise<readonly TargetChoice[]> {
  const { rows } = await sql<TargetChoice>`
    with own as (select id, forked_from_id, coalesce(fork_network_id, id) as network_id from projects where id = ${source.id}),
      places as (${projectsWith(
        'merge_request',
        ctx.actor,
        sql`coalesce(p.fork_network_id, p.id) = (select network_id from own)
        and (p.fork_network_id = (select network_id from own) or p.id = (select network_id from own)) and not n.inactive`,
      )})
    select n.id, n.name, n.full_path from places join namespaces n on n.id = places.id cross join own
    where ${namedLike(search)}
    order by n.id <> own.id, n.id is distinct from own.forked_from_id, lower(n.full_path), n.id limit ${maxTargets}`.execute(
    ctx.db,
  )
  return rows
}
