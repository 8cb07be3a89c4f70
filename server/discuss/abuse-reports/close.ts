import { type RawBuilder, sql } from 'kysely'
import { load } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Forbidden, NotFound } from '#server/errors.ts'
import { userById } from '#server/foundation/users/find.ts'
import { changeState } from '#server/foundation/users/states.ts'
import { administratorTopics } from './events.ts'

/** Close a report and leave everything else as it is. One that is closed stays so. @throws NotFound */
export async function dismissReport(ctx: Context, reportId: number): Promise<{ ids: readonly number[] }> {
  await subjectOf(ctx, reportId)
  return { ids: await close(ctx, sql`id = ${reportId}`) }
}

/**
 * Block whom a report is about, and close all open reports on them: they are seen to by it.
 *
 * @throws NotFound
 * @throws Forbidden  oneself, an account of the site itself, or one that is kept out already
 */
export async function blockReported(ctx: Context, reportId: number): Promise<{ ids: readonly number[] }> {
  const user = await load(ctx, 'user:admin', userById, { id: await subjectOf(ctx, reportId) })
  if ((await changeState(ctx, user, 'block')) === null)
    throw new Forbidden('The user is already blocked, banned or deactivated')
  return { ids: await close(ctx, sql`user_id = ${user.id}`) }
}

/** Take back that reports are closed; one whose maker has reported the same again stays closed. */
export async function reopenReports(ctx: Context, ids: readonly number[]): Promise<{ ids: readonly number[] }> {
  const { rows } = await sql<{ id: number }>`
    update abuse_reports r set state = 'open', closed_at = null, closed_by_id = null
    where r.id in (
      select distinct on (c.reporter_id, c.kind, c.thing_id, case when c.reporter_id is null then c.id end) c.id
      from abuse_reports c where c.id = any (${[...ids]}::bigint[]) and c.state = 'closed'
      order by c.reporter_id, c.kind, c.thing_id, case when c.reporter_id is null then c.id end, c.id desc)
      and not exists (select 1 from abuse_reports o where o.state = 'open' and o.reporter_id = r.reporter_id and o.kind = r.kind
        and o.thing_id = r.thing_id)
    returning r.id`.execute(ctx.db)
  const reportIds = rows.map(row => row.id)
  if (reportIds.length > 0)
    await ctx.events.record('abuse_report.reopened', { reportIds }, { topics: await administratorTopics(ctx) })
  return { ids: reportIds }
}

/** The user whom a report is about. */
async function subjectOf(ctx: Context, reportId: number): Promise<number> {
  const report = await ctx.db.selectFrom('abuseReports').select('userId').where('id', '=', reportId).executeTakeFirst()
  if (report === undefined) throw new NotFound('Abuse report')
  return report.userId
}

/** Close the open ones that a condition picks. */
async function close(ctx: Context, which: RawBuilder<unknown>): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    update abuse_reports set state = 'closed', closed_at = ${ctx.now}::timestamptz,
      closed_by_id = ${userIdOf(ctx)}
    where state = 'open' and ${which} returning id`.execute(ctx.db)
  const reportIds = rows.map(row => row.id)
  if (reportIds.length > 0)
    await ctx.events.record('abuse_report.closed', { reportIds }, { topics: await administratorTopics(ctx) })
  return reportIds
}
