import { GraphQLError } from 'graphql'
import { gid } from '#contract/gid.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { PlaceNode } from '#server/foundation/namespaces/nodes.ts'
import { Repository } from '#server/foundation/projects/fields.ts'
import { batch } from '#server/graphql/batch.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { lastCommit } from '#server/platform/git/commits/last-commits.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { type Blob as BlobContent, isBinary, readBlob } from '#server/platform/git/files/blob.ts'
import { cleanPath, findEntry, readTree, readTreeDeep } from '#server/platform/git/files/tree.ts'
import type { TreeEntry } from '#server/platform/git/objects.ts'
import { listRefs } from '#server/platform/git/refs/refs.ts'
import { coversName } from '../../protected-refs/name-pattern.ts'
import { lookUpRef, repositoryOf } from '../open.ts'
import { presentCommit } from '../present.ts'
import { Commit } from './commit.ts'

/** A place in the code of a project that the actor may read. */
interface CodePlace {
  readonly node: PlaceNode
  readonly dir: string
  readonly commitId: string
  /** The ref as the client named it. */
  readonly ref: string
  readonly path: string
}

interface TreeEntryNode extends TreeEntry {
  readonly place: CodePlace
}

interface TreeArguments {
  readonly node: PlaceNode
  readonly ref: string
  readonly path: string
  readonly isDeep: boolean
}

interface FoundTree {
  readonly place: CodePlace
  readonly entries: readonly TreeEntryNode[]
}

/** Trees and files that one step of a query reads at most. */
const mostInGit = 100

const fewEnough = <Key>(keys: readonly Key[]): readonly Key[] => {
  if (keys.length > mostInGit) throw new GraphQLError(`Ask for at most ${mostInGit} files or folders at a time`)
  return keys
}

const defaultBranchOf = (node: PlaceNode): string => node.project?.default_branch ?? ''

/** @returns null for no such ref, and for those who may not read the code */
async function placeAt(ctx: Context, node: PlaceNode, ref: string, path: string): Promise<CodePlace | null> {
  const clean = cleanPath(path)
  if (clean === null || !may(ctx.actor, 'project:read-code', node.facts)) return null
  const dir = await repositoryOf(ctx, node)
  const found = dir === null ? null : await lookUpRef(dir, { defaultBranch: defaultBranchOf(node) }, ref)
  return dir === null || found === null ? null : { node, dir, commitId: found.commitId, ref, path: clean }
}

const treeAt = batch<TreeArguments, FoundTree | null>(
  async (ctx, keys) => {
    const found = new Map<TreeArguments, FoundTree | null>()
    for (const key of fewEnough(keys)) {
      const place = await placeAt(ctx, key.node, key.ref, key.path)
      const { dir, commitId, path } = place ?? {}
      const read =
        dir === undefined || commitId === undefined
          ? null
          : key.isDeep
            ? ((await readTreeDeep(dir, commitId, path))?.entries ?? null)
            : await readTree(dir, commitId, path)
      found.set(
        key,
        place === null || read === null ? null : { place, entries: read.map(each => ({ ...each, place })) },
      )
    }
    return key => found.get(key) ?? null
  },
  ({ node, ref, path, isDeep }) => JSON.stringify([node.id, ref, path, isDeep]),
)

/** The content of a file. @throws TooLarge */
const contentOf = batch<TreeEntryNode, BlobContent | null>(
  async (_ctx, entries) => {
    const found = new Map<string, BlobContent | null>()
    for (const { id, place } of fewEnough(entries)) found.set(id, await readBlob(place.dir, id, { maxBytes }))
    return ({ id }) => found.get(id) ?? null
  },
  ({ id, place }) => `${place.node.id} ${id}`,
)
const maxBytes = 1024 * 1024

const pathOf = (page: string, { place, path }: TreeEntryNode): string =>
  `/${place.node.fullPath}/-/${page}/${addressOf(place.ref === 'HEAD' ? defaultBranchOf(place.node) : place.ref, path)}`

const EntryType = builder.enumType('EntryType', { values: ['tree', 'blob', 'commit'] as const })

const entryType = (name: string, page: string | null, description: string) =>
  builder.objectRef<TreeEntryNode>(name).implement({
    description,
    fields: t => ({
      id: t.id({ nullable: false, resolve: ({ id }) => gid(`Gitlab::Graphql::Representation::${name}`, id) }),
      sha: t.exposeString('id', { nullable: false }),
      name: t.exposeString('name', { nullable: false }),
      path: t.exposeString('path', { nullable: false }),
      flatPath: t.exposeString('path', { nullable: false }),
      type: t.field({ type: EntryType, nullable: false, resolve: entry => entry.type }),
      ...(name === 'Blob' ? { mode: t.exposeString('mode') } : {}),
      ...(page === null
        ? {}
        : {
            webPath: t.string({ resolve: entry => pathOf(page, entry) }),
            webUrl: t.string({
              resolve: (entry, _args, { weft }) => `${weft.services.settings.externalUrl}${pathOf(page, entry)}`,
            }),
          }),
    }),
  })

const TreeConnection = connectionOf(entryType('TreeEntry', 'tree', 'A folder in a repository.'))
const BlobConnection = connectionOf(entryType('Blob', 'blob', 'A file in a folder of a repository.'))
const SubmoduleConnection = connectionOf(entryType('Submodule', null, 'A submodule of a repository.'))

const Tree = builder.objectRef<FoundTree>('Tree').implement({
  description: 'A folder of a repository.',
  fields: t => {
    const entries = (type: TreeEntry['type'], connection: typeof TreeConnection) =>
      t.field({
        type: connection,
        nullable: false,
        args: pageArgs,
        resolve: (tree, args, context) =>
          pageOfList(
            context,
            args,
            tree.entries.filter(entry => entry.type === type),
            entry => entry.path,
          ),
      })
    return {
      trees: entries('tree', TreeConnection),
      blobs: entries('blob', BlobConnection),
      submodules: entries('commit', SubmoduleConnection),
      lastCommit: t.field({
        type: Commit,
        resolve: async ({ place: { node, dir, commitId, path } }, _args, { weft }) => {
          const [commit] = path === '' ? await readCommits(dir, [commitId]) : [await lastCommit(dir, commitId, path)]
          return commit == null ? null : presentCommit(weft, node, commit)
        },
      }),
    }
  },
})

const RepositoryBlob = builder.objectRef<TreeEntryNode>('RepositoryBlob').implement({
  description: 'A file of a repository with its content.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: ({ id }) => gid('Blob', id) }),
    oid: t.exposeString('id', { nullable: false }),
    name: t.exposeString('name'),
    path: t.exposeString('path', { nullable: false }),
    mode: t.exposeString('mode'),
    size: t.field({
      type: 'BigInt',
      resolve: async (entry, _args, context) => (await contentOf(context, entry))?.sizeBytes ?? null,
    }),
    rawBlob: t.string({
      resolve: async (entry, _args, context) => (await contentOf(context, entry))?.content.toString('utf8') ?? null,
    }),
    rawTextBlob: t.string({
      description: 'Content of a text file, null for a binary one.',
      resolve: async (entry, _args, context) => {
        const content = (await contentOf(context, entry))?.content ?? null
        return content === null || isBinary(content) ? null : content.toString('utf8')
      },
    }),
    rawPath: t.string({ resolve: entry => pathOf('raw', entry) }),
    webPath: t.string({ resolve: entry => pathOf('blob', entry) }),
  }),
})
const RepositoryBlobConnection = connectionOf(RepositoryBlob)

const maxNames = 100

/** The fields of a repository. */
export function repositoryFields(): void {
  builder.objectFields(Repository, t => ({
    tree: t.field({
      type: Tree,
      args: {
        path: t.arg.string({ defaultValue: '' }),
        ref: t.arg.string({ defaultValue: 'HEAD' }),
        recursive: t.arg.boolean({ defaultValue: false }),
      },
      resolve: (node, { path, ref, recursive }, context) =>
        treeAt(context, { node, ref: ref || 'HEAD', path: path ?? '', isDeep: recursive ?? false }),
    }),
    blobs: t.field({
      type: RepositoryBlobConnection,
      args: {
        ...pageArgs,
        paths: t.arg.stringList({ required: true }),
        ref: t.arg.string({ defaultValue: 'HEAD' }),
      },
      resolve: async (node, { paths, ref, ...args }, context) => {
        const place = await placeAt(context.weft, node, ref || 'HEAD', '')
        if (place === null) return null
        const found: TreeEntryNode[] = []
        for (const path of fewEnough([...new Set(paths)])) {
          const entry = await findEntry(place.dir, place.commitId, path)
          if (entry?.type === 'blob') found.push({ ...entry, place })
        }
        return pageOfList(context, args, found, entry => entry.path)
      },
    }),
    branchNames: t.stringList({
      description: 'Branch names that match a pattern with * as a wildcard.',
      args: {
        searchPattern: t.arg.string({ required: true }),
        limit: t.arg.int({ required: true }),
        offset: t.arg.int({ required: true }),
      },
      resolve: async (node, { searchPattern, limit, offset }, context) => {
        if (!may(context.weft.actor, 'project:read-code', node.facts)) return null
        const dir = await repositoryOf(context.weft, node)
        if (dir === null || limit < 0 || offset < 0) return []
        const pattern = bounded('searchPattern', searchPattern)
        const refs = await listRefs(dir, 'branch', { match: name => coversName(pattern, name) })
        return refs.slice(offset, offset + Math.min(limit, maxNames)).map(ref => ref.name)
      },
    }),
  }))
}
