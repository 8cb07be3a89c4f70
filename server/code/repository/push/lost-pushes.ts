import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { userByIdOrUsername } from '#server/foundation/users/find.ts'
import { batchInfo } from '#server/platform/git/cat-file.ts'
import { removeStaleQuarantines } from '#server/platform/git/maintain.ts'
import { readRef, toBytes } from '#server/platform/git/refs/ref-store.ts'
import { removeSmallFile } from '#server/platform/git/small-files.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import type { RefUpdate } from '#server/platform/git/writing/update-refs.ts'
import { isDatabaseAway } from '#server/platform/sql/away.ts'
import { connectionBreaks } from '#server/platform/sql/connection.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { flushed } from '#server/platform/sql/durable.ts'
import {
  isUnderWay,
  keepRecorded,
  type Mark,
  type MarkFile,
  marksFolder,
  marksIn,
  purgeJournal,
  readMark,
  recordedFolder,
} from './journal.ts'
import { recordPush } from './push.ts'

/** Longer than any push may take. */
const longestPushMs = 40 * 60_000
/** The number of a project's latest events that are searched for the moves of a push whose mark was left. */
const eventsSearched = 1_000
/** The number of marks that one statement looks up in the log. */
const keysAtOnce = 1_000
const retryMs = 5_000

/** A mark whose push no process is at. */
interface LostPush extends MarkFile {
  readonly mark: Mark
  /** The record was on the disk once: a database without it has replaced the one that had it. */
  readonly wasRecorded: boolean
}

/**
 * Record the pushes that the event log lacks, in the order in which they were made: those whose process died before it could, and those
 * whose record was lost with a database. Costs one look at a folder that is mostly empty, unless the database may have changed.
 *
 * @param only  the project to look at; without it all
 * @throws AggregateError  some could not be recorded, and keep their marks; the others are recorded
 */
export async function recordLostPushes(ctx: Context, only?: { readonly id: number }): Promise<void> {
  await recordAfterChange(ctx)
  await recordAll(ctx, await cutOffPushes(ctx, only))
}

/** The connections that had broken when the records were last compared with the log; nothing was compared yet. */
let comparedBreaks = -1
let comparing: Promise<void> | null = null

/**
 * After the database may have changed, for all projects together: the next push waits for it, so that the log keeps the
 * order.
 */
async function recordAfterChange(ctx: Context): Promise<void> {
  if (comparedBreaks === connectionBreaks()) return
  comparing ??= recordMissing(ctx).finally(() => {
    comparing = null
  })
  await comparing
}

async function recordMissing(ctx: Context): Promise<void> {
  const breaks = connectionBreaks()
  try {
    // Record interrupted pushes too: one of them may come before a recorded one.
    await recordAll(ctx, [...(await missingPushes(ctx)), ...(await cutOffPushes(ctx))])
  } catch (error) {
    // A failure that needs a person, such as a broken repository, is retried by the job, and not with every push.
    if (error instanceof AggregateError && !error.errors.some(isDatabaseAway)) comparedBreaks = breaks
    throw error
  }
  comparedBreaks = breaks
}

async function recordAll(ctx: Context, lost: readonly LostPush[]): Promise<void> {
  const failures: unknown[] = []
  const inOrder = lost.toSorted((one, other) => one.beganMs - other.beganMs)
  for (const [index, push] of inOrder.entries())
    await recordOne(ctx, push, inOrder.slice(index + 1)).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some pushes could not be recorded')
}

/** The projects with pushes that were not recorded and that no process is recording. */
export async function projectsOfLostPushes(ctx: Context): Promise<readonly number[]> {
  const lost = [...(await missingPushes(ctx)), ...(await cutOffPushes(ctx))]
  return [...new Set(lost.map(({ projectId }) => projectId))]
}

/** The pushes that no process is at any more, but that were not recorded, as far as this process knows. */
async function cutOffPushes(ctx: Context, only?: { readonly id: number }): Promise<readonly LostPush[]> {
  const { settings } = ctx.services
  const found: LostPush[] = []
  for (const file of await marksIn(marksFolder(settings), only)) {
    const mark = await readMark(file)
    if (mark === null) {
      // Cut off in the middle of writing: that push never began.
      if (file.beganMs < Date.now() - longestPushMs) await removeSmallFile(file.path)
    } else if (!isUnderWay(settings, file, mark)) found.push({ ...file, mark, wasRecorded: false })
  }
  return found
}

/** The recorded pushes that the log lacks. */
async function missingPushes(ctx: Context): Promise<readonly LostPush[]> {
  const files = await marksIn(recordedFolder(ctx.services.settings))
  const found: LostPush[] = []
  for (let start = 0; start < files.length; start += keysAtOnce) {
    const some = files.slice(start, start + keysAtOnce)
    const logged = await loggedOf(
      ctx.db,
      some.map(({ key }) => key),
    )
    for (const file of some) {
      const mark = logged.has(file.key) ? null : await readMark(file)
      if (mark !== null) found.push({ ...file, mark, wasRecorded: true })
    }
  }
  return found
}

/** The keys that events of the log hold. */
async function loggedOf(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select payload->>'mark' as key from events where name = 'repository.pushed' and payload->>'mark' is not null and payload->>'mark' = any (${keys}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}

/** The same for every project, at the start and by a job; a failure is logged and tried again by the next. */
export async function recordAllLostPushes(db: Db, services: Services): Promise<void> {
  const ctx = contextOf(db, services)
  try {
    await recordMissing(ctx)
    await purgeJournal(services.settings)
  } catch (error) {
    services.log.error({ err: error }, 'pushes stay unrecorded')
  }
}

const contextOf = (db: Db, services: Services): Context =>
  createContext({ actor: anonymous, db, services, requestId: 'lost-pushes' })

let isMending = false

/** Record the pushes that this process could not record, as soon as the database is available again. */
export function recordSoon({ db, services }: Pick<Context, 'db' | 'services'>): void {
  if (isMending || db.isTransaction) return
  isMending = true
  const tryAgain = async () => {
    const ctx = contextOf(db, services)
    // These tries take about as long as the job needs to run.
    for (let tries = 0; tries < 120; tries += 1) {
      await delay(retryMs, undefined, { ref: false })
      const isDone = await recordMissing(ctx).then(
        () => true,
        () => false,
      )
      if (isDone) return
    }
  }
  void tryAgain().finally(() => {
    isMending = false
  })
}

/** @param later  the lost pushes after it */
async function recordOne(ctx: Context, push: LostPush, later: readonly LostPush[]): Promise<void> {
  const { projectId, key, mark } = push
  const { settings } = ctx.services
  if (await isBeingFinished(ctx.db, key)) return
  const project = await ctx.db
    .selectFrom('projects')
    .select(['id', 'defaultBranch'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (project === undefined) return removeSmallFile(push.path)
  const dir = repositoryDir(settings.dataDir, projectId)
  if (!push.wasRecorded) {
    // First, so that a git that outlived its server does not move a ref unheard.
    await removeStaleQuarantines(dir, await firstLivePushMs(ctx, projectId))
  }
  const actor = mark.actorId === null ? null : await userByIdOrUsername(ctx.db, String(mark.actorId))
  const own = { ...ctx, actor: actor ?? ctx.actor, now: new Date().toISOString() }
  const applied = await transact(own, async inner => {
    // One process records the push, and the others find it recorded.
    await sql`select pg_advisory_xact_lock(${sql.lit(recordingLocks)}, hashtext(${key}))`.execute(inner.db)
    if ((await loggedOf(inner.db, [key])).has(key)) return mark.updates
    const logged = push.wasRecorded ? [] : await movesSince(inner, projectId, push.beganMs)
    const moved = await movedBy(dir, push, logged, later)
    if (moved.length > 0) await recordPush(inner, project, moved, { mark: key })
    return moved
  })
  await flushed(ctx.db)
  if (!push.wasRecorded) await keepRecorded(settings, push.path, mark, applied)
}

/** The first key of the advisory locks for marks. */
const recordingLocks = 0x50555348

/**
 * Whether a push is a merge, or a commit of suggestions, that was interrupted: its completion also records its move.
 */
async function isBeingFinished(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from merge_requests where merging is not null and merging->>'key' = ${key}
    union all select 1 from suggestions where applying is not null and applying->>'commitId' = ${key} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The moves of a push that took place and that the log does not have, as far as the repository still knows their commits. */
async function movedBy(
  dir: string,
  { mark, wasRecorded, beganMs }: LostPush,
  logged: readonly RefUpdate[],
  later: readonly LostPush[],
): Promise<readonly RefUpdate[]> {
  const real = mark.updates.filter(({ before, after }) => before !== after)
  const onward = [...logged, ...later.filter(each => each.beganMs >= beganMs).flatMap(each => each.mark.updates)]
  const recorded = new Set(logged.map(keyOf))
  const moved: RefUpdate[] = []
  for (const update of real) {
    const { ref, after } = update
    if (recorded.has(keyOf(update))) continue
    const tookPlace =
      wasRecorded ||
      (await readRef(dir, toBytes(ref))) === after ||
      onward.some(each => each.ref === ref && each.before === after)
    if (tookPlace) moved.push(update)
  }
  const commits = [...new Set(moved.flatMap(({ before, after }) => [before, after]))].filter(each => each !== null)
  if (commits.length === 0) return moved
  const infos = await batchInfo(dir, commits).catch(() => [])
  const known = new Set(commits.filter((_commit, index) => infos[index] != null))
  return moved.filter(({ before, after }) => [before, after].every(each => each === null || known.has(each)))
}

/** The moves that the event log holds since a push began. */
async function movesSince(ctx: Context, projectId: number, sinceMs: number): Promise<readonly RefUpdate[]> {
  const { rows } = await sql<{ refs: readonly RefUpdate[] }>`
    select payload->'refs' as refs from (
      select name, payload, created_at from events where namespace_id = ${projectId} order by sequence desc limit ${sql.lit(eventsSearched)}
    ) latest where name = 'repository.pushed' and created_at >= ${new Date(sinceMs)}`.execute(ctx.db)
  return rows.flatMap(({ refs }) => refs)
}

const keyOf = ({ ref, before, after }: RefUpdate): string => `${ref} ${before} ${after}`

/** File systems take times from a coarser clock, which is behind that of the process. */
const clockLagMs = 1_000

/** A quarantine from before that time belongs to no push that still runs: marks are written before git starts. */
async function firstLivePushMs({ services: { settings } }: Context, projectId: number): Promise<number> {
  let firstMs = Date.now()
  for (const file of await marksIn(marksFolder(settings), { id: projectId })) {
    const mark = await readMark(file)
    if (mark !== null && isUnderWay(settings, file, mark)) firstMs = Math.min(firstMs, file.beganMs)
  }
  return firstMs - clockLagMs
}
