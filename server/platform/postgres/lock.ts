import { chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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
 * @throws CannotStart  another process has it; the sentence names that process and its address
 */
export function holdLock(dataDir: string): Lock {
  const holderFile = join(dataDir, 'lock.txt')
  const release = tryLock(dataDir, 'lock')
  if (!release)
    throw new CannotStart(
      `Weft is already running on ${dataDir} (${readHolder(holderFile)}). Stop it first, or set another DATA_DIR and PORT.`,
    )
  const write = (address: string) => {
    writeFileSync(holderFile, `process ${process.pid}${address}\n`)
    giveToOwner(dataDir, [holderFile, join(dataDir, 'lock')])
  }
  try {
    write('')
  } catch (cause) {
    release()
    throw cannotWrite(dataDir, cause)
  }
  return { announce: address => write(`, ${address}`), release }
}

/** Give the files of root in another user's folder to that user, who could not open them otherwise. */
function giveToOwner(folder: string, files: readonly string[]): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  for (const file of files) chownSync(file, uid, gid)
}

/**
 * Lock a file in a folder, which is made when it is not there.
 *
 * The operating system holds the lock (SQLite keeps an exclusive one on the file), so it ends with the process however
 * that ends, and nothing stale is left to clean up.
 *
 * @returns a function that releases the lock, or null while another process has it
 * @throws CannotStart  the file cannot be written
 */
export function tryLock(folder: string, name: string): (() => void) | null {
  let file: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    file = new DatabaseSync(join(folder, name))
    file.exec('begin exclusive')
    const locked = file
    held.add(locked)
    return () => {
      held.delete(locked)
      locked.close()
    }
  } catch (cause) {
    file?.close()
    if (isBusy(cause)) return null
    throw cannotWrite(folder, cause)
  }
}

function cannotWrite(folder: string, cause: unknown): CannotStart {
  return new CannotStart(
    `Cannot write to the folder ${folder}: ${reason(cause)}. Change its owner to this account, or set another DATA_DIR.`,
    { cause },
  )
}

/** A file that nothing refers to would be closed by the garbage collector, and its lock gone. */
const held = new Set<DatabaseSync>()

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
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
