import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { GeoNode } from '#contract/foundation/geo/geo-nodes.ts'
import type { geoNodePage } from '#contract/foundation/geo/geo-pages.ts'
import type { InputOf } from '#contract/operation.ts'
import { maxPerPage } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { databaseStateOf } from './health.ts'
import { factsOf, type ItemCounts, type NodeState, nodeStates, problemsOfState } from './node-status.ts'
import { nodeFields } from './nodes.ts'
import { listCopies } from './registry.ts'

type PlainNode = Omit<Static<typeof GeoNode>, '_links'> & {
  readonly hasKey: boolean
  readonly namespaces: { readonly id: number; readonly fullPath: string }[]
}

/** All nodes with their health. */
export async function showGeoPage(ctx: Context) {
  return { nodes: await shownNodes(ctx, null), siteUrl: ctx.services.settings.externalUrl }
}

/** A node with a page of its copies. @throws NotFound  no such replica */
export async function showGeoNodePage(ctx: Context, { id, type, ...input }: InputOf<typeof geoNodePage>) {
  const [node] = await shownNodes(ctx, id)
  if (node === undefined || node.primary) throw new NotFound('Geo node')
  const copies = await listCopies(ctx, { ...input, geoNodeId: id, replicable: type ?? 'project_repositories' })
  return { node, copies: copies.items, hasNext: copies.hasNext }
}

/** @param id  null for all */
async function shownNodes(ctx: Context, id: number | null) {
  const { _links: _, ...columnFields } = nodeFields(ctx.services.settings)
  const fields = { ...columnFields, has_key: sql<boolean>`n.key_hash is not null` }
  const columns = Object.entries(fields).map(([name, value]) => sql`${value} as ${sql.raw(`"${name}"`)}`)
  const { rows } = await sql<PlainNode>`
    select ${sql.join(columns)}, coalesce((select json_agg(json_build_object('id', s.id, 'fullPath', s.full_path) order by s.full_path)
        from geo_node_namespaces g join namespaces s on s.id = g.namespace_id where g.node_id = n.id), '[]') as namespaces
    from geo_nodes n where ${id === null ? sql`true` : sql`n.id = ${id}`} order by n.is_primary desc, n.name limit ${maxPerPage}`.execute(
    ctx.db,
  )
  const states = await nodeStates(ctx, sql`where n.id = any (${rows.map(row => row.id)}::bigint[])`)
  const stateOf = new Map(states.map(state => [state.id, state]))
  return rows.flatMap(row => {
    const state = stateOf.get(row.id)
    return state === undefined ? [] : [{ ...row, ...shownState(state) }]
  })
}

function shownState(state: NodeState) {
  const { isPrimary } = state
  return {
    problems: [...problemsOfState(state)],
    database: databaseStateOf(factsOf(state)),
    lagSeconds: isPrimary ? null : state.lagSeconds,
    lagBytes: isPrimary ? null : state.replayLagBytes,
    reportedAt: state.reportedAt,
    version: state.version === null ? null : `${state.version} (${state.revision})`,
    repositories: shownCounts(state.projects),
    uploads: shownCounts(state.uploads),
  }
}

const shownCounts = ({ items, synced, failed, verified, verificationFailed }: ItemCounts) => ({
  ...{ items, synced, failed, verified, verificationFailed },
})
