import { setImmediate } from 'node:timers/promises'
import type { Static } from 'typebox'
import { diffBatchSize } from '#contract/code/diffs/diff-steps.ts'
import {
  type DiffBatch,
  type DiffFile,
  DiffFileHead,
  type DiffMoves,
  type DiffSummary,
  type DiffViewer,
} from '#contract/code/diffs/diffs.ts'
import { NotFound } from '#server/errors.ts'
import type { ChangedFile } from '#server/platform/git/commits/changed-files.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { isImageName } from '#server/platform/git/files/file-kind.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { compileReply } from '#server/platform/text/encode.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { filesOf } from './decoded-files.ts'
import { changeId, type DiffSource, fileHash, fileIdentifierHash, pathOf } from './diff-source.ts'
import { previewOf } from './file-preview.ts'
import { isGenerated } from './generated.ts'
import { movedLines } from './moved-lines.ts'
import { maxFilePatchBytes, type Patch, patchesOf } from './patches.ts'
import { isSubmodule, submoduleHomes, submoduleOf } from './submodule.ts'
import { noWholeTextChange } from './whole-text.ts'

/** Files with more changed lines start collapsed. */
const maxExpandedLines = 3_000

const headsAtOnce = 500

const encodeHead = compileReply(DiffFileHead)

/** All files of a diff, without their lines. */
export async function diffSummary(
  source: DiffSource,
): Promise<Omit<DiffSummary, 'files'> & { readonly files: RawJson }> {
  const { files, overflow } = await filesOf(source)
  const heads: string[] = []
  for (const file of files) {
    heads.push(encodeHead(presentHead(file)))
    // Thousands of fingerprints and encodings without a pause would hold the event loop.
    if (heads.length % headsAtOnce === 0) await setImmediate()
  }
  return {
    fromId: source.from,
    toId: source.to,
    isWhitespaceShown: !source.ignoreWhitespace,
    files: new RawJson(`[${heads.join(',')}]`),
    addedLines: files.reduce((sum, file) => sum + linesOf(file).addedLines, 0),
    removedLines: files.reduce((sum, file) => sum + linesOf(file).removedLines, 0),
    overflow,
  }
}

/**
 * One batch of the files of a diff, with their lines.
 *
 * @param page  from 1; after the last one there are no files
 * @param size  files of a page
 * @source DIFF-041
 */
export async function diffBatch(source: DiffSource, page: number, size = diffBatchSize): Promise<DiffBatch> {
  const { files } = await filesOf(source)
  const start = (page - 1) * size
  const own = files.slice(start, start + size)
  const collapsed = own.map(file => startsCollapsed(file))
  const shown = own.filter((_file, index) => !collapsed[index])
  const [patches, homes] = await Promise.all([patchesOf(source, shown), submoduleHomes(source, own)])
  return {
    files: own.map((file, index) =>
      presentFile(source, file, collapsed[index] ? null : (patches[shown.indexOf(file)] ?? null), homes),
    ),
    page,
    hasNext: start + size < files.length,
  }
}

/**
 * One file of a diff with its lines, however many they are, up to a limit.
 *
 * @throws NotFound  that file is not in the diff
 */
export async function diffFile(
  source: DiffSource,
  { oldPath, newPath }: { readonly oldPath: string; readonly newPath: string },
): Promise<DiffFile> {
  const { files } = await filesOf(source)
  const file =
    files.find(each => each.oldPath === oldPath && each.newPath === newPath) ??
    files.find(each => each.newPath === newPath)
  if (file === undefined) throw new NotFound('File')
  const [[patch], homes] = await Promise.all([
    patchesOf(source, [file], maxFilePatchBytes),
    submoduleHomes(source, [file]),
  ])
  return presentFile(source, file, patch ?? null, homes, true)
}

/** Larger diffs are not looked through for moved lines. */
const maxMoves = { files: 300, lines: 20_000 }

/** The lines that were moved from one place of the diff to another. */
export async function diffMoves(source: DiffSource): Promise<DiffMoves> {
  const { files } = await filesOf(source)
  const own = files.filter(file => !file.binary && !startsCollapsed(file) && file.additions + file.deletions > 0)
  const lines = own.reduce((sum, file) => sum + file.additions + file.deletions, 0)
  const canBe = own.some(file => file.additions > 0) && own.some(file => file.deletions > 0)
  if (!canBe || own.length > maxMoves.files || lines > maxMoves.lines) return { ranges: [] }
  const patches = await patchesOf(source, own)
  return { ranges: [...movedLines(new Map(own.map((file, index) => [changeId(file), patches[index]?.text ?? ''])))] }
}

const startsCollapsed = (file: ChangedFile): boolean =>
  file.additions + file.deletions > maxExpandedLines ||
  (file.additions + file.deletions > 0 && isGenerated(pathOf(file)))

function presentHead(file: ChangedFile): Static<typeof DiffFileHead> {
  const { oldPath, newPath, aMode, bMode, newFile, renamedFile, deletedFile, binary } = file
  const path = pathOf(file)
  return {
    id: changeId(file),
    fileHash: fileHash(path),
    oldPath,
    newPath,
    aMode,
    bMode,
    newFile,
    renamedFile,
    deletedFile,
    binary,
    generated: isGenerated(path),
    ...linesOf(file),
  }
}

/** The numbers of changed lines on pages: a submodule has none. git counts one, which names its commit. */
const linesOf = (file: ChangedFile): Pick<Static<typeof DiffFileHead>, 'addedLines' | 'removedLines'> =>
  isSubmodule(file) ? { addedLines: 0, removedLines: 0 } : { addedLines: file.additions, removedLines: file.deletions }

/**
 * @param patch  null: left out, because the file starts collapsed
 * @param isAlone  the file was requested by itself
 */
function presentFile(
  source: DiffSource,
  file: ChangedFile,
  patch: Patch | null,
  homes: Awaited<ReturnType<typeof submoduleHomes>>,
  isAlone = false,
): DiffFile {
  const path = pathOf(file)
  const contentSha = file.deletedFile && source.from !== null ? source.from : source.to
  const id = file.deletedFile ? file.oldId : file.newId
  const isModule = isSubmodule(file)
  const isBinary = patch?.isBinary ?? file.binary
  const isOver = patch?.isOver ?? false
  const collapsed = patch === null || (isOver && !isAlone)
  const shown = { ...file, binary: isBinary }
  return {
    ...presentHead(shown),
    ...(patch !== null && isBinary !== file.binary
      ? { addedLines: patch.addedLines, removedLines: patch.removedLines }
      : {}),
    fileIdentifierHash: fileIdentifierHash(file),
    filePath: path,
    oldPathHtml: escapeHtml(file.oldPath),
    newPathHtml: escapeHtml(file.newPath),
    modeChanged: file.aMode !== file.bMode && file.aMode !== '0' && file.bMode !== '0',
    contentSha,
    diffRefs: {
      baseSha: source.refs?.baseSha ?? source.from,
      startSha: source.refs?.startSha ?? source.from,
      headSha: source.to,
    },
    oldBlobId: isModule ? null : file.oldId,
    blob:
      isModule || id === null
        ? null
        : {
            id,
            path,
            name: path.slice(path.lastIndexOf('/') + 1),
            mode: file.deletedFile ? file.aMode : file.bMode,
            readableText: !isBinary && patch?.isLfs !== true,
          },
    ...submoduleOf(isModule ? file : null, homes),
    storedExternally: patch?.isLfs ?? false,
    externalStorage: patch?.isLfs === true ? 'lfs' : null,
    ...((isModule || file.deletedFile ? null : previewOf(source.preview, source.to, path)) ?? noPreview),
    viewer: {
      name: viewerOf(file, patch, isBinary),
      collapsed,
      renderError: collapsed ? 'collapsed' : isOver ? 'too_large' : null,
    },
    viewPath: isModule ? null : blobPath(source.namespace, contentSha, path),
    replacedViewPath:
      isModule || file.newFile || file.deletedFile || source.from === null
        ? null
        : blobPath(source.namespace, source.from, file.oldPath),
    isFullyExpanded: file.newFile || file.deletedFile,
    oldSizeBytes: patch?.oldSizeBytes ?? null,
    newSizeBytes: patch?.newSizeBytes ?? null,
    oldImageSize: patch?.oldImageSize ?? null,
    newImageSize: patch?.newImageSize ?? null,
    lineCount: patch?.lineCount ?? null,
    wholeText: patch?.wholeText ?? noWholeTextChange,
    patch: patch?.text ?? '',
  }
}

function viewerOf(file: ChangedFile, patch: Patch | null, isBinary: boolean): DiffViewer {
  if (isBinary) return isImageName(pathOf(file)) ? 'image' : 'no_preview'
  if (patch === null || patch.text !== '' || patch.isOver) return 'text'
  if (file.renamedFile) return 'renamed'
  if (file.newFile) return 'added'
  if (file.deletedFile) return 'deleted'
  return file.aMode === file.bMode ? 'unchanged' : 'mode_changed'
}

const noPreview = { externalUrl: null, formattedExternalUrl: null }

const blobPath = (namespace: string, sha: string, path: string): string =>
  `/${namespace}/-/blob/${addressOf(sha, path)}`
