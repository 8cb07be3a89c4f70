import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/projects/find.ts'
import { userByIdOrUsername } from '#server/foundation/users/find.ts'
import { isCode } from '#server/platform/git/error-code.ts'
import type { RefUpdate } from '#server/platform/git/receive-pack.ts'
import { readRef, toBytes } from '#server/platform/git/ref-store.ts'
import { recordPush } from './push.ts'

// git moves the refs, then the database hears of it. A process killed in between leaves a mark in the repository, by which
// the next push makes up for it.

const folder = 'weft-pushes'
/** This very process: the system gives numbers of processes out again. */
const ownBoot = randomUUID()
/** Longer than any push may take. */
const longestPushMs = 40 * 60_000

interface Mark {
  readonly boot: string
  readonly host: string
  readonly pid: number
  readonly actorId: number
  readonly updates: readonly RefUpdate[]
}

export interface PushMark {
  /** The push is recorded, or came to nothing. */
  clear(): Promise<void>
}

/** Say in the repository what a push is about to do. */
export async function markPush(dir: string, actorId: number, updates: readonly RefUpdate[]): Promise<PushMark> {
  const path = join(dir, folder, `${randomUUID()}.json`)
  const mark: Mark = { boot: ownBoot, host: hostname(), pid: process.pid, actorId, updates }
  await mkdir(join(dir, folder), { recursive: true })
  await writeFile(path, JSON.stringify(mark))
  return { clear: () => rm(path, { force: true }) }
}

/** Record the pushes whose process died before it could. Costs one look at a folder that is mostly not there. */
export async function recordLostPushes(
  ctx: Context,
  project: Allowed<'project:push-code', ProjectRow>,
  dir: string,
): Promise<void> {
  for (const name of await namesIn(join(dir, folder))) {
    if (!name.endsWith('.json')) continue
    const path = join(dir, folder, name)
    const mark = await readMark(path)
    if (mark === null || (await isRunning(mark, path))) continue
    const taken = `${path}.taken`
    // Who renames it first records it.
    const isOurs = await rename(path, taken).then(
      () => true,
      () => false,
    )
    if (!isOurs) continue
    const applied: RefUpdate[] = []
    for (const update of mark.updates)
      if (update.before !== update.after && (await readRef(dir, toBytes(update.ref))) === update.after)
        applied.push(update)
    const actor = applied.length === 0 ? null : await userByIdOrUsername(ctx.db, String(mark.actorId))
    if (applied.length > 0) await recordPush({ ...ctx, actor: actor ?? ctx.actor }, project, applied)
    await rm(taken, { force: true })
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}

async function readMark(path: string): Promise<Mark | null> {
  try {
    // Only `markPush` writes here; a half-written file is no JSON.
    return JSON.parse(await readFile(path, 'utf8')) as Mark
  } catch {
    return null
  }
}

async function isRunning(mark: Mark, path: string): Promise<boolean> {
  if (mark.boot === ownBoot) return true
  if (mark.host === hostname() && !isAlive(mark.pid)) return false
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )
  return age < longestPushMs
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !isCode(error, 'ESRCH')
  }
}
