import { sql } from 'kysely'
import { projectsWith } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'

interface ProjectOfNetwork {
  readonly id: number
  readonly name: string
  readonly fullPath: string
}

/** Projects of a network that a search finds at most. */
const maxProjects = 20

/**
 * The projects of the fork network of a project, which is the first of them, before its upstream.
 *
 * @param series  the parts of them that the actor can read: code (`commit`), or merge requests
 */
export async function projectsOfNetwork(
  ctx: Context,
  project: { readonly id: number },
  series: 'commit' | 'merge_request',
  search?: string,
): Promise<readonly ProjectOfNetwork[]> {
  const { rows } = await sql<ProjectOfNetwork>`
    with own as (select id, forked_from_id, coalesce(fork_network_id, id) as network_id from projects where id = ${project.id}),
      places as (${projectsWith(
        series,
        ctx.actor,
        sql`coalesce(p.fork_network_id, p.id) = (select network_id from own)
        and (p.fork_network_id = (select network_id from own) or p.id = (select network_id from own)) and not n.inactive`,
      )})
    select n.id, n.name, n.full_path from places join namespaces n on n.id = places.id cross join own
    where ${namedLike(search)}
    order by n.id <> own.id, n.id is distinct from own.forked_from_id, lower(n.full_path), n.id limit ${maxProjects}`.execute(
    ctx.db,
  )
  return rows
}

/** Whether a network has more than one project, readable or not. */
export const isShared = (projectId: number) => sql<boolean>`exists (select 1 from projects o
  where o.fork_network_id = (select fork_network_id from projects where id = ${projectId}) and o.id <> ${projectId})`
