import type { newFilePage } from '#contract/code/files/file-templates.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { readRefAndPath, repositoryOf } from '#server/code/repository/open.ts'
import { presentPlace, presentRef } from '#server/code/repository/present-on-page.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { cleanPath, readTree } from '#server/platform/git/files/tree.ts'
import { countRefs } from '#server/platform/git/refs/refs.ts'
import type { Shown } from '#server/slice.ts'
import { fileTemplatesOf } from './read.ts'

/**
 * The contents of the page of a new file.
 *
 * @throws NotFound  the address names a ref that is not there
 */
export async function showNewFile(
  ctx: Context,
  project: Allowed<'project:read-code', ProjectRow>,
  { path: words = '' }: InputOf<typeof newFilePage>,
): Promise<Shown<ReplyOf<typeof newFilePage>>> {
  const dir = await repositoryOf(ctx, project)
  const refs = dir === null ? [0, 0] : await Promise.all([countRefs(dir, 'branch'), countRefs(dir, 'tag')])
  const isEmpty = refs.every(count => count === 0)
  const templates = { licenses: fileTemplatesOf('licenses'), gitignores: fileTemplatesOf('gitignores') }
  if (dir === null || isEmpty) {
    const place = await presentPlace(ctx, project, isEmpty)
    const branch = project.defaultBranch
    const asked = words === branch || words.startsWith(`${branch}/`) ? words.slice(branch.length + 1) : words
    return { place, ref: null, proposedPath: cleanPath(asked) ?? '', ...templates }
  }
  const found = await readRefAndPath(dir, project, words)
  if (found === null) throw new NotFound('Tree')
  const place = await presentPlace(ctx, project, isEmpty, found.ref)
  const path = cleanPath(found.path) ?? ''
  const isFolder = path !== '' && (await readTree(dir, found.ref.commitId, path)) !== null
  return { place, ref: presentRef(project, found.ref), proposedPath: isFolder ? `${path}/` : path, ...templates }
}
