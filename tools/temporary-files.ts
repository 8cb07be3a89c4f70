import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

const memoryDisk = '/dev/shm'
const plentyBytes = 6 * 1024 ** 3

/**
 * Let this process and those it starts keep their temporary files in memory, where there is plenty, until it ends: tests
 * create and remove databases and repositories of thousands of files, and a disk can take seconds for each.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!hasPlenty()) return
  const folder = mkdtempSync(join(memoryDisk, 'weft-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  // Git runs hooks from there, and PostgreSQL its programs: some systems forbid that.
  if (!canExecute(folder)) return
  // The mode of the folder that it replaces: PostgreSQL runs under another account.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
}

function hasPlenty(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk)
    return Math.min(bavail * bsize, process.availableMemory()) >= plentyBytes
  } catch {
    return false
  }
}

function canExecute(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  return spawnSync(program).status === 0
}
