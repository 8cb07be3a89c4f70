import { isUtf8 } from 'node:buffer'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import { type ImageSize, imageSizeOf } from '#server/platform/files/image-size.ts'
import { objectInfo } from '#server/platform/git/cat-file.ts'
import type { ChangedFile } from '#server/platform/git/commits/changed-files.ts'
import { diff } from '#server/platform/git/commits/diff.ts'
import { readBlob } from '#server/platform/git/files/blob.ts'
import { fileText } from '#server/platform/git/files/file-text.ts'
import { fileModes, type Oid, oid } from '#server/platform/git/objects.ts'
import { git } from '#server/platform/git/run.ts'
import type { DiffSource } from './diff-source.ts'
import { readLfsPointer } from './lfs.ts'
import { noWholeTextChange, type WholeTextChange, wholeTextChange } from './whole-text.ts'

/** The change of one file, whatever its name and its commits. */
export interface Patch {
  /** Hunks from the first `@@` on; empty if there are none, or too many. */
  readonly text: string
  readonly addedLines: number
  readonly removedLines: number
  readonly isBinary: boolean
  /** The hunks are longer than the limit. */
  readonly isOver: boolean
  /** Null where the file is not there, or no file. */
  readonly oldSizeBytes: number | null
  readonly newSizeBytes: number | null
  /** The lines of the new file, or of the old one if it is deleted; null for a large or binary file. */
  readonly lineCount: number | null
  readonly isLfs: boolean
  readonly wholeText: WholeTextChange
  /** The size of an image, in pixels; null where its header does not tell, and for a large file. */
  readonly oldImageSize: ImageSize | null
  readonly newImageSize: ImageSize | null
}

type PatchSource = Pick<DiffSource, 'dir' | 'from' | 'to' | 'ignoreWhitespace'>

/** Longer patches are left out of a batch. */
const maxBatchPatchBytes = 128 * 1024
/** Longer patches are not shown at all. */
export const maxFilePatchBytes = 12 * 1024 * 1024
/** Lines of larger files are not counted. */
const maxCountedBytes = 1024 * 1024

/**
 * The patches by both blobs, the treatment of whitespace, and the limit: the same in every repository, and never
 * changing.
 */
const kept = new ByteCache<string, Patch>({
  name: 'diff-patches',
  maxBytes: 6 * 1024 * 1024,
  sizeOf: ({ text }) => 300 + 2 * text.length,
})

const keyOf = (file: ChangedFile, { ignoreWhitespace }: PatchSource, maxBytes: number): string =>
  `${file.oldId} ${file.newId} ${ignoreWhitespace} ${maxBytes}`

/**
 * The changes of some files of a diff, in their order. Those that are not kept are computed by one git process.
 *
 * @param files  of `filesOf(source)`
 * @param maxBytes  of the patch of one file
 */
export async function patchesOf(
  source: PatchSource,
  files: readonly ChangedFile[],
  maxBytes: number = maxBatchPatchBytes,
): Promise<readonly Patch[]> {
  const known = files.map(file => kept.get(keyOf(file, source, maxBytes)))
  const wanted = files.filter((_file, index) => known[index] === undefined)
  const made = new Map<ChangedFile, Patch>()
  if (wanted.length > 0) {
    const withLines = wanted.filter(file => !file.binary && file.oldId !== file.newId)
    const found = await linesOf(source, withLines, maxBytes)
    await Promise.all(
      wanted.map(async file => {
        const patch = await patchOf(source, file, found.get(file) ?? noLines, maxBytes)
        kept.set(keyOf(file, source, maxBytes), patch)
        made.set(file, patch)
      }),
    )
  }
  // Every file is either known or wanted.
  return files.map((file, index) => known[index] ?? made.get(file)) as Patch[]
}

type Lines = Pick<Patch, 'text' | 'addedLines' | 'removedLines' | 'isBinary' | 'isOver'>
const noLines: Lines = { text: '', addedLines: 0, removedLines: 0, isBinary: false, isOver: false }

async function linesOf(
  { dir, from, to, ignoreWhitespace }: PatchSource,
  files: readonly ChangedFile[],
  maxBytes: number,
): Promise<ReadonlyMap<ChangedFile, Lines>> {
  if (files.length === 0) return new Map()
  const limits = { maxPatchBytes: maxBytes, maxFiles: Number.POSITIVE_INFINITY, maxLines: Number.POSITIVE_INFINITY }
  const paths = [...new Set(files.flatMap(file => [file.oldPath, file.newPath]))]
  const found = await diff(dir, from, to, { paths, limits, expanded: true, ignoreWhitespace })
  const byPair = new Map(found.files.map(file => [`${file.oldId} ${file.newId}`, file]))
  const lines = new Map<ChangedFile, Lines>()
  for (const file of files) {
    // Among fewer files git may pair the renamed ones in another way: those are then compared by themselves.
    const own = byPair.get(`${file.oldId} ${file.newId}`) ?? (await blobPair(dir, file, limits, ignoreWhitespace))
    if (own === null) continue
    lines.set(file, {
      text: own.diff,
      addedLines: own.additions,
      removedLines: own.deletions,
      isBinary: own.binary,
      isOver: own.tooLarge,
    })
  }
  return lines
}

/** Two blobs as the contents of two files. Null if one of the sides is no blob. */
async function blobPair(
  dir: string,
  { oldId, newId }: Pick<ChangedFile, 'oldId' | 'newId'>,
  { maxPatchBytes }: { readonly maxPatchBytes: number },
  ignoreWhitespace: boolean,
  ignoreLineEndings = false,
) {
  if (oldId === null || newId === null) return null
  const white = ignoreWhitespace ? ['--ignore-all-space'] : ignoreLineEndings ? ['--ignore-cr-at-eol'] : []
  const args = [
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    ...white,
    '--end-of-options',
    oid(oldId),
    oid(newId),
  ]
  const { stdout } = await git(dir, args, { maxBytes: maxPatchBytes * 4 + 1024 * 1024 })
  return readOne(stdout.toString('utf8'), maxPatchBytes)
}

function readOne(output: string, maxPatchBytes: number) {
  const start = output.startsWith('@@') ? 0 : output.indexOf('\n@@') + 1
  const text = start === 0 && !output.startsWith('@@') ? '' : output.slice(start)
  const tooLarge = text.length > maxPatchBytes
  return {
    diff: tooLarge ? '' : text,
    // No header follows the first hunk: there is one file.
    additions: text.match(/^\+/gm)?.length ?? 0,
    deletions: text.match(/^-/gm)?.length ?? 0,
    binary: /^Binary files /m.test(output.slice(0, start === 0 ? output.length : start)),
    tooLarge,
  }
}

async function patchOf(source: PatchSource, file: ChangedFile, lines: Lines, maxBytes: number): Promise<Patch> {
  const { dir } = source
  const [oldFile, newFile] = await Promise.all([
    contentOf(dir, file.oldId, file.aMode),
    contentOf(dir, file.newId, file.bMode),
  ])
  const isBinary = file.binary || lines.isBinary
  const shown = file.deletedFile ? oldFile : newFile
  const isForeign = [oldFile?.content, newFile?.content].some(each => each != null && !isUtf8(each))
  const decoded = isForeign
    ? await decodedText(oldFile?.content ?? null, newFile?.content ?? null, maxBytes, source.ignoreWhitespace)
    : null
  const content = shown?.content ?? null
  const whole =
    decoded === null && !isBinary
      ? await wholeOf(source, file, lines, oldFile?.content, newFile?.content, maxBytes)
      : null
  return {
    ...(decoded?.lines ?? { ...lines, isBinary, ...(whole !== null && { text: whole.text }) }),
    wholeText: whole?.change ?? noWholeTextChange,
    oldSizeBytes: oldFile?.sizeBytes ?? null,
    newSizeBytes: newFile?.sizeBytes ?? null,
    lineCount: decoded?.lineCount ?? (isBinary || content === null ? null : countLines(content)),
    isLfs: content !== null && readLfsPointer(content) !== null,
    oldImageSize: isBinary ? imageSizeIn(oldFile) : null,
    newImageSize: isBinary ? imageSizeIn(newFile) : null,
  }
}

/** The change of a text as a whole, with the lines that differ in more than their endings. */
async function wholeOf(
  { dir, ignoreWhitespace }: PatchSource,
  file: ChangedFile,
  lines: Lines,
  before: Buffer | null | undefined,
  after: Buffer | null | undefined,
  maxBytes: number,
): Promise<{ readonly change: WholeTextChange; readonly text: string } | null> {
  if (before == null || after == null || lines.text === '') return null
  const { change, isAll } = wholeTextChange(before.toString('utf8'), after.toString('utf8'))
  // Which lines now end otherwise is of interest where not all of them do.
  if (change.lineEndings?.to === 'mixed') return { change, text: lines.text }
  if (isAll) return { change, text: '' }
  if (change.lineEndings === null) return { change, text: lines.text }
  const limits = { maxPatchBytes: maxBytes }
  const pair = await blobPair(dir, file, limits, ignoreWhitespace, true)
  return { change, text: pair?.diff ?? lines.text }
}

const imageSizeIn = (file: { readonly content: Buffer | null } | null) =>
  file?.content == null ? null : imageSizeOf(file.content)

async function contentOf(dir: string, id: Oid | null, mode: string) {
  if (id === null || mode === fileModes.submodule) return null
  const info = await objectInfo(dir, id)
  if (info === null) return null
  if (info.sizeBytes > maxCountedBytes) return { sizeBytes: info.sizeBytes, content: null }
  return { sizeBytes: info.sizeBytes, content: (await readBlob(dir, id))?.content ?? null }
}

export function countLines(content: Uint8Array): number {
  let lines = 0
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) lines++
  return content.length > 0 && content.at(-1) !== 10 ? lines + 1 : lines
}

/** git takes UTF-16 for binary, and knows no other charset: their text is compared as UTF-8. Null if one of the two is no text. */
async function decodedText(old: Buffer | null, now: Buffer | null, maxBytes: number, ignoreWhitespace: boolean) {
  const [before, after] = [old, now].map(content =>
    content === null || content.length === 0 ? '' : (fileText(content)?.text ?? null),
  )
  if (before == null || after == null || (before === '' && after === '')) return null
  const folder = await mkdtemp(join(tmpdir(), 'weft-diff-'))
  try {
    const files = [join(folder, 'before'), join(folder, 'after')] as const
    await Promise.all([writeFile(files[0], before), writeFile(files[1], after)])
    const white = ignoreWhitespace ? ['--ignore-all-space'] : []
    const args = [
      'diff',
      '--no-index',
      '--text',
      '--no-ext-diff',
      '--no-textconv',
      '--no-color',
      ...white,
      '--',
      ...files,
    ]
    const { stdout } = await git(null, args, { accept: [1], maxBytes: maxBytes * 4 + 1024 * 1024 })
    const { diff: text, additions, deletions, tooLarge } = readOne(stdout.toString('utf8'), maxBytes)
    const lines = { text, addedLines: additions, removedLines: deletions, isBinary: false, isOver: tooLarge }
    return { lines, lineCount: countLines(Buffer.from(after === '' ? before : after)) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
