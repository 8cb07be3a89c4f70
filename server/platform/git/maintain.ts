import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from './error-code.ts'
import { countLooseRefs } from './refs/ref-store.ts'
import { git } from './run.ts'

const hourMs = 3_600_000

/**
 * Keep a repository quick: pack refs and objects, write what speeds up walks, drop what dead processes left. For a job now
 * and then, some pushes apart; safe beside readers and pushes. Unreachable objects stay, so that no comment loses its commit.
 */
export async function maintain(repo: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
  const options = { timeoutMs: hourMs, lane: 'transfer' as const, ...(signal === undefined ? {} : { signal }) }
  await removeStaleQuarantines(repo)
  await git(repo, ['pack-refs', '--all'], options)
  await git(repo, ['repack', '-d', '-q', '--geometric=2', '--write-midx', '--write-bitmap-index'], options)
  await git(repo, ['commit-graph', 'write', '--reachable', '--changed-paths', '--split'], options)
}

const maxPacks = 20
/** Of the 256 folders of loose objects one is counted, as git does. */
const maxLooseInSample = 12
/** Loose refs are files, which each listing of refs reads one by one. */
const maxLooseRefs = 500
const unindexedBytes = 4 * 1024 * 1024

/** Whether maintenance is due: many packs, loose objects or loose refs, or no commit graph yet after large pushes. */
export async function needsMaintenance(repo: string): Promise<boolean> {
  if ((await countLooseRefs(repo, maxLooseRefs + 1)) > maxLooseRefs) return true
  const packFolder = join(repo, 'objects/pack')
  const packs = (await filesOf(packFolder)).filter(name => name.endsWith('.pack'))
  if (packs.length > maxPacks) return true
  if ((await filesOf(join(repo, 'objects/17'))).length > maxLooseInSample) return true
  if ((await filesOf(join(repo, 'objects/info'))).some(name => name.startsWith('commit-graph'))) return false
  const sizes = await Promise.all(packs.map(name => stat(join(packFolder, name)).then(({ size }) => size)))
  return sizes.reduce((sum, size) => sum + size, 0) > unindexedBytes
}

/** Pack loose refs into one file. Safe with concurrent readers and pushes. */
export async function packRefs(repo: string): Promise<void> {
  await git(repo, ['pack-refs', '--all'], { timeoutMs: hourMs, lane: 'transfer' })
}

/**
 * `maintain`, unless another process is at it.
 *
 * @returns whether it was done
 */
export async function maintainAlone(repo: string): Promise<boolean> {
  const lock = join(repo, 'maintenance.lock')
  if (!(await takeLock(lock))) return false
  try {
    await maintain(repo)
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

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}

/**
 * Remove the quarantines of pushes whose git was killed. One that is still at it fails as a whole: its folder is gone at once.
 *
 * @param before  ms since 1970; younger ones stay
 * @returns how many were removed
 */
export async function removeStaleQuarantines(repo: string, before = Date.now() - 24 * hourMs): Promise<number> {
  const objects = join(repo, 'objects')
  let removed = 0
  for (const name of await filesOf(objects)) {
    if (!name.startsWith(quarantinePrefix) && !name.startsWith('incoming-')) continue
    const aside = join(objects, `${quarantinePrefix}removed-${randomUUID()}`)
    try {
      const { mtimeMs } = await stat(join(objects, name))
      if (mtimeMs >= before) continue
      await rename(join(objects, name), aside)
    } catch (error) {
      // Its own git removed it.
      if (isCode(error, 'ENOENT')) continue
      throw error
    }
    await rm(aside, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

const quarantinePrefix = 'tmp_objdir-'
