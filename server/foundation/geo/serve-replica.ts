import { sql } from 'kysely'
import { RepositoryId, RepositoryIds, WantedPack } from '#contract/foundation/geo/geo-replicas.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { isStorageKey } from '#server/platform/files/storage-key.ts'
import { openFile } from '#server/platform/files/store.ts'
import { batchInfo } from '#server/platform/git/cat-file.ts'
import { gitStream } from '#server/platform/git/run.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { StreamReply } from '#server/slice.ts'
import { messages } from './messages.ts'
import { checksumOf, type RefList, readRefList } from './ref-list.ts'
import { bodyOf, copyingReplica, type ReplicaNode } from './replica-key.ts'
import { isSelected } from './selection.ts'

// The answers for replicas that copy. Each replica gets only the items of its node.

interface ReplicaCall {
  readonly authorization?: string
  readonly payload: unknown
}

const hourMs = 3_600_000

/** The checksums of repositories; null for one that the primary itself cannot read. */
export async function repositoryChecksums(ctx: Context, { authorization, payload }: ReplicaCall) {
  const node = await copyingReplica(ctx, authorization)
  const ids = await selectedOf(ctx, node, bodyOf(RepositoryIds, payload).ids)
  return Promise.all(
    ids.map(async id => {
      const refs = await readRefList(dirOf(ctx, id)).catch((error: unknown) => {
        ctx.services.log.warn({ err: error, projectId: id }, 'a repository could not be read for a replica')
        return null
      })
      return { id, checksum: refs === null ? null : checksumOf(refs) }
    }),
  )
}

/** @throws NotFound  no repository of this node */
export async function repositoryRefs(ctx: Context, { authorization, payload }: ReplicaCall): Promise<RefList> {
  const node = await copyingReplica(ctx, authorization)
  return readRefList(await repositoryOfNode(ctx, node, bodyOf(RepositoryId, payload).id))
}

/**
 * The objects that the wanted ones need, without those that the replica has. Bases of deltas may be among the latter.
 *
 * @throws NotFound  no repository of this node · @throws Conflict  a wanted object is gone
 */
export async function repositoryPack(ctx: Context, { authorization, payload }: ReplicaCall): Promise<StreamReply> {
  const node = await copyingReplica(ctx, authorization)
  const { id, wants, haves } = bodyOf(WantedPack, payload)
  const repo = await repositoryOfNode(ctx, node, id)
  const wanted = await batchInfo(repo, wants)
  if (wanted.includes(null)) throw new Conflict(messages.changedMeanwhile)
  const known = await batchInfo(repo, haves)
  const lines = [...wants, ...haves.filter((_, index) => known[index] !== null).map(oid => `^${oid}`)]
  const pack = await gitStream(repo, ['pack-objects', '--revs', '--stdout', '--thin', '--delta-base-offset', '-q'], {
    ...{ input: `${lines.join('\n')}\n`, lane: 'transfer', memory: 'transfer', yields: true, timeoutMs: hourMs },
  })
  return new StreamReply(pack, { 'content-type': 'application/octet-stream' })
}

/** @throws NotFound  no file of this node */
export async function storedFile(
  ctx: Context,
  { authorization, storageKey }: { readonly authorization?: string; readonly storageKey: string },
): Promise<StreamReply> {
  const node = await copyingReplica(ctx, authorization)
  if (!isStorageKey(storageKey)) throw new NotFound('File')
  const { rows } = await sql`
    select 1 from uploads u join geo_nodes n on n.id = ${node.id} left join namespaces un on un.id = u.namespace_id
    where u.storage_key = ${storageKey} and (u.namespace_id is null or ${isSelected(sql`un.ancestor_ids`)}) limit 1`.execute(
    ctx.db,
  )
  const file = rows.length === 0 ? null : await openFile(ctx.services.settings, storageKey)
  if (file === null) throw new NotFound('File')
  return new StreamReply(file.stream, {
    'content-type': 'application/octet-stream',
    'content-length': String(file.sizeBytes),
  })
}

const dirOf = (ctx: Context, id: number): string => repositoryDir(ctx.services.settings.dataDir, id)

async function repositoryOfNode(ctx: Context, node: ReplicaNode, id: number): Promise<string> {
  const [found] = await selectedOf(ctx, node, [id])
  if (found === undefined || !(await repositoryExists(dirOf(ctx, found)))) throw new NotFound('Repository')
  return dirOf(ctx, found)
}

/** The ids of those projects that belong to the node. */
async function selectedOf(ctx: Context, node: ReplicaNode, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p join namespaces pn on pn.id = p.id join geo_nodes n on n.id = ${node.id}
    where p.id = any (${ids}::bigint[]) and ${isSelected(sql`pn.ancestor_ids`)}`.execute(ctx.db)
  return rows.map(row => row.id)
}
