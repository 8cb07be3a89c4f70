import type { listTree } from '#contract/code/repository.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readTree, readTreeDeep, readTreeFrom } from '#server/platform/git/files/tree.ts'
import type { TreeEntry } from '#server/platform/git/objects.ts'
import { countedRows, Paged, pageOf } from '#server/slice.ts'
import { commitOf } from '../open.ts'

/**
 * One folder, or all below it, page by page. The token of a keyset page is the last entry's path; its id is accepted
 * too.
 *
 * @throws NotFound  no such ref or folder
 */
export async function showTreeList(
  ctx: Context,
  project: ProjectRow,
  input: InputOf<typeof listTree>,
): Promise<Paged<ReplyOf<typeof listTree>>> {
  const { path = '', ref, recursive = false, pagination, pageToken } = input
  const { dir, commitId } = await commitOf(ctx, project, ref || undefined, 'Tree')
  const { page, perPage, offset } = pageOf(input)
  const isKeyset = pagination === 'keyset'
  if (recursive && isKeyset) {
    const after = pageToken || undefined
    const next = await readTreeFrom(dir, commitId, path, { limit: perPage, after })
    if (next !== null) {
      const last = next.entries.at(-1)
      return Paged.keyset(next.entries, { perPage, next: next.hasMore && last ? { page_token: last.path } : null })
    }
  }
  // Lists with more than `countedRows` are answered without their total.
  const limit = isKeyset ? undefined : Math.max(countedRows, offset + perPage) + 1
  const all = recursive
    ? (await readTreeDeep(dir, commitId, path, limit === undefined ? {} : { limit }))?.entries
    : await readTree(dir, commitId, path)
  if (all === undefined || all === null) throw new NotFound('Tree')
  if (!isKeyset) return Paged.offset(all.slice(offset, offset + perPage), { page, perPage, total: all.length })
  const start = pageToken === undefined || pageToken === '' ? 0 : all.findIndex(isAt(pageToken)) + 1
  const items = all.slice(start, start + perPage)
  const last = items.at(-1)
  const next = last === undefined || start + perPage >= all.length ? null : { page_token: last.path }
  return Paged.keyset(items, { perPage, next })
}

const isAt =
  (token: string) =>
  ({ path, id }: TreeEntry): boolean =>
    path === token || id === token
