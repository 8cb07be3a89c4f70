import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import { emptyTree, type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

/** A file that differs between two commits. */
export type ChangedFile = {
  readonly oldPath: string
  readonly newPath: string
  /** `0` where the file is not there, else `100644` and the like. */
  readonly aMode: string
  readonly bMode: string
  /** Null where the file is not there; a commit of the other repository for a submodule. */
  readonly oldId: Oid | null
  readonly newId: Oid | null
  readonly newFile: boolean
  readonly renamedFile: boolean
  readonly deletedFile: boolean
  /** Whether git takes the file for binary; it counts no lines then. */
  readonly binary: boolean
  readonly additions: number
  readonly deletions: number
}

export type ChangedFiles = {
  readonly files: readonly ChangedFile[]
  /** More than `maxChangedFiles` changed: the rest is left out. */
  readonly overflow: boolean
}

const maxChangedFiles = 20_000

/** Files read without a pause of the event loop. */
const filesAtOnce = 500

/** Longer output of git is kept compressed. */
const keptPlainBytes = 128 * 1024

interface KeptDiff {
  readonly output: Buffer
  readonly isPacked: boolean
  readonly overflow: boolean
}

/**
 * The outputs of git, by both commits and the treatment of whitespace: they are the same in every repository, and never
 * change.
 */
const kept = new ByteCache<string, KeptDiff>({
  name: 'changed-files',
  maxBytes: 6 * 1024 * 1024,
  sizeOf: ({ output }) => output.length + 400,
})

/** Readings that have begun, by repository and key: the parts of a page ask for the files of a diff at the same time. */
const underWay = new Map<string, Promise<ChangedFiles>>()

const pack = promisify(deflate)
const unpack = promisify(inflate)

/**
 * The files that differ between two commits or trees, with line counts and without lines, in the order of their paths.
 *
 * @param from  null: from nothing
 */
export async function changedFiles(
  repo: string,
  from: Oid | null,
  to: Oid,
  { ignoreWhitespace = false }: { readonly ignoreWhitespace?: boolean } = {},
): Promise<ChangedFiles> {
  const key = `${from} ${to} ${ignoreWhitespace}`
  const name = `${repo} ${key}`
  const begun = underWay.get(name)
  if (begun !== undefined) return begun
  const reading = readChangedFiles(repo, key, from, to, ignoreWhitespace).finally(() => underWay.delete(name))
  underWay.set(name, reading)
  return reading
}

async function readChangedFiles(
  repo: string,
  key: string,
  from: Oid | null,
  to: Oid,
  ignoreWhitespace: boolean,
): Promise<ChangedFiles> {
  const known = kept.get(key)
  if (known !== undefined) {
    const { files, overflow } = await readChanges(known.isPacked ? await unpack(known.output) : known.output)
    return { files, overflow: overflow || known.overflow }
  }
  const white = ignoreWhitespace ? ['--ignore-all-space'] : []
  const { stdout } = await git(
    repo,
    [
      ...[
        'diff-tree',
        '-r',
        '-M',
        '-z',
        '--raw',
        '--numstat',
        '--no-abbrev',
        '--no-ext-diff',
        '--no-textconv',
        ...white,
      ],
      ...['--end-of-options', oid(from ?? emptyTree), oid(to), '--'],
    ],
    { timeoutMs: 60_000, maxBytes: 256 * 1024 * 1024 },
  )
  const { files, overflow, read } = await readChanges(stdout)
  const isPacked = read.length > keptPlainBytes
  // Hashes hardly shrink: the fastest level does as well as any.
  kept.set(key, { output: isPacked ? await pack(read, { level: 1 }) : read, isPacked, overflow })
  return { files, overflow }
}

/**
 * Read the output of `diff-tree -z --raw --numstat`: first all raw entries, then all counts, in the same order.
 *
 * @returns `read`: the output without the files beyond the limit
 */
async function readChanges(output: Buffer): Promise<ChangedFiles & { readonly read: Buffer }> {
  let at = 0
  const word = () => {
    const end = output.indexOf(0, at)
    const text = output.toString('utf8', at, end < 0 ? output.length : end)
    at = end < 0 ? output.length : end + 1
    return text
  }
  const changes: (Omit<ChangedFile, 'binary' | 'additions' | 'deletions'> & { readonly isTypeChange: boolean })[] = []
  let count = 0
  let entriesEnd = 0
  while (output[at] === 0x3a /* : */) {
    const [aMode = '', bMode = '', oldId = '', newId = '', status = ''] = word().slice(1).split(' ')
    const oldPath = word()
    const newPath = status.startsWith('R') ? word() : oldPath
    if (++count % filesAtOnce === 0) await setImmediate()
    if (count > maxChangedFiles) continue
    entriesEnd = at
    changes.push({
      oldPath,
      newPath,
      aMode: modeOf(aMode),
      bMode: modeOf(bMode),
      oldId: idOf(oldId),
      newId: idOf(newId),
      newFile: status === 'A',
      renamedFile: status.startsWith('R'),
      deletedFile: status === 'D',
      isTypeChange: status === 'T',
    })
  }
  const countsStart = at
  // Files that differ only in ignored whitespace have no counts.
  let counted = readCounts(word)
  const files: ChangedFile[] = []
  for (const [index, { isTypeChange, ...change }] of changes.entries()) {
    const isOwn = counted.path === change.newPath
    const counts = isOwn ? counted.counts : { binary: false, additions: 0, deletions: 0 }
    if (isOwn) counted = readCounts(word)
    if (isTypeChange) {
      // A file that becomes a link is two changes: the one goes, the other comes.
      files.push({ ...change, ...counts, bMode: '0', newId: null, deletedFile: true, additions: 0 })
      files.push({ ...change, ...counts, aMode: '0', oldId: null, newFile: true, deletions: 0 })
    } else files.push({ ...change, ...counts })
    if (index % filesAtOnce === filesAtOnce - 1) await setImmediate()
  }
  const overflow = count > changes.length
  const read = overflow ? Buffer.concat([output.subarray(0, entriesEnd), output.subarray(countsStart, at)]) : output
  return { files, overflow, read }
}

/** `1\t2\tpath`, or `1\t2\t` with both paths of a renamed file in words of their own. */
function readCounts(word: () => string) {
  const [added = '', removed = '', ...rest] = word().split('\t')
  const own = rest.join('\t')
  const isRenamed = added !== '' && own === ''
  if (isRenamed) word()
  const path = isRenamed ? word() : own
  return { path, counts: { binary: added === '-', additions: Number(added) || 0, deletions: Number(removed) || 0 } }
}

const modeOf = (mode: string): string => (mode === '000000' ? '0' : mode)
const idOf = (id: string): Oid | null => (/^0+$/.test(id) ? null : id)
