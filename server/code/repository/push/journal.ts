import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Context, userIdOf } from '#server/context.ts'
import { isCode } from '#server/platform/git/error-code.ts'
import { namesIn, removeSmallFile } from '#server/platform/git/small-files.ts'
import type { RefUpdate } from '#server/platform/git/writing/update-refs.ts'
import { tryLock } from '#server/platform/postgres/lock.ts'

// git moves the refs, then the database records the push. The journal in the data folder knows each push from before it
// begins until long after it is recorded: a process may die in between, a machine may lose its power, and a database
// that replaces a failed one may lack the last records. `recordLostPushes` uses it to record pushes that the event log
// lacks.

/** This very process. */
const ownBoot = randomUUID()

/** A push in the journal. */
export interface Mark {
  /** The id of the process that makes the push. */
  readonly boot: string
  /** Null for moves by the system. */
  readonly actorId: number | null
  readonly updates: readonly RefUpdate[]
}

/** A file of the journal. */
export interface MarkFile {
  readonly path: string
  readonly projectId: number
  /** The start of the push, in milliseconds. */
  readonly beganMs: number
  /** The event that records the push holds it. */
  readonly key: string
}

export interface PushMark {
  readonly key: string
  /** Resolves when the mark is on the disk, where it outlives a power failure. */
  readonly kept: Promise<void>
  /** The push has moved nothing: forget it. */
  clear(): Promise<void>
  /**
   * The record is on the disk of the database: keep the mark for a database that takes its place.
   *
   * @param applied  the moves that took place, if not all of them did
   */
  recorded(applied?: readonly RefUpdate[]): Promise<void>
  /** Give up recording the push in this process: the next process does. */
  leave(): void
}

interface Folders {
  readonly dataDir: string
}

/** The marks of pushes that are under way, or were interrupted. */
export const marksFolder = ({ dataDir }: Folders): string => join(dataDir, 'pushes')
/** The marks of recorded pushes. */
export const recordedFolder = ({ dataDir }: Folders): string => join(dataDir, 'recorded-pushes')
const locksFolder = ({ dataDir }: Folders): string => join(dataDir, 'push-locks')

/** The pushes that this process is at, by the paths of their marks. */
const underWay = new Set<string>()
/** The locks of this process, by folder: they end with it. */
const ownLocks = new Map<string, () => void>()

/**
 * Store the refs that a push is about to move.
 *
 * @param key  of a move that another table knows as well, which then finishes it
 */
export async function markPush(
  ctx: Context,
  projectId: number,
  updates: readonly RefUpdate[],
  key: string = randomUUID(),
): Promise<PushMark> {
  const { settings } = ctx.services
  holdOwnLock(settings)
  const mark: Mark = { boot: ownBoot, actorId: userIdOf(ctx), updates }
  const path = join(marksFolder(settings), nameOf({ projectId, beganMs: Date.now(), key }))
  underWay.add(path)
  const leave = () => void underWay.delete(path)
  try {
    const file = await openIn(marksFolder(settings), path)
    await file.writeFile(JSON.stringify(mark)).catch(async (error: unknown) => {
      await file.close()
      throw error
    })
    const kept = file.sync().finally(() => file.close())
    // A push that has moved nothing never awaits it.
    kept.catch(() => undefined)
    return {
      key,
      kept,
      leave,
      clear: () => removeSmallFile(path).finally(leave),
      recorded: (applied = updates) => keepRecorded(settings, path, mark, applied).finally(leave),
    }
  } catch (error) {
    leave()
    throw error
  }
}

const nameOf = ({ projectId, beganMs, key }: Omit<MarkFile, 'path'>): string => `${projectId}.${beganMs}.${key}.json`

async function openIn(folder: string, path: string) {
  return open(path, 'wx').catch(async (error: unknown) => {
    if (!isCode(error, 'ENOENT')) throw error
    await mkdir(folder, { recursive: true })
    return open(path, 'wx')
  })
}

/** Move a mark to those of recorded pushes, with the moves that took place. */
export async function keepRecorded(
  folders: Folders,
  path: string,
  mark: Mark,
  applied: readonly RefUpdate[],
): Promise<void> {
  if (applied.length === 0) return removeSmallFile(path)
  const folder = recordedFolder(folders)
  await mkdir(folder, { recursive: true })
  if (applied.length === mark.updates.length) return rename(path, join(folder, basename(path)))
  const draft = join(folder, `.${basename(path)}`)
  await writeFile(draft, JSON.stringify({ ...mark, updates: applied }), { flush: true })
  await rename(draft, join(folder, basename(path)))
  await removeSmallFile(path)
}

/** The marks of a folder, oldest first; an unreadable name is none. */
export async function marksIn(folder: string, only?: { readonly id: number }): Promise<readonly MarkFile[]> {
  const found: MarkFile[] = []
  for (const name of await namesIn(folder)) {
    const [, projectId, beganMs, key] = /^(\d+)\.(?:(\d+)\.)?([\w-]+)\.json$/.exec(name) ?? []
    if (key === undefined || (only !== undefined && Number(projectId) !== only.id)) continue
    const path = join(folder, name)
    // The marks of earlier releases have no time in their name.
    found.push({ path, projectId: Number(projectId), beganMs: Number(beganMs ?? (await writtenMs(path))), key })
  }
  return found.sort((one, other) => one.beganMs - other.beganMs)
}

const writtenMs = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )

/** @returns null for one whose writing was interrupted, or that was deleted meanwhile */
export async function readMark({ path }: MarkFile): Promise<Mark | null> {
  try {
    const mark: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isMark(mark) ? mark : null
  } catch {
    return null
  }
}

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' &&
  value !== null &&
  'boot' in value &&
  typeof value.boot === 'string' &&
  'updates' in value &&
  Array.isArray(value.updates)

/** Whether a process is at the push: this one, or another one that still runs. */
export function isUnderWay(folders: Folders, { path }: MarkFile, { boot }: Mark): boolean {
  return boot === ownBoot ? underWay.has(path) : isRunning(folders, boot)
}

/** Each process that makes pushes holds a lock in the data folder, which the system takes from it when it ends, however that happens. */
function holdOwnLock(folders: Folders): void {
  const folder = locksFolder(folders)
  if (ownLocks.has(folder)) return
  const release = tryLock(folder, ownBoot)
  if (release !== null) ownLocks.set(folder, release)
}

function isRunning(folders: Folders, boot: string): boolean {
  if (!/^[\w-]+$/.test(boot) || !existsSync(join(locksFolder(folders), boot))) return false
  const release = tryLock(locksFolder(folders), boot)
  release?.()
  return release === null
}

/**
 * The time for which recorded pushes are kept: a database that replaces another one lacks its last minutes, a restored
 * backup a day.
 */
const keptMs = 7 * 24 * 60 * 60_000
/** A process has its lock by then. */
const lockedMs = 24 * 60 * 60_000

/** Remove the marks of pushes that were recorded long ago, and the locks of processes that have ended. */
export async function purgeJournal(folders: Folders, nowMs = Date.now()): Promise<void> {
  for (const { path, beganMs } of await marksIn(recordedFolder(folders)))
    if (beganMs < nowMs - keptMs) await removeSmallFile(path)
  for (const boot of await namesIn(locksFolder(folders))) {
    const path = join(locksFolder(folders), boot)
    if (boot !== ownBoot && (await writtenMs(path)) < nowMs - lockedMs && !isRunning(folders, boot))
      await rm(path, { force: true })
  }
}
