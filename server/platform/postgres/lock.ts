import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '#server/settings.ts'

export interface Lock {
  /** Write down where the holder answers, so that a second start can name it. */
  announce(address: string): void
  release(): void
}

/**
 * Take a data folder for this process alone.
 *
 * The operating system holds the lock (SQLite keeps an exclusive one on its file), so it ends with the process however
 * that ends, and nothing stale is left to clean up.
 *
 * @throws CannotStart  another process has it; the sentence names that process and its address
 */
export function holdLock(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const holderFile = join(dataDir, 'lock.txt')
  let file: DatabaseSync
  try {
    file = new DatabaseSync(join(dataDir, 'lock'))
    file.exec('begin exclusive')
  } catch (cause) {
    if (!isLocked(cause))
      throw new CannotStart(
        `The data folder ${dataDir} cannot be locked: ${reason(cause)}. Set DATA_DIR to one this account may write.`,
        { cause },
      )
    throw new CannotStart(
      `Weft already runs on ${dataDir} (${readHolder(holderFile)}). Stop that one first, or set DATA_DIR and PORT for a second.`,
      { cause },
    )
  }
  const write = (address: string) => writeFileSync(holderFile, `process ${process.pid}${address}\n`)
  write('')
  return { announce: address => write(`, ${address}`), release: () => file.close() }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'another process'
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
