import type { codeFolderFiles, codeIdePage } from '#contract/code/files/ide.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { findEntry, readFolder, readTreeDeep } from '#server/platform/git/files/tree.ts'
import type { Shown } from '#server/slice.ts'
import { readRefAndPath, repositoryOf } from '../open.ts'
import { presentPlace, presentRef } from '../present-on-page.ts'
import { readForPage } from './blob.ts'

/** More files are not listed: the folder is renamed or deleted as a whole. */
const mostFilesOfFolder = 1_000

/** @throws NotFound  no such ref */
export async function showIde(
  ctx: Context,
  project: ReadableProject,
  words: string,
): Promise<Shown<ReplyOf<typeof codeIdePage>>> {
  const { dir, ref, path } = await placeOf(ctx, project, words)
  const entry = path === '' ? null : await findEntry(dir, ref.commitId, path)
  const isFile = entry !== null && entry.type !== 'tree'
  const read = isFile ? await readForPage(dir, ref.commitId, path, entry) : null
  return {
    place: await presentPlace(ctx, project, false, ref),
    ref: presentRef(project, ref),
    path,
    blob: read === null ? null : { file: read.file, text: read.text },
    isFolder: entry?.type === 'tree' || path === '',
  }
}

/** @throws NotFound  no such ref or folder */
export async function showFolderFiles(
  ctx: Context,
  project: ReadableProject,
  words: string,
): Promise<ReplyOf<typeof codeFolderFiles>> {
  const { dir, ref, path } = await placeOf(ctx, project, words)
  // Folders are entries too: in a tree of files alone there are fewer of them than files.
  const [folder, tree] = await Promise.all([
    readFolder(dir, ref.commitId, path),
    readTreeDeep(dir, ref.commitId, path, { limit: 2 * mostFilesOfFolder }),
  ])
  if (folder === null || tree === null) throw new NotFound('Tree')
  const files = tree.entries.filter(entry => entry.type === 'blob')
  return {
    treeId: folder.id,
    files: files.slice(0, mostFilesOfFolder).map(({ path, id }) => ({ path, id })),
    isCut: tree.hasMore || files.length > mostFilesOfFolder,
    hasSubmodules: tree.entries.some(entry => entry.type === 'commit'),
  }
}

async function placeOf(ctx: Context, project: ReadableProject, words: string) {
  const dir = await repositoryOf(ctx, project)
  const found = dir === null ? null : await readRefAndPath(dir, project, words)
  if (dir === null || found === null) throw new NotFound('Tree')
  return { dir, ...found }
}
