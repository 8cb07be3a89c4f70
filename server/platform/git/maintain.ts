import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
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

/** Quarantines of pushes whose git was killed. @returns how many were removed */
export async function removeStaleQuarantines(repo: string, olderThanMs = 24 * hourMs): Promise<number> {
  const objects = join(repo, 'objects')
  let removed = 0
  for (const name of await readdir(objects)) {
    if (!name.startsWith('tmp_objdir-') && !name.startsWith('incoming-')) continue
    const path = join(objects, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs < olderThanMs) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}
