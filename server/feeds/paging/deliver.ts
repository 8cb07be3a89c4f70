import { type RawBuilder, sql } from 'kysely'
import { mayReadIssuable } from '#server/access/readers.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { batch } from '#server/platform/sql/concurrently.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { DueDelivery } from './delivery.ts'
import { mailPages } from './mail-pages.ts'
import { sendOutward } from './send-outward.ts'

/** The most messages of one run of the job; the next run follows in a minute. */
const atOnce = 500

/** Send the messages of pages that are due. Runs each minute, on one process; overdue messages are sent late rather than dropped. */
export async function sendDueDeliveries(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  await sendDue(createContext({ actor: anonymous, db, services, requestId: 'send-pages', now }), sql`true`)
}

/** Send the messages about one incident or alert that are due, at least those of a page. @param pagedAt  the clock of another process may be ahead */
export const sendDueOf = (ctx: Context, issuableId: number, pagedAt: string): Promise<void> =>
  sendDue({ ...ctx, now: pagedAt > ctx.now ? pagedAt : ctx.now }, sql`d.issuable_id = ${issuableId}`)

/** Send the messages of test pages of the actor. */
export const sendDueTests = (ctx: Context, userId: number): Promise<void> =>
  sendDue(ctx, sql`d.user_id = ${userId} and d.issuable_id is null`)

/** @param which  a condition on `page_deliveries d` */
async function sendDue(ctx: Context, which: RawBuilder<unknown>): Promise<void> {
  try {
    await transact(ctx, async inner => {
      await cancelUnwanted(inner, which)
      await mailPages(inner, await takeMails(inner, which))
    })
  } finally {
    // A failure of the emails keeps nobody from being paged otherwise.
    await sendOutward(ctx, which)
  }
}

/** SQL condition on `page_deliveries d`: it is due. */
const isDue = (ctx: Context): RawBuilder<boolean> => sql<boolean>`d.next_attempt_at <= ${ctx.now}::timestamptz`

/** Cancel due messages whose page has been answered, or whose recipient can no longer read the incident or alert. */
async function cancelUnwanted(ctx: Context, which: RawBuilder<unknown>): Promise<void> {
  await sql`update page_deliveries t set state = 'canceled', next_attempt_at = null, ended_at = ${ctx.now}::timestamptz
    from page_deliveries d join users u on u.id = d.user_id join issuables i on i.id = d.issuable_id join namespaces n on n.id = i.namespace_id
    where t.id = d.id and ${isDue(ctx)} and ${which} and not (${isWanted('d', 'i')} and not n.inactive and u.state = 'active'
      and ${mayReadIssuable('u', 'i', 'n')})`.execute(ctx.db)
}

/** SQL condition: nobody has answered the page yet. @param delivery  alias of `page_deliveries` @param issuable  alias of `issuables` */
export const isWanted = (delivery: string, issuable: string): RawBuilder<boolean> => {
  const [d, i] = [(name: string) => sql.ref(`${delivery}.${name}`), (name: string) => sql.ref(`${issuable}.${name}`)]
  return sql<boolean>`(${i('type')} in ('incident', 'alert') and ${i('state')} = 'opened' and (coalesce(${i('escalation_status')}, 'TRIGGERED') = 'TRIGGERED'
    or (${d('until_status')} = 'RESOLVED' and ${i('escalation_status')} = 'ACKNOWLEDGED')))`
}

/** Mark the due emails as sent: they are queued in the same transaction. */
async function takeMails(ctx: Context, which: RawBuilder<unknown>): Promise<readonly DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (select d.id from page_deliveries d where ${isDue(ctx)} and d.channel = 'mail' and ${which}
      order by d.next_attempt_at, d.id limit ${atOnce} for update skip locked)
    update page_deliveries t set state = 'sent', next_attempt_at = null, attempts = t.attempts + 1, ended_at = ${ctx.now}::timestamptz
    from due where t.id = due.id
    returning t.id, t.user_id, t.issuable_id, t.part, t.channel, t.minutes, t.lead`.execute(ctx.db)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** Cancel the messages about an incident or alert that still wait. @param status  if given, only those that wait for this status */
export const cancelPages = (ctx: Context, issuableId: number, status?: 'ACKNOWLEDGED'): Promise<unknown> =>
  (status === undefined ? cancelAll : cancelUnacknowledged)(ctx, issuableId)

const cancelAll = batch((ctx: Context, ids: readonly number[]) => cancel(ctx, ids, sql`true`))
const cancelUnacknowledged = batch((ctx: Context, ids: readonly number[]) =>
  cancel(ctx, ids, sql`d.until_status = 'ACKNOWLEDGED'`),
)

async function cancel(ctx: Context, ids: readonly number[], which: RawBuilder<unknown>): Promise<readonly undefined[]> {
  await sql`update page_deliveries d set state = 'canceled', next_attempt_at = null, ended_at = ${ctx.now}::timestamptz
    where d.issuable_id = any (${[...ids]}::bigint[]) and d.state = 'pending' and ${which}`.execute(ctx.db)
  return ids.map(() => undefined)
}

const keptDays = 90

export async function purgeDeliveries(db: Db): Promise<void> {
  await sql`delete from page_deliveries where created_at < now() - make_interval(days => ${keptDays})`.execute(db)
}
