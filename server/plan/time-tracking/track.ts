import { sql } from 'kysely'
import { timelogSummaryLimit } from '#contract/plan/timeboxes/time-tracking.ts'
import { largestInteger } from '#contract/shapes.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { textNamespaceOf } from '#server/plan/issuables/changes/change.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { isDay } from '#server/platform/text/day.ts'
import { tooLong } from '#server/platform/text/problems.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { parseDuration } from './duration.ts'
import { timeStatsJson } from './present.ts'

type Trackable = Allowed<'issuable:set-metadata', IssuableRow>

/** A year: the maximum of the time spent on one issue, in seconds. */
const maxSpent = 31_557_600

/**
 * Read an estimate: zero or more seconds.
 *
 * @throws Invalid
 */
export function readEstimate(text: string): number {
  const seconds = parseDuration(text)
  if (seconds === null || seconds < 0 || seconds > largestInteger)
    throw new Invalid({ timeEstimate: ['must have a valid format and be greater than or equal to zero.'] })
  return seconds
}

/**
 * Read time spent: seconds other than zero, negative to subtract.
 *
 * @throws Invalid
 */
export function readSpent(text: string): number {
  const seconds = parseDuration(text)
  if (seconds === null || seconds === 0) throw new Invalid({ timeSpent: ['must have a valid format.'] })
  return seconds
}

/** Set the time estimate of an issue. @param seconds  0 removes it */
export async function setEstimate(ctx: Context, issue: Trackable, seconds: number): Promise<void> {
  const { timeEstimate: from, words } = await lockTimes(ctx, issue.id, seconds)
  if (from === seconds) return
  await sql`update issuables set time_estimate = ${seconds}, ${touched(ctx)} where id = ${issue.id}`.execute(ctx.db)
  await tell(ctx, issue, seconds === 0 ? 'removed time estimate' : `set time estimate to **${words}**`)
  await ctx.events.record('issue.estimated', { issueId: issue.id, from, to: seconds }, placeTold(issue))
}

interface Spent {
  /** Negative subtracts. */
  readonly seconds: number
  readonly summary?: string | undefined
  /** A day, yyyy-mm-dd; now when left out. */
  readonly day?: string | undefined
  /** The comment that logs it. */
  readonly noteId?: number | undefined
}

/**
 * Log time that the actor spent on an issue.
 *
 * @throws Invalid  more is subtracted than was spent, the total exceeds a year, the day is in the future, or the summary is too long
 */
export async function spendTime(
  ctx: Context,
  issue: Trackable,
  { seconds, summary, day, noteId }: Spent,
): Promise<void> {
  if (day !== undefined && (!isDay(day) || day > ctx.now.slice(0, 10)))
    throw new Invalid('The date of the time spent cannot be in the future.')
  if (summary !== undefined && summary.length > timelogSummaryLimit)
    throw new Invalid({ summary: [tooLong(timelogSummaryLimit)] })
  const { timeSpent, words } = await lockTimes(ctx, issue.id, Math.abs(seconds))
  if (timeSpent + seconds < 0) throw new Invalid('Time to subtract exceeds the total time spent')
  if (timeSpent + seconds > maxSpent) throw new Invalid('Total time spent cannot exceed one year')
  await log(ctx, issue, { seconds, summary, day, noteId })
  const verb = seconds < 0 ? 'subtracted' : 'added'
  const when = day === undefined || day === ctx.now.slice(0, 10) ? '' : ` at ${day}`
  await tell(ctx, issue, `${verb} **${words}** of time spent${when}`)
}

/**
 * Delete one entry of the time that was spent on an item.
 *
 * @throws Invalid  more was taken back since than would be left
 */
export async function removeTimelog(
  ctx: Context,
  issue: Allowed<'issuable:read', IssuableRow>,
  { id, seconds }: { readonly id: number; readonly seconds: number },
): Promise<void> {
  const { timeSpent, words } = await lockTimes(ctx, issue.id, Math.abs(seconds))
  if (timeSpent - seconds < 0) throw new Invalid('Time to subtract exceeds the total time spent')
  const { numAffectedRows = 0n } = await sql`delete from timelogs where id = ${id}`.execute(ctx.db)
  // A concurrent request has just deleted it.
  if (numAffectedRows === 0n) throw new NotFound('Timelog')
  await sql`update issuables set time_spent = time_spent - ${seconds}::integer, ${touched(ctx)} where id = ${issue.id}`.execute(
    ctx.db,
  )
  await tell(ctx, issue, `deleted **${seconds < 0 ? '-' : ''}${words}** of spent time`)
  await ctx.events.record('issue.time_spent', { issueId: issue.id, seconds: -seconds }, placeTold(issue))
}

/** Remove all time spent. The logs keep the entries and add the removal. */
export async function resetSpent(ctx: Context, issue: Trackable): Promise<void> {
  const { timeSpent } = await lockTimes(ctx, issue.id, 0)
  if (timeSpent === 0) return
  await log(ctx, issue, { seconds: -timeSpent })
  await tell(ctx, issue, 'removed time spent')
}

/** An issue's times as the API has them. */
export async function showTimes(ctx: Context, issueId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${timeStatsJson('i')}::text as json from issuables i where i.id = ${issueId}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '{}')
}

/** A duration such as `1h 30m`, written by PostgreSQL as everywhere; `0h` for zero. */
export async function wordsOf(ctx: Context, seconds: number): Promise<string> {
  const { rows } = await sql<{
    words: string | null
  }>`select human_duration(${Math.min(seconds, largestInteger)}::integer) as words`.execute(ctx.db)
  return rows[0]?.words ?? '0h'
}

interface Times {
  readonly timeEstimate: number
  readonly timeSpent: number
  /** Null for no seconds. */
  readonly words: string | null
}

/** Lock an issue until the transaction ends and read its times, with `seconds` written as a duration. */
async function lockTimes(ctx: Context, id: number, seconds: number): Promise<Times> {
  const { rows } = await sql<Times>`
    select time_estimate, time_spent, human_duration(${Math.min(seconds, largestInteger)}::integer) as words
    from issuables where id = ${id} for no key update`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Issue')
  return found
}

async function log(ctx: Context, issue: Trackable, { seconds, summary, day, noteId }: Spent): Promise<void> {
  const userId = userIdOf(ctx)
  await sql`
    with logged as (
      insert into timelogs (namespace_id, issuable_id, user_id, seconds, summary, spent_at, created_at, note_id)
      values (${issue.namespaceId}, ${issue.id}, ${userId}::bigint, ${seconds}::integer, nullif(${summary ?? ''}, ''),
        ${day ?? ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${noteId ?? null}::bigint)
    )
    update issuables set time_spent = time_spent + ${seconds}::integer, ${touched(ctx)} where id = ${issue.id}`.execute(
    ctx.db,
  )
  await ctx.events.record('issue.time_spent', { issueId: issue.id, seconds }, placeTold(issue))
}

const touched = (ctx: Context) => sql`updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint`

const tell = (ctx: Context, issue: IssuableRow, text: string): Promise<void> =>
  writeSystemNotes(ctx, issue.id, textNamespaceOf(issue), [{ action: 'time_tracking', text }])

const placeTold = (issue: IssuableRow) => ({
  namespaceId: issue.namespaceId,
  topics: topicsOfIssuable(issue),
})
