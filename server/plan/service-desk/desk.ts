import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { ownServiceDeskAddress } from '#server/foundation/projects/service-desk-address.ts'

/** A service desk that is turned on. */
export interface ServiceDesk {
  readonly projectId: number
  readonly name: string
  readonly rootId: number
}

/**
 * The service desk that receives mail at an address: one of its own, in which a number or key names the project, or its custom one.
 *
 * @returns null for an address of another kind, or of a project without service desk
 */
export async function deskAt(ctx: Context, address: string): Promise<ServiceDesk | null> {
  const given = address.toLowerCase()
  const id = /^incoming\+(?:[a-z0-9-]*-)?(\d{1,15})-issue-@/.exec(given)?.[1]
  if (id !== undefined) return findDesk(ctx, sql`p.id = ${id}::bigint`)
  const key = /^contact\+(?:[a-z0-9-]*-)?([a-z0-9_]{1,50})@/.exec(given)?.[1]
  if (key !== undefined)
    return findDesk(
      ctx,
      sql`p.service_desk_key = ${key} and ${ownServiceDeskAddress(ctx.services.settings)} = ${given}`,
    )
  return findDesk(ctx, sql`lower(p.service_desk_custom_address) = ${given}`)
}

/** The service desk of a project, by a condition on `projects p` and its `namespaces n`. */
export async function findDesk(ctx: Context, condition: RawBuilder<unknown>): Promise<ServiceDesk | null> {
  const { rows } = await sql<ServiceDesk>`
    select n.id as project_id, n.name, n.ancestor_ids[1] as root_id from projects p join namespaces n on n.id = p.id
    where p.service_desk_enabled and not n.pending_deletion and n.marked_for_deletion_on is null and ${condition}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}
