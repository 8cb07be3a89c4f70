import { setImmediate } from 'node:timers/promises'
import type { Static } from 'typebox'
import { diffBatchSize } from '#contract/code/diffs/diff-steps.ts'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import {
  type getMergeRequestDiffBatch,
  type getMergeRequestDiffForPath,
  type getMergeRequestDiffs,
  type getMergeRequestDiffsMetadata,
  MetadataFile,
  PresentedFile,
} from '#contract/code/merge-requests/merge-request-diffs.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ChangedFile } from '#server/platform/git/commits/changed-files.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { fileIcon } from '#server/platform/git/files/file-kind.ts'
import { compileReply } from '#server/platform/text/encode.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Shown } from '#server/slice.ts'
import { pushableByRef } from '../collaboration/pushable.ts'
import { filesOf } from '../diffs/decoded-files.ts'
import { fileHash, fileIdentifierHash, pathOf } from '../diffs/diff-source.ts'
import { filePreviewOf } from '../diffs/file-preview.ts'
import { diffBatch, diffFile } from '../diffs/files.ts'
import { countPresented, pairLines, presentLines } from '../diffs/present-lines.ts'
import { isSubmodule } from '../diffs/submodule.ts'
import { refGuard } from '../protected-refs/guard.ts'
import { showsWhitespace } from '../repository/commits/whitespace.ts'
import { repositoryOf } from '../repository/open.ts'
import type { ReadableMergeRequest } from './find.ts'
import { beginningOf, versionOf } from './versions/versions.ts'

/** Lines of all files of a batch together. */
const maxLines = 10_000
/**
 * Lines of a file that is requested by itself. Each is some hundred bytes of JSON, so that a file of short lines would
 * take gigabytes.
 */
const maxLinesAlone = 50_000
const metadataAtOnce = 500

const encodeFile = compileReply(PresentedFile)
const encodeMetadata = compileReply(MetadataFile)

type DiffOptions = Pick<InputOf<typeof getMergeRequestDiffBatch>, 'w' | 'view'>

/** A batch of the files that the latest version of a merge request changes, with the lines of their diffs. */
export async function showDiffBatch(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  { page = 1, perPage = diffBatchSize, ...asked }: InputOf<typeof getMergeRequestDiffBatch>,
): Promise<Shown<ReplyOf<typeof getMergeRequestDiffBatch>>> {
  return batchOf(ctx, mergeRequest, await sourceOf(ctx, mergeRequest, asked), { page, perPage, ...asked })
}

/** One of these files, with all of its lines unless they are too many. @throws NotFound  it is not in the diff */
export async function showDiffForPath(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  { newPath, oldPath = newPath, ...asked }: InputOf<typeof getMergeRequestDiffForPath>,
): Promise<Shown<ReplyOf<typeof getMergeRequestDiffForPath>>> {
  const source = await sourceOf(ctx, mergeRequest, asked)
  if (source === null) throw new NotFound('File')
  const [file, edits] = await Promise.all([diffFile(source, { oldPath, newPath }), editsOf(ctx, mergeRequest)])
  return { diffFiles: await encodeFiles([file], edits, mergeRequest, asked, maxLinesAlone, 'too_large') }
}

/** All of these files, without lines. */
export async function showDiffsMetadata(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  asked: InputOf<typeof getMergeRequestDiffsMetadata>,
): Promise<Shown<ReplyOf<typeof getMergeRequestDiffsMetadata>>> {
  const source = await sourceOf(ctx, mergeRequest, asked)
  const changes = source === null ? noFiles : await filesOf(source)
  const encoded: string[] = []
  for (const file of changes.files) {
    encoded.push(encodeMetadata(presentMetadata(file)))
    if (encoded.length % metadataAtOnce === 0) await setImmediate()
  }
  return { ...summaryOf(mergeRequest, changes), diffFiles: new RawJson(`[${encoded.join(',')}]`) }
}

/** The size of all changes, with one batch of the files. */
export async function showDiffs(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  { page = 1, perPage = diffBatchSize, ...asked }: InputOf<typeof getMergeRequestDiffs>,
): Promise<Shown<ReplyOf<typeof getMergeRequestDiffs>>> {
  const source = await sourceOf(ctx, mergeRequest, asked)
  const changes = source === null ? noFiles : await filesOf(source)
  return {
    ...summaryOf(mergeRequest, changes),
    ...(await batchOf(ctx, mergeRequest, source, { page, perPage, ...asked })),
  }
}

const noFiles = { files: [], overflow: false }

function summaryOf(
  { sourceBranch, targetBranch, namespacePath }: ReadableMergeRequest,
  { files, overflow }: { readonly files: readonly ChangedFile[]; readonly overflow: boolean },
) {
  let [addedLines, removedLines] = [0, 0]
  for (const { additions, deletions } of files) {
    addedLines += additions
    removedLines += deletions
  }
  return {
    size: files.length,
    realSize: `${files.length}${overflow ? '+' : ''}`,
    renderOverflowWarning: overflow,
    addedLines,
    removedLines,
    branchName: sourceBranch,
    targetBranchName: targetBranch,
    projectPath: namespacePath,
  }
}

async function batchOf(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  source: Source | null,
  { page, perPage, ...asked }: DiffOptions & { readonly page: number; readonly perPage: number },
): Promise<Shown<ReplyOf<typeof getMergeRequestDiffBatch>>> {
  if (source === null) return { diffFiles: [], pagination: { currentPage: page, nextPage: null, totalPages: 0 } }
  const [batch, edits] = await Promise.all([diffBatch(source, page, perPage), editsOf(ctx, mergeRequest)])
  return {
    diffFiles: await encodeFiles(batch.files, edits, mergeRequest, asked, maxLines, 'collapsed'),
    pagination: {
      currentPage: page,
      nextPage: batch.hasNext ? page + 1 : null,
      totalPages: Math.ceil(source.fileCount / perPage),
    },
  }
}

function presentMetadata(file: ChangedFile): Static<typeof MetadataFile> {
  const { additions, deletions, newPath, oldPath, newFile, renamedFile, deletedFile } = file
  return {
    addedLines: additions,
    removedLines: deletions,
    newPath,
    oldPath,
    newFile,
    renamedFile,
    deletedFile,
    submodule: isSubmodule(file),
    fileHash: fileHash(pathOf(file)),
    fileIdentifierHash: fileIdentifierHash(file),
  }
}

type Source = NonNullable<Awaited<ReturnType<typeof sourceOf>>>

/** Null before there is a commit. */
async function sourceOf(ctx: Context, { id, namespaceId, namespacePath }: ReadableMergeRequest, { w }: DiffOptions) {
  const [dir, version] = [await repositoryOf(ctx, { id: namespaceId }), await versionOf(ctx, id)]
  if (dir === null || version === null) return null
  const { startSha, headSha, fileCount } = version
  const from = beginningOf(version)
  return {
    dir,
    namespace: namespacePath,
    from,
    to: headSha,
    ignoreWhitespace: !(await showsWhitespace(ctx, w)),
    preview: await filePreviewOf(ctx, namespaceId),
    refs: { baseSha: from, startSha },
    fileCount,
  }
}

/**
 * @param most  lines of all files together; a file that would exceed it comes without lines
 * @param over  the fields of such a file: it can be requested alone, or is too large for that as well
 */
async function encodeFiles(
  files: readonly DiffFile[],
  edits: Edits,
  mergeRequest: ReadableMergeRequest,
  asked: DiffOptions,
  most: number,
  over: 'collapsed' | 'too_large',
): Promise<RawJson> {
  const encoded: string[] = []
  let linesLeft = most
  for (const { viewer, ...rest } of files) {
    const isOver = countPresented(rest.patch) > linesLeft
    const lines = isOver ? [] : presentLines(rest.fileHash, rest.patch)
    linesLeft -= lines.length
    const file = {
      ...rest,
      viewer: isOver ? { ...viewer, collapsed: over === 'collapsed', renderError: over } : viewer,
    }
    encoded.push(encodeFile(presentFile(file, lines, edits, mergeRequest, asked)))
    // Encoding thousands of lines at once would hold the event loop.
    await setImmediate()
  }
  return new RawJson(`[${encoded.join(',')}]`)
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

function presentFile(
  { patch: _patch, blob, ...file }: DiffFile,
  lines: ReturnType<typeof presentLines>,
  { source, canPush }: Edits,
  { namespacePath, iid }: ReadableMergeRequest,
  { w, view }: DiffOptions,
): Static<typeof PresentedFile> {
  const isEditable = source !== null && !file.deletedFile && blob?.readableText === true
  const path = isEditable ? addressOf(source.branch, file.newPath) : ''
  const isParallel = view === 'parallel'
  const alone = new URLSearchParams({ old_path: file.oldPath, new_path: file.newPath, ...(w && { w }) })
  const context = new URLSearchParams({ sha: file.contentSha, path: file.filePath })
  return {
    ...file,
    blob: blob === null ? null : { ...blob, icon: fileIcon(blob) },
    editPath: isEditable ? `/${source.namespace}/-/edit/${path}` : null,
    ideEditPath: isEditable ? `/${source.namespace}/-/ide/${path}` : null,
    canModifyBlob: isEditable && canPush,
    alternateViewer: null,
    loadCollapsedDiffUrl: `/${namespacePath}/-/merge_requests/${iid}/diff_for_path?${alone}`,
    contextLinesPath: blob?.readableText === true ? `/${namespacePath}/-/diffs/context?${context}` : null,
    highlightedDiffLines: isParallel ? [] : [...lines],
    parallelDiffLines: isParallel ? [...pairLines(lines)] : null,
  }
}
