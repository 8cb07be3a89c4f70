import { setImmediate } from 'node:timers/promises'
import type { Static } from 'typebox'
import { diffBatchSize } from '#contract/code/diffs/diff-steps.ts'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { type getMergeRequestDiffBatch, PresentedFile } from '#contract/code/merge-requests/merge-request-diffs.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { compileReply } from '#server/platform/text/encode.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Shown } from '#server/slice.ts'
import { pushableByRef } from '../collaboration/pushable.ts'
import { filePreviewOf } from '../diffs/file-preview.ts'
import { diffBatch } from '../diffs/files.ts'
import { presentLines } from '../diffs/present-lines.ts'
import { refGuard } from '../protected-refs/guard.ts'
import { showsWhitespace } from '../repository/commits/whitespace.ts'
import { repositoryOf } from '../repository/open.ts'
import type { ReadableMergeRequest } from './find.ts'
import { versionOf } from './versions/versions.ts'

/** Lines of all files of a batch together. A file that would exceed the limit is collapsed. */
const maxLines = 10_000

const encodeFile = compileReply(PresentedFile)

/** A batch of the files that the latest version of a merge request changes, with the lines of their diffs. */
export async function showDiffBatch(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  { page = 1, perPage = diffBatchSize, w }: InputOf<typeof getMergeRequestDiffBatch>,
): Promise<Shown<ReplyOf<typeof getMergeRequestDiffBatch>>> {
  const [dir, version] = [
    await repositoryOf(ctx, { id: mergeRequest.namespaceId }),
    await versionOf(ctx, mergeRequest.id),
  ]
  if (dir === null || version === null)
    return { diffFiles: [], pagination: { currentPage: page, nextPage: null, totalPages: 0 } }
  const { startSha, headSha } = version
  const from = version.baseSha ?? startSha
  const source = {
    dir,
    namespace: mergeRequest.namespacePath,
    from,
    to: headSha,
    ignoreWhitespace: !(await showsWhitespace(ctx, w)),
    preview: await filePreviewOf(ctx, mergeRequest.namespaceId),
    refs: { baseSha: from, startSha },
  }
  const [batch, edits] = await Promise.all([diffBatch(source, page, perPage), editsOf(ctx, mergeRequest)])
  const encoded: string[] = []
  let linesLeft = maxLines
  for (const file of batch.files) {
    const lines = presentLines(file.fileHash, file.patch)
    const isOver = lines.length > linesLeft
    if (!isOver) linesLeft -= lines.length
    encoded.push(encodeFile(presentFile(file, isOver ? null : lines, edits)))
    // Encoding thousands of lines at once would hold the event loop.
    await setImmediate()
  }
  return {
    diffFiles: new RawJson(`[${encoded.join(',')}]`),
    pagination: {
      currentPage: page,
      nextPage: batch.hasNext ? page + 1 : null,
      totalPages: Math.ceil(version.fileCount / perPage),
    },
  }
}

interface Edits {
  /** The source branch with the full path of its project; null where there is no branch to edit. */
  readonly source: { readonly namespace: string; readonly branch: string } | null
  readonly canPush: boolean
}

/** The branch on which the files of a merge request are edited, and whether the actor may push to it. */
async function editsOf(ctx: Context, { state, sourceProjectId, sourceBranch }: ReadableMergeRequest): Promise<Edits> {
  const source =
    state !== 'opened' || sourceProjectId === null
      ? null
      : await loadIfAllowed(ctx, 'project:push-branch', pushableByRef, { id: sourceProjectId })
  if (source === null) return { source: null, canPush: false }
  const canPush = (await refGuard(ctx, source)).of('branch', sourceBranch).canPush
  return { source: { namespace: source.fullPath, branch: sourceBranch }, canPush }
}

/** @param lines  null where they are left out */
function presentFile(
  { patch: _patch, ...file }: DiffFile,
  lines: ReturnType<typeof presentLines> | null,
  { source, canPush }: Edits,
): Static<typeof PresentedFile> {
  const isEditable = source !== null && !file.deletedFile && file.blob?.readableText === true
  const path = isEditable ? addressOf(source.branch, file.newPath) : ''
  return {
    ...file,
    viewer: lines === null ? { ...file.viewer, collapsed: true, renderError: 'collapsed' } : file.viewer,
    editPath: isEditable ? `/${source.namespace}/-/edit/${path}` : null,
    ideEditPath: isEditable ? `/${source.namespace}/-/ide/${path}` : null,
    canModifyBlob: isEditable && canPush,
    alternateViewer: null,
    highlightedDiffLines: [...(lines ?? [])],
  }
}
