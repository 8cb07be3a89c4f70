import { sql } from 'kysely'
import { geoNameCharacters, type geoNodeOperations } from '#contract/foundation/geo/geo-nodes.ts'
import { geoTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { type FieldErrors, Invalid, Unprocessable } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems } from '#server/platform/text/problems.ts'
import { hashSecret, makeSecret } from '#server/platform/text/secret.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'
import './events.ts'
import { messages } from './messages.ts'
import { lockNode } from './nodes.ts'

type NewNode = InputOf<typeof geoNodeOperations.create>
type NodeChanges = Omit<InputOf<typeof geoNodeOperations.update>, 'id' | 'expected'>

const topics = [geoTopic]

/** @source rest.md 15.3 */
const usual = {
  enabled: true,
  filesMaxCapacity: 10,
  reposMaxCapacity: 25,
  verificationMaxCapacity: 100,
  containerRepositoriesMaxCapacity: 10,
  minimumReverificationInterval: 7,
  syncObjectStorage: false,
  selectiveSyncShards: [],
} as const

/**
 * Add a node.
 *
 * @throws Invalid  a name or URL that cannot be, a second primary, or unknown namespaces
 */
export async function addNode(ctx: Context, given: NewNode): Promise<number> {
  await refuseWrong(ctx, given)
  const { primary, selectiveSyncNamespaceIds = [] } = given
  const { id } = await ctx.db
    .insertInto('geoNodes')
    .values({
      ...usual,
      ...columns(given),
      name: oneLine(given.name),
      url: trimmed(given.url),
      isPrimary: primary ?? false,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
  await setNamespaces(ctx, id, selectiveSyncNamespaceIds)
  await ctx.events.record('geo_node.created', { nodeId: id, name: given.name }, { topics })
  return id
}

/**
 * @throws NotFound  no such node
 * @throws Invalid  as above
 */
export async function changeNode(
  ctx: Context,
  { id, expected: _expected, ...given }: InputOf<typeof geoNodeOperations.update>,
): Promise<void> {
  const now = await lockNode(ctx, id)
  await refuseWrong(ctx, given)
  await ctx.db
    .updateTable('geoNodes')
    .set({ ...columns(given), updatedAt: ctx.now })
    .where('id', '=', id)
    .execute()
    .catch(refuseTaken)
  if (given.selectiveSyncNamespaceIds !== undefined) await setNamespaces(ctx, id, given.selectiveSyncNamespaceIds)
  await ctx.events.record('geo_node.updated', { nodeId: id, name: given.name ?? now.name }, { topics })
}

/** @throws NotFound  no such node */
export async function deleteNode(ctx: Context, id: number): Promise<void> {
  const { name } = await lockNode(ctx, id)
  await ctx.db.deleteFrom('geoNodes').where('id', '=', id).execute()
  await ctx.events.record('geo_node.deleted', { nodeId: id, name }, { topics })
}

/** Long enough to be told from other secrets in logs and texts. */
const keyPrefix = 'weftgeo-'

/**
 * Give a replica a new key. The former one stops working at once.
 *
 * @throws NotFound  no such node
 * @throws Unprocessable  it is the primary
 */
export async function createKey(ctx: Context, id: number): Promise<{ readonly key: string }> {
  const { name, primary } = await lockNode(ctx, id)
  if (primary) throw new Unprocessable(messages.keyOfPrimary)
  const key = `${keyPrefix}${makeSecret()}`
  await ctx.db
    .updateTable('geoNodes')
    .set({ keyHash: hashSecret(key) })
    .where('id', '=', id)
    .execute()
  await ctx.events.record('geo_node.key_created', { nodeId: id, name }, { topics })
  return { key }
}

const trimmed = (url: string): string => url.trim().replace(/\/+$/, '')

/** The columns of the fields that were given. */
function columns({ name, url, internalUrl, selectiveSyncType, selectiveSyncShards, ...given }: NodeChanges) {
  const { selectiveSyncNamespaceIds: _namespaces, ...plain } = given
  return withoutUndefined({
    enabled: plain.enabled,
    filesMaxCapacity: plain.filesMaxCapacity,
    reposMaxCapacity: plain.reposMaxCapacity,
    verificationMaxCapacity: plain.verificationMaxCapacity,
    containerRepositoriesMaxCapacity: plain.containerRepositoriesMaxCapacity,
    minimumReverificationInterval: plain.minimumReverificationInterval,
    syncObjectStorage: plain.syncObjectStorage,
    name: name === undefined ? undefined : oneLine(name),
    url: url === undefined ? undefined : trimmed(url),
    internalUrl:
      internalUrl === undefined
        ? undefined
        : internalUrl === null || internalUrl.trim() === ''
          ? null
          : trimmed(internalUrl),
    selectiveSyncType:
      selectiveSyncType === undefined ? undefined : selectiveSyncType === '' ? null : selectiveSyncType,
    selectiveSyncShards: selectiveSyncShards === undefined ? undefined : [...selectiveSyncShards],
  })
}

async function setNamespaces(ctx: Context, nodeId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with removed as (
      delete from geo_node_namespaces where node_id = ${nodeId} and namespace_id <> all (${ids}::bigint[])
    )
    insert into geo_node_namespaces (node_id, namespace_id) select distinct ${nodeId}::bigint, id from unnest(${ids}::bigint[]) id
    on conflict do nothing`.execute(ctx.db)
}

async function refuseWrong(ctx: Context, given: NodeChanges): Promise<void> {
  const { name, url, internalUrl, selectiveSyncNamespaceIds: ids = [], selectiveSyncShards: shards = [] } = given
  const nameProblems = name === undefined ? [] : lineProblems(name)
  const unknown = ids.length === 0 ? [] : await unknownNamespaces(ctx, ids)
  const wrong: FieldErrors = {
    ...(nameProblems.length > 0 && { name: nameProblems }),
    ...(nameProblems.length === 0 &&
      name !== undefined &&
      !isApplicationName(oneLine(name)) && { name: [messages.name] }),
    ...(url !== undefined && !isWebUrl(url) && { url: [messages.url] }),
    ...(internalUrl != null && internalUrl.trim() !== '' && !isWebUrl(internalUrl) && { internalUrl: [messages.url] }),
    ...(unknown.length > 0 && { selectiveSyncNamespaceIds: [messages.unknownNamespaces(unknown)] }),
    ...(shards.some(shard => shard !== 'default') && { selectiveSyncShards: [messages.unknownShards] }),
  }
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
}

const isApplicationName = (name: string): boolean => /^[\x20-\x7e]+$/.test(name) && name.length <= geoNameCharacters

function isWebUrl(text: string): boolean {
  const parsed = URL.parse(text.trim())
  return (
    parsed !== null &&
    ['http:', 'https:'].includes(parsed.protocol) &&
    [parsed.username, parsed.password, parsed.search, parsed.hash].every(part => part === '')
  )
}

/** Groups and personal namespaces can be selected; a project is copied with its namespace. */
async function unknownNamespaces(ctx: Context, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) id
    where not exists (select 1 from namespaces n where n.id = id.id and n.kind <> 'project')`.execute(ctx.db)
  return rows.map(row => row.id)
}

function refuseTaken(error: unknown): never {
  if (isTaken(error, 'geo_nodes_name')) throw new Invalid({ name: [messages.taken] }, { cause: error })
  if (isTaken(error, 'geo_nodes_primary')) throw new Invalid({ primary: [messages.primaryExists] }, { cause: error })
  throw error
}
