import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from './error-code.ts'
import { countLooseRefs } from './refs/ref-store.ts'
import { git } from './run.ts'
import { namesIn } from './small-files.ts'

const hourMs = 3_600_000
const maintenance = { timeoutMs: hourMs, lane: 'transfer', memory: 'large', yields: true } as const

/**
 * Keep a repository fast: pack refs and objects, write the indexes that speed up walks, delete the files of dead
 * processes. For a periodic job, some pushes apart; safe beside readers and pushes. Unreachable objects stay, so that
 * no comment loses its commit.
 */
export async function maintain(repo: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
  const options = { ...maintenance, ...(signal === undefined ? {} : { signal }) }
  await removeStaleQuarantines(repo)
  await git(repo, ['pack-refs', '--all'], options)
  await git(repo, ['repack', '-d', '-q', '--geometric=2', '--write-midx', '--write-bitmap-index'], options)
  await extendCommitGraph(repo, options)
}

type GitOptions = Parameters<typeof git>[2]

/**
 * Write the commits that are not in the commit graph yet to it, each with a filter of its changed paths, without which the
 * history of a file reads the trees of all of them.
 */
async function extendCommitGraph(repo: string, options: GitOptions): Promise<void> {
  // Listed before: a pack that arrives meanwhile counts as new.
  const packs = await packsOf(repo)
  await git(repo, ['commit-graph', 'write', '--reachable', '--changed-paths', '--split'], options)
  await writeFile(join(repo, graphedPacks), packs.join('\n'))
}

/** The packs whose commits are in the commit graph, one a line. */
const graphedPacks = 'graphed-packs'

const maxPacks = 20
/** The limit of one of the 256 folders of loose objects, which is counted as a sample, as git does. */
const maxLooseInSample = 12
/** Loose refs are files, which each listing of refs reads one by one. */
const maxLooseRefs = 500
/** Objects of packs that the commit graph does not know: at least some 500 commits. */
const maxUngraphedObjects = 2_000

/**
 * The maintenance that is due: all of `maintain` after many packs, loose objects or loose refs, and after the first
 * large push; the commit graph alone, which costs as much as there are new commits, after later ones.
 */
export async function maintenanceDue(repo: string): Promise<'all' | 'commit-graph' | null> {
  if ((await countLooseRefs(repo, maxLooseRefs + 1)) > maxLooseRefs) return 'all'
  const packs = await packsOf(repo)
  if (packs.length > maxPacks) return 'all'
  if ((await namesIn(join(repo, 'objects/17'))).length > maxLooseInSample) return 'all'
  const known = new Set((await readFile(join(repo, graphedPacks), 'utf8').catch(orNothing)).split('\n'))
  const counts = await Promise.all(packs.filter(name => !known.has(name)).map(name => objectsIn(repo, name)))
  if (counts.reduce((sum, count) => sum + count, 0) <= maxUngraphedObjects) return null
  // Without a bitmap, each clone walks through all trees: about twenty times the work.
  const hasBitmap = (await namesIn(join(repo, 'objects/pack'))).some(name => name.endsWith('.bitmap'))
  return hasBitmap ? 'commit-graph' : 'all'
}

const packsOf = async (repo: string): Promise<readonly string[]> =>
  (await namesIn(join(repo, 'objects/pack'))).filter(name => name.endsWith('.pack'))

/** @source gitformat-pack(5): 4 bytes signature, 4 version, 4 number of objects */
async function objectsIn(repo: string, pack: string): Promise<number> {
  const header = Buffer.alloc(12)
  try {
    await using file = await open(join(repo, 'objects/pack', pack))
    await file.read(header, 0, 12, 0)
  } catch (error) {
    // Another process has repacked it.
    if (isCode(error, 'ENOENT')) return 0
    throw error
  }
  return header.readUInt32BE(8)
}

function orNothing(error: unknown): string {
  if (isCode(error, 'ENOENT')) return ''
  throw error
}

/** Pack loose refs into one file. Safe with concurrent readers and pushes. */
export async function packRefs(repo: string): Promise<void> {
  await git(repo, ['pack-refs', '--all'], maintenance)
}

/**
 * Do the maintenance that is due, unless another process is doing it.
 *
 * @returns whether it was done
 */
export async function maintainAlone(repo: string, due: 'all' | 'commit-graph' = 'all'): Promise<boolean> {
  const lock = join(repo, 'maintenance.lock')
  if (!(await takeLock(lock))) return false
  try {
    if (due === 'all') await maintain(repo)
    else await extendCommitGraph(repo, maintenance)
    return true
  } finally {
    await rm(lock, { force: true })
  }
}

async function takeLock(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close()
    return true
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )
  if (age > 4 * hourMs) await rm(path, { force: true })
  return false
}

/**
 * Remove the quarantines of pushes whose git was killed. One that is still at it fails as a whole: its folder
 * disappears immediately.
 *
 * @param before  ms since 1970; younger ones stay
 * @returns how many were removed
 */
export async function removeStaleQuarantines(repo: string, before = Date.now() - 24 * hourMs): Promise<number> {
  const objects = join(repo, 'objects')
  let removed = 0
  for (const name of await namesIn(objects)) {
    if (!name.startsWith(quarantinePrefix) && !name.startsWith('incoming-')) continue
    const aside = join(objects, `${quarantinePrefix}removed-${randomUUID()}`)
    try {
      const { mtimeMs } = await stat(join(objects, name))
      if (mtimeMs >= before) continue
      await rename(join(objects, name), aside)
    } catch (error) {
      // A git process removed it.
      if (isCode(error, 'ENOENT')) continue
      throw error
    }
    await rm(aside, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

/**
 * The beginning of the names of folders in which git keeps the objects of a push until it accepts them. @source
 * tmp-objdir.c of git
 */
export const quarantinePrefix = 'tmp_objdir-'
