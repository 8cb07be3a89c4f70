import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { anonymous, type Context, createContext, type Services } from '#server/context.ts'
import { userByIdOrUsername } from '#server/foundation/users/find.ts'
import { isCode } from '#server/platform/git/error-code.ts'
import { removeStaleQuarantines } from '#server/platform/git/maintain.ts'
import { readRef, toBytes } from '#server/platform/git/refs/ref-store.ts'
import { namesIn, removeSmallFile } from '#server/platform/git/small-files.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import type { RefUpdate } from '#server/platform/git/writing/update-refs.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { recordPush } from './push.ts'

// git moves the refs, then the database records the push. A process that is killed in between, or a machine that loses its power before
// the record is on the disk, leaves a mark in the data folder. By it, the next push to the project, the next start or a job records the push.

/** This very process: the system gives numbers of processes out again. */
const ownBoot = randomUUID()
/** Longer than any push may take. */
const longestPushMs = 40 * 60_000
/** Longer than it takes to record one. */
const recordingMs = 5 * 60_000
/** So many of a project's latest events are searched for the record of a push whose mark was left. */
const eventsSearched = 1_000
const ownHost = createHash('sha256').update(hostname()).digest('hex').slice(0, 16)

interface Mark {
  readonly boot: string
  readonly host: string
  readonly pid: number
  /** Null for what the system does. */
  readonly actorId: number | null
  readonly updates: readonly RefUpdate[]
}

export interface PushMark {
  /** Resolves when the mark is on the disk, where it outlives a power failure. */
  readonly kept: Promise<void>
  /** Remove the mark: the push is recorded, or has moved nothing. */
  clear(): Promise<void>
}

/** Where marks lie, each with its project's id at the beginning of its name. */
export const marksFolder = (settings: { readonly dataDir: string }): string => join(settings.dataDir, 'pushes')

/** Write down what a push is about to do, so that it can be recorded if this process is killed before it does. */
export async function markPush(
  ctx: Context,
  projectId: number,
  actorId: number | null,
  updates: readonly RefUpdate[],
): Promise<PushMark> {
  const folder = marksFolder(ctx.services.settings)
  const path = join(folder, `${projectId}.${randomUUID()}.json`)
  const mark: Mark = { boot: ownBoot, host: hostname(), pid: process.pid, actorId, updates }
  const file = await open(path, 'wx').catch(async (error: unknown) => {
    if (!isCode(error, 'ENOENT')) throw error
    await mkdir(folder, { recursive: true })
    return open(path, 'wx')
  })
  await file.writeFile(JSON.stringify(mark)).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  const kept = file.sync().finally(() => file.close())
  // A push that has moved nothing never awaits it.
  kept.catch(() => undefined)
  return { kept, clear: () => removeSmallFile(path) }
}

/**
 * Record the pushes whose process died before it could. Costs one look at a folder that is mostly empty.
 *
 * @param only  the project to look at; without it all
 * @throws AggregateError  some could not be recorded, and keep their marks; the others are recorded
 */
export async function recordLostPushes(ctx: Context, only?: { readonly id: number }): Promise<void> {
  const folder = marksFolder(ctx.services.settings)
  const failures: unknown[] = []
  for await (const { projectId, path, mark } of marksIn(folder, only)) {
    // Cut off in the middle of writing: that push never began.
    if (mark === null && (await ageMs(path)) > longestPushMs) await rm(path, { force: true })
    if (mark === null) continue
    const taken = join(folder, takenName(projectId))
    // Who renames it first records it.
    const isOurs = await rename(path, taken).then(
      () => true,
      () => false,
    )
    if (!isOurs) continue
    try {
      await recordMark(ctx, projectId, mark, new Date((await stat(taken)).mtimeMs))
      await rm(taken, { force: true })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some pushes could not be recorded')
}

/** The projects with pushes that nobody recorded and nobody is at any more. */
export async function projectsOfLostPushes(ctx: Context): Promise<readonly number[]> {
  const found = new Set<number>()
  for await (const { projectId, mark } of marksIn(marksFolder(ctx.services.settings)))
    if (mark !== null) found.add(projectId)
  return [...found]
}

/** The name of a taken mark says which process records it, so that it is taken again at once if that process has died. */
export const takenName = (projectId: number, by: Pick<Mark, 'pid' | 'boot'> = { pid: process.pid, boot: ownBoot }) =>
  `${projectId}.${randomUUID()}.${ownHost}.${by.pid}.${by.boot}.json.taken`

/** Whether a process still records a taken mark. */
async function isBeingRecorded(name: string, path: string): Promise<boolean> {
  const [, , host, pid, boot] = name.split('.')
  const isDead = boot !== ownBoot && host === ownHost && !isAlive(Number(pid))
  return !isDead && (await ageMs(path)) < recordingMs
}

/** Marks that no running push has; null for one that cannot be read. */
async function* marksIn(folder: string, only?: { readonly id: number }) {
  for (const name of await namesIn(folder)) {
    const projectId = Number(/^(\d+)\.[0-9a-z.-]+\.json(?:\.taken)?$/.exec(name)?.[1])
    if (!Number.isSafeInteger(projectId) || (only !== undefined && projectId !== only.id)) continue
    const path = join(folder, name)
    const mark = await readMark(path)
    const isBusy = name.endsWith('.taken')
      ? await isBeingRecorded(name, path)
      : mark !== null && (await isRunning(mark, path))
    if (!isBusy) yield { projectId, path, mark }
  }
}

/** The same for every project, at the start and by a job; a failure is logged and tried again by the next. */
export async function recordAllLostPushes(db: Db, services: Services): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'lost-pushes' })
  await recordLostPushes(ctx).catch(error =>
    services.log.error({ err: error }, 'pushes of a former process stay unrecorded'),
  )
}

async function recordMark(ctx: Context, projectId: number, mark: Mark, since: Date): Promise<void> {
  const project = await ctx.db
    .selectFrom('projects')
    .select(['id', 'defaultBranch'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (project === undefined) return
  const dir = repositoryDir(ctx.services.settings.dataDir, projectId)
  // First, so that a git that outlived its server does not move a ref unheard.
  await removeStaleQuarantines(dir, await firstLivePushMs(marksFolder(ctx.services.settings), projectId))
  const recorded = await recordedSince(ctx, projectId, since)
  const applied: RefUpdate[] = []
  for (const update of mark.updates)
    if (
      update.before !== update.after &&
      !recorded.has(keyOf(update)) &&
      (await readRef(dir, toBytes(update.ref))) === update.after
    )
      applied.push(update)
  if (applied.length === 0) return
  const actor = mark.actorId === null ? null : await userByIdOrUsername(ctx.db, String(mark.actorId))
  await recordPush({ ...ctx, actor: actor ?? ctx.actor, now: new Date().toISOString() }, project, applied)
}

/**
 * The moves that the event log holds since a mark was written, by `keyOf`. The mark of a recorded push is left when the process dies, or
 * the machine loses its power, before the mark is removed.
 */
async function recordedSince(ctx: Context, projectId: number, since: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ refs: readonly RefUpdate[] }>`
    select payload->'refs' as refs from (
      select name, payload, created_at from events where namespace_id = ${projectId} order by sequence desc limit ${sql.lit(eventsSearched)}
    ) latest where name = 'repository.pushed' and created_at >= ${since}`.execute(ctx.db)
  return new Set(rows.flatMap(({ refs }) => refs.map(keyOf)))
}

const keyOf = ({ ref, before, after }: RefUpdate): string => `${ref} ${before} ${after}`

/** A quarantine from before that time belongs to no push that still runs: marks are written before git starts. */
async function firstLivePushMs(folder: string, projectId: number): Promise<number> {
  let firstMs = Date.now()
  for (const name of await namesIn(folder)) {
    if (!name.startsWith(`${projectId}.`) || name.endsWith('.taken')) continue
    const path = join(folder, name)
    const mark = await readMark(path)
    if (mark === null || !(await isRunning(mark, path))) continue
    firstMs = await stat(path).then(
      ({ ctimeMs }) => Math.min(firstMs, ctimeMs),
      () => firstMs,
    )
  }
  return firstMs
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
  return (await ageMs(path)) < longestPushMs
}

/** Since it was written or renamed. */
async function ageMs(path: string): Promise<number> {
  return stat(path).then(
    ({ ctimeMs }) => Date.now() - ctimeMs,
    () => 0,
  )
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
