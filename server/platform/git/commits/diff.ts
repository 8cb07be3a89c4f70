import { isUtf8 } from 'node:buffer'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { readCommits } from '../cat-file.ts'
import { cleanPath } from '../files/tree.ts'
import { emptyTree, type Oid, oid } from '../objects.ts'
import { gitStream } from '../run.ts'
import type { ChangedFile } from './changed-files.ts'
import { compareByProcess, patchArguments } from './diff-processes.ts'

export type FileDiff = ChangedFile & {
  /** Hunks from the first `@@` on; empty when binary, collapsed or too large. */
  readonly diff: string
  /** The file exceeds a limit of its own: it is not shown, and cannot be expanded either. */
  readonly tooLarge: boolean
  /** Left out to keep the page light; asking for this file alone shows it. */
  readonly collapsed: boolean
}

export type Diff = {
  readonly files: readonly FileDiff[]
  /** Some files are left out altogether: the limits of the whole diff were reached. */
  readonly overflow: boolean
}

type DiffLimits = {
  readonly maxPatchBytes: number
  readonly maxFiles: number
  readonly maxLines: number
}

export type DiffOptions = {
  readonly limits?: Partial<DiffLimits>
  /** Show files that would be collapsed; files that are too large stay out. */
  readonly expanded?: boolean
  /** Only these files and folders. Git then sees no renames into or out of them: name both paths of a renamed file. */
  readonly paths?: readonly string[]
  readonly contextLines?: number
  readonly ignoreWhitespace?: boolean
  readonly signal?: AbortSignal
}

/** @source product rules, "diff limits" */
const defaultDiffLimits: DiffLimits = { maxPatchBytes: 200 * 1024, maxFiles: 1_000, maxLines: 50_000 }

/** The part of a limit from which files are collapsed. */
const collapsedFrom = 0.1

/** The diffs by both commits and the options: the changes between them are always the same. */
const diffs = new ByteCache<string, Diff>({
  name: 'diffs',
  maxBytes: 5 * 1024 * 1024,
  sizeOf: (made, key) => bytesOf(made) + bytesOf(key),
})

/** The changes between two commits or trees. Null for "from nothing". */
export async function diff(repo: string, from: Oid | null, to: Oid, options: DiffOptions = {}): Promise<Diff> {
  const { signal: _, paths, ...rest } = options
  // Callers for some of the files keep the result themselves.
  if (paths !== undefined) return makeDiff(repo, from, to, options)
  const key = JSON.stringify([repo, from, to, rest])
  const known = diffs.get(key)
  if (known !== undefined) return known
  const made = await makeDiff(repo, from, to, options)
  diffs.set(key, made)
  return made
}

async function makeDiff(repo: string, from: Oid | null, to: Oid, options: DiffOptions): Promise<Diff> {
  const limits = { ...defaultDiffLimits, ...options.limits }
  const reader = new DiffReader(limits, options.expanded === true)
  const take = (bytes: Buffer) => {
    reader.take(bytes)
    return !reader.isFull
  }
  const { paths: asked, contextLines, ignoreWhitespace = false, signal } = options
  const isUsual = asked === undefined && contextLines === undefined && !ignoreWhitespace
  if (from !== null && isUsual && (await areCommits(repo, from, to))) {
    await compareByProcess(repo, from, to, take, signal)
    return reader.finish()
  }
  const args: string[] = ['diff-tree', ...patchArguments]
  if (contextLines !== undefined) args.push(`-U${Math.max(0, Math.trunc(contextLines))}`)
  if (ignoreWhitespace) args.push('--ignore-all-space')
  const paths = (asked ?? []).map(cleanPath).filter(path => path !== null && path !== '')
  if (asked !== undefined && asked.length > 0 && paths.length === 0) return { files: [], overflow: false }
  args.push('--end-of-options', oid(from ?? emptyTree), oid(to), '--', ...paths.filter(path => path !== null))
  const stream = await gitStream(repo, args, { timeoutMs: 60_000, ...(signal === undefined ? {} : { signal }) })
  for await (const chunk of stream) if (!take(chunk)) break
  return reader.finish()
}

const areCommits = async (repo: string, from: Oid, to: Oid): Promise<boolean> =>
  (await readCommits(repo, [oid(from), oid(to)])).every(commit => commit !== null)

/**
 * The changes of a commit against its first parent; all of it, for a first commit. Null when there is no such commit.
 */
export async function commitDiff(
  repo: string,
  commitId: Oid,
  options: Pick<DiffOptions, 'ignoreWhitespace'> = {},
): Promise<Diff | null> {
  const [commit] = await readCommits(repo, [oid(commitId)])
  if (commit == null) return null
  return diff(repo, commit.parentIds[0] ?? null, commit.id, options)
}

type RawChange = {
  aMode: string
  bMode: string
  oldId: Oid | null
  newId: Oid | null
  status: string
  oldPath: string
  newPath: string
}

type OpenFile = RawChange & {
  patch: Buffer[]
  patchBytes: number
  lines: number
  additions: number
  deletions: number
  binary: boolean
  /** Lines of the current hunk still to come. */
  oldLeft: number
  newLeft: number
  inHunks: boolean
}

/** A change of which no line is read yet. */
const opened = (change: RawChange): OpenFile => ({
  ...change,
  patch: [],
  patchBytes: 0,
  lines: 0,
  additions: 0,
  deletions: 0,
  binary: false,
  oldLeft: 0,
  newLeft: 0,
  inHunks: false,
})

/**
 * Reads `git diff-tree --raw --patch` as it comes. The raw list in front names every file exactly, so the patch's own
 * headers are only counted; hunks are followed by their line counts, so no content can be taken for a header.
 */
class DiffReader {
  readonly #limits: DiffLimits
  readonly #expanded: boolean
  readonly #changes: RawChange[] = []
  readonly #files: FileDiff[] = []
  #open: OpenFile | null = null
  #shownBytes = 0
  #shownLines = 0
  /** The chunks of a line that has not ended. */
  #rest: Buffer[] = []
  #restBytes = 0
  readonly #maxLineBytes: number
  /** Consecutive lines of the open file within the current chunk. */
  #kept: { readonly bytes: Buffer; readonly start: number; end: number } | null = null
  /** Whether the parser is in the middle of a line that is too long to hold. */
  #skipping = false
  isFull = false

  constructor(limits: DiffLimits, expanded: boolean) {
    this.#limits = limits
    this.#maxLineBytes = limits.maxPatchBytes + 64 * 1024
    this.#expanded = expanded
  }

  take(chunk: Buffer): void {
    const isWithinLine = !chunk.includes(0x0a)
    // A long line is put together once, not with every chunk.
    if (isWithinLine && !this.#skipping && this.#restBytes + chunk.length <= this.#maxLineBytes) {
      this.#rest.push(chunk)
      this.#restBytes += chunk.length
      return
    }
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([...this.#rest, chunk])
    let at = 0
    for (let end = bytes.indexOf(0x0a); end >= 0 && !this.isFull; end = bytes.indexOf(0x0a, at)) {
      if (this.#skipping) this.#skipping = false
      else this.#line(bytes, at, end + 1)
      at = end + 1
    }
    if (this.#skipping) at = bytes.length
    else if (bytes.length - at > this.#maxLineBytes) {
      this.#line(bytes, at, bytes.length)
      this.#skipping = true
      at = bytes.length
    }
    this.#flush()
    this.#rest = at === bytes.length ? [] : [bytes.subarray(at)]
    this.#restBytes = bytes.length - at
  }

  finish(): Diff {
    this.#close()
    // Mode changes and files that differ only in ignored whitespace have no patch of their own.
    if (!this.isFull) while (this.#changes.length > 0 && !this.isFull) this.#begin(null)
    this.#close()
    return { files: this.#files, overflow: this.isFull }
  }

  /** Lines are passed as ranges of `bytes`, because a buffer for each line would cost more than the parsing. */
  #line(bytes: Buffer, start: number, end: number): void {
    const open = this.#open
    if (open !== null && (open.oldLeft > 0 || open.newLeft > 0)) {
      this.#hunkLine(open, bytes, start, end)
      return
    }
    const first = bytes[start]
    if (first === 0x3a /* : */ && open === null) {
      this.#changes.push(parseRaw(bytes.toString('utf8', start, end - 1)))
    } else if (first === 0x64 /* d */ && bytes.toString('latin1', start, Math.min(end, start + 11)) === 'diff --git ') {
      this.#close()
      this.#begin(bytes.subarray(start, end))
    } else if (open === null) {
      return
    } else if (first === 0x40 /* @ */) {
      const found = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(
        bytes.toString('latin1', start, Math.min(end, start + 100)),
      )
      if (found === null) return
      open.oldLeft = Number(found[1] ?? 1)
      open.newLeft = Number(found[2] ?? 1)
      open.inHunks = true
      this.#keep(open, bytes, start, end)
    } else if (first === 0x5c /* \ */ && open.inHunks) {
      this.#keep(open, bytes, start, end)
    } else if (
      !open.inHunks &&
      /^(Binary files |GIT binary patch)/.test(bytes.toString('latin1', start, Math.min(end, start + 20)))
    ) {
      open.binary = true
    }
  }

  #hunkLine(open: OpenFile, bytes: Buffer, start: number, end: number): void {
    switch (bytes[start]) {
      case 0x2b: // +
        open.newLeft -= 1
        open.additions += 1
        break
      case 0x2d: // -
        open.oldLeft -= 1
        open.deletions += 1
        break
      case 0x5c: // "\ No newline at end of file" in mid-hunk
        this.#keep(open, bytes, start, end)
        return
      default:
        open.oldLeft -= 1
        open.newLeft -= 1
    }
    open.lines += 1
    this.#keep(open, bytes, start, end)
  }

  #keep(open: OpenFile, bytes: Buffer, start: number, end: number): void {
    open.patchBytes += end - start
    if (open.patchBytes > this.#limits.maxPatchBytes) {
      open.patch = []
      this.#kept = null
    } else if (this.#kept !== null && this.#kept.end === start) this.#kept.end = end
    else {
      this.#flush()
      this.#kept = { bytes, start, end }
    }
  }

  /** Add the kept lines to the patch, in one piece. */
  #flush(): void {
    if (this.#kept === null) return
    const { bytes, start, end } = this.#kept
    this.#open?.patch.push(bytes.subarray(start, end))
    this.#kept = null
  }

  /** @param header the `diff --git` line, or null for a change without a patch */
  #begin(header: Buffer | null): void {
    if (this.#files.length >= this.#limits.maxFiles || this.#shownLines >= this.#limits.maxLines) {
      this.isFull = true
      return
    }
    const change = this.#nextChange(header)
    if (change === null) return
    this.#open = opened(change)
    if (header === null) this.#close()
  }

  #nextChange(header: Buffer | null): RawChange | null {
    const change = this.#changes.shift()
    if (change === undefined) return null
    if (change.status === 'T') {
      // A file that becomes a link is two patches: the one goes, the other comes.
      this.#changes.unshift({ ...change, aMode: '000000', oldId: null, status: 'A' })
      return { ...change, bMode: '000000', newId: null, status: 'D' }
    }
    if (header === null || this.#changes.length === 0) return change
    const named = headerPaths(header)
    if (named === null || (named.oldPath === change.oldPath && named.newPath === change.newPath)) return change
    const hasOwn = this.#changes.some(({ oldPath, newPath }) => named.oldPath === oldPath && named.newPath === newPath)
    if (!hasOwn) return change
    // The patch is of a later file: this one has none.
    this.#open = opened(change)
    this.#close()
    return this.#nextChange(header)
  }

  #close(): void {
    const open = this.#open
    if (open === null) return
    this.#flush()
    this.#open = null
    const { maxPatchBytes, maxFiles, maxLines } = this.#limits
    const tooLarge = open.patchBytes > maxPatchBytes
    const isHeavy =
      open.patchBytes > maxPatchBytes * collapsedFrom ||
      this.#files.length >= maxFiles * collapsedFrom ||
      this.#shownLines + open.lines > maxLines * collapsedFrom ||
      this.#shownBytes + open.patchBytes > maxPatchBytes * maxFiles * collapsedFrom * collapsedFrom
    const collapsed = !tooLarge && !this.#expanded && isHeavy && open.patchBytes > 0
    const isShown = !tooLarge && !collapsed
    if (isShown) this.#shownBytes += open.patchBytes
    this.#shownLines += open.lines
    this.#files.push({
      oldPath: open.oldPath,
      newPath: open.newPath,
      aMode: open.aMode === '000000' ? '0' : open.aMode,
      bMode: open.bMode === '000000' ? '0' : open.bMode,
      oldId: open.oldId,
      newId: open.newId,
      newFile: open.status === 'A',
      renamedFile: open.status === 'R',
      deletedFile: open.status === 'D',
      diff: isShown ? decodePatch(open.patch) : '',
      tooLarge,
      collapsed,
      additions: open.additions,
      deletions: open.deletions,
      binary: open.binary,
    })
  }
}

/** `:100644 100755 <oid> <oid> R090\told\tnew` */
function parseRaw(line: string): RawChange {
  const [head = '', first = '', second] = line.split('\t')
  const [aMode = '', bMode = '', oldId = '', newId = '', status = ''] = head.slice(1).split(' ')
  const oldPath = unquote(first)
  return {
    aMode,
    bMode,
    oldId: idOf(oldId),
    newId: idOf(newId),
    status: status.charAt(0),
    oldPath,
    newPath: second === undefined ? oldPath : unquote(second),
  }
}

const idOf = (id: string): Oid | null => (/^0+$/.test(id) ? null : id)

const western = new TextDecoder('windows-1252')

/** Text of a patch. Bytes that are no UTF-8 are read as Windows-1252, which gives every byte a character. */
function decodePatch(parts: readonly Buffer[]): string {
  const [only] = parts
  const bytes = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  return isUtf8(bytes) ? bytes.toString('utf8') : western.decode(bytes)
}

/** Both paths of `diff --git a/... b/...` where they can be told apart; they have no separator but the prefix. */
function headerPaths(header: Buffer): { oldPath: string; newPath: string } | null {
  const text = header.toString('utf8', 'diff --git '.length).trimEnd()
  const quoted = /^("(?:[^"\\]|\\.)*"|a\/.*?) ("(?:[^"\\]|\\.)*"|b\/.*)$/.exec(text)
  if (quoted === null) return null
  if (!text.startsWith('"')) {
    // The same name twice, the usual case, splits in the middle whatever it contains.
    const half = (text.length - 1) / 2
    if (text.slice(2, half) === text.slice(half + 3))
      return { oldPath: text.slice(2, half), newPath: text.slice(half + 3) }
    if (text.split(' b/').length > 2) return null
  }
  return { oldPath: unquote(quoted[1] ?? '').slice(2), newPath: unquote(quoted[2] ?? '').slice(2) }
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 }

/** Undo git's C-style quoting of a path; a path without quotes is itself. */
export function unquote(path: string): string {
  if (!path.startsWith('"')) return path
  const bytes: Buffer[] = []
  for (const [piece] of path.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]+/gs)) {
    if (!piece.startsWith('\\')) bytes.push(Buffer.from(piece))
    else if (piece.length === 4) bytes.push(Buffer.from([Number.parseInt(piece.slice(1), 8)]))
    else bytes.push(Buffer.from([escapes[piece.slice(1)] ?? piece.charCodeAt(1)]))
  }
  return Buffer.concat(bytes).toString('utf8')
}
