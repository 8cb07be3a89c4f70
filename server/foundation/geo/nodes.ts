import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type GeoNode, selectiveSyncTypes } from '#contract/foundation/geo/geo-nodes.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { columnsOf, object, wordColumn } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Settings } from '#server/settings.ts'
import { type Paging, pageOfJson } from '#server/slice.ts'

const n = columnsOf('geoNodes', 'n')

/** The page of administrators about all nodes, and about the items of one. */
export const geoPath = '/admin/geo'

/** The GeoNode shape, over `geo_nodes n`. Replicas answer no calls, so the server that answers is the primary. */
export const nodeFields = ({ externalUrl }: Settings) => ({
  ...n.fields('id', 'name', 'url'),
  internal_url: sql<string>`coalesce(${n('internalUrl')}, ${n('url')})`,
  primary: n('isPrimary'),
  enabled: n('enabled'),
  current: n('isPrimary'),
  ...n.fields(
    'filesMaxCapacity',
    'reposMaxCapacity',
    'verificationMaxCapacity',
    'containerRepositoriesMaxCapacity',
    'selectiveSyncShards',
    'minimumReverificationInterval',
    'syncObjectStorage',
  ),
  selective_sync_type: wordColumn(selectiveSyncTypes, n('selectiveSyncType').$castTo<string>()),
  selective_sync_namespace_ids: sql<number[]>`array(select g.namespace_id from geo_node_namespaces g
    where g.node_id = n.id order by g.namespace_id)`,
  clone_protocol: sql<string>`'http'`,
  web_edit_url: sql<string>`${`${externalUrl}${geoPath}?edit=`}::text || n.id`,
  web_geo_replication_details_url: sql<string | null>`case when not n.is_primary
    then ${`${externalUrl}${geoPath}/`}::text || n.id end`,
  _links: object({
    self: sql<string>`${`${externalUrl}/api/v4/geo_nodes/`}::text || n.id`,
    status: sql<string>`${`${externalUrl}/api/v4/geo_nodes/`}::text || n.id || '/status'`,
    repair: sql<string>`${`${externalUrl}/api/v4/geo_nodes/`}::text || n.id || '/repair'`,
  }),
})

export const listNodes = (ctx: Context, input: Paging) =>
  pageOfJson<Static<typeof GeoNode>[]>(ctx, input, {
    item: object(nodeFields(ctx.services.settings)),
    matching: sql`geo_nodes n`,
    order: sql`n.id`,
  })

/** @throws NotFound  no such node */
export async function showNode(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${object(nodeFields(ctx.services.settings))}::text as json from geo_nodes n where n.id = ${id}`.execute(
    ctx.db,
  )
  if (rows[0] === undefined) throw new NotFound('Geo node')
  return new RawJson(rows[0].json)
}

/** The node, locked until the transaction ends. @throws NotFound */
export async function lockNode(ctx: Context, id: number) {
  const { rows } = await sql<{
    readonly name: string
    readonly url: string
    readonly internalUrl: string | null
    readonly primary: boolean
    readonly enabled: boolean
    readonly filesMaxCapacity: number
    readonly reposMaxCapacity: number
    readonly verificationMaxCapacity: number
    readonly containerRepositoriesMaxCapacity: number
    readonly syncObjectStorage: boolean
    readonly selectiveSyncType: string | null
    readonly selectiveSyncShards: readonly string[]
    readonly selectiveSyncNamespaceIds: readonly number[]
    readonly minimumReverificationInterval: number
  }>`select name, url, internal_url, is_primary as "primary", enabled, files_max_capacity, repos_max_capacity,
      verification_max_capacity, container_repositories_max_capacity, sync_object_storage, selective_sync_type,
      selective_sync_shards, minimum_reverification_interval,
      array(select g.namespace_id from geo_node_namespaces g where g.node_id = n.id order by g.namespace_id)
        as selective_sync_namespace_ids
    from geo_nodes n where n.id = ${id} for no key update of n`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Geo node')
  return rows[0]
}
