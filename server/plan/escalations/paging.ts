import { sql } from 'kysely'
import { internalNotesTopic } from '#contract/live-topics.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import { type Context, createContext, type Services, transact } from '#server/context.ts'
import { seriesOf } from '#server/discuss/noteables/noteable.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { automationActor } from '#server/foundation/users/automation.ts'
import { batch, batchDistinct } from '#server/platform/sql/concurrently.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { PageOfRule } from './events.ts'

/** The most incidents and alerts of one run; the next run follows in a minute. */
const atOnce = 500

/** Start the escalation of an incident or alert by its policy, from the first rule. It pages no one without a policy, or unless triggered. */
export async function startEscalation(ctx: Context, issueId: number): Promise<void> {
  if (await restart(ctx, issueId)) await recordDue(ctx, issueId)
}

/** @returns whether a page is due now */
const restart = batchDistinct(
  async (ctx: Context, ids: readonly number[]) => {
    await sql`delete from pending_pages p where p.issuable_id = any (${[...ids]}::bigint[])`.execute(ctx.db)
    const { rows } = await sql<{ issuableId: number; isDue: boolean }>`
      insert into pending_pages (issuable_id, rule_id, namespace_id, due_at)
      select i.id, r.id, i.namespace_id, ${ctx.now}::timestamptz + make_interval(mins => r.elapsed_minutes)
      from issuables i join escalation_rules r on r.policy_id = i.escalation_policy_id
      where i.id = any (${[...ids]}::bigint[]) and i.type in ('incident', 'alert') and i.state = 'opened' and coalesce(i.escalation_status, 'TRIGGERED') = 'TRIGGERED'
      returning issuable_id, due_at <= ${ctx.now}::timestamptz as is_due`.execute(ctx.db)
    const due = new Set(rows.flatMap(row => (row.isDue ? row.issuableId : [])))
    return ids.map(id => due.has(id))
  },
  id => id,
)

interface HandOver {
  readonly from: number
  readonly to: number
}

/**
 * Let an open incident escalate in the place of an alert. Without a policy of its own, it gets that of the alert, with the pages that
 * are pending at their times; otherwise, it pages already.
 */
export async function handOverEscalation(ctx: Context, { from, to }: HandOver): Promise<void> {
  const { numAffectedRows } =
    await sql`update issuables t set escalation_policy_id = f.escalation_policy_id from issuables f
    where t.id = ${to} and f.id = ${from} and t.escalation_policy_id is null`.execute(ctx.db)
  if (numAffectedRows === 0n) return endEscalation(ctx, from)
  const { rows } = await sql<{
    isDue: boolean
  }>`update pending_pages set issuable_id = ${to} where issuable_id = ${from}
    returning due_at <= ${ctx.now}::timestamptz as is_due`.execute(ctx.db)
  if (rows.some(row => row.isDue)) await recordDue(ctx, to)
}

async function recordDue(ctx: Context, issueId: number): Promise<void> {
  const { rows } = await sql<{ namespaceId: number }>`select namespace_id from issuables where id = ${issueId}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row !== undefined)
    await ctx.events.record('escalation.due', { issueId }, { namespaceId: row.namespaceId, topics: [] })
}

/** Cancel the pending pages of an incident or alert. @param status  if given, only those of rules that wait for this status */
export async function endEscalation(ctx: Context, issueId: number, status?: 'ACKNOWLEDGED'): Promise<void> {
  if (status === undefined) await endAll(ctx, issueId)
  else
    await sql`delete from pending_pages p where p.issuable_id = ${issueId}
      and p.rule_id in (select r.id from escalation_rules r where r.status = ${status})`.execute(ctx.db)
}

const endAll = batch(async (ctx: Context, ids: readonly number[]): Promise<readonly undefined[]> => {
  await sql`delete from pending_pages p where p.issuable_id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return ids.map(() => undefined)
})

/** Send all pages that are due. Runs every minute, on one process; overdue pages are sent late rather than dropped. */
export async function pageDue(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const { rows } = await sql<{ issueId: number }>`
    select issuable_id as issue_id from pending_pages where due_at <= ${now}::timestamptz
    group by issuable_id order by min(due_at) limit ${atOnce}`.execute(db)
  if (rows.length === 0) return
  const ctx = createContext({ actor: await automationActor(db), db, services, requestId: 'page-on-call', now })
  for (const { issueId } of rows) {
    try {
      await transact(ctx, inner => pageFor(inner, issueId))
    } catch (error) {
      // The other incidents must still be paged about.
      services.log.error({ err: error, issueId }, 'the people of an incident were not paged')
    }
  }
}

/**
 * Page the people of the rules that are due for one incident or alert. The pending pages are deleted in the transaction
 * that announces them, so that no one is paged twice. In an archived project no one could acknowledge it.
 */
export async function pageFor(ctx: Context, issueId: number): Promise<void> {
  // Lock the incident first, as changes of its status do.
  await sql`select 1 from issuables where id = ${issueId} for no key update`.execute(ctx.db)
  const { rows } = await sql<DuePage>`
    delete from pending_pages p using escalation_rules r, issuables i, namespaces n
    where p.issuable_id = ${issueId} and p.due_at <= ${ctx.now}::timestamptz and r.id = p.rule_id and i.id = p.issuable_id and n.id = i.namespace_id
    returning r.id as rule_id, r.user_id, r.status, r.elapsed_minutes, i.type, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids,
      (select u.username from users u where u.id = r.user_id and u.state = 'active' and ${mayReadIssuable('u', 'i', 'n')}) as username,
      i.type in ('incident', 'alert') and i.state = 'opened' and not n.inactive and (coalesce(i.escalation_status, 'TRIGGERED') = 'TRIGGERED'
        or (r.status = 'RESOLVED' and i.escalation_status = 'ACKNOWLEDGED')) as is_wanted`.execute(ctx.db)
  const [first] = rows
  const pages = rows
    .filter(row => row.isWanted)
    .map(({ ruleId, userId, status, elapsedMinutes }) => ({ ruleId, userId, status, elapsedMinutes }))
  if (first === undefined || pages.length === 0) return
  const namespace = { id: first.namespaceId, fullPath: first.namespacePath, ancestorIds: first.ancestorIds }
  const people = [...new Set(rows.flatMap(row => (row.isWanted && row.username !== null ? `@${row.username}` : [])))]
  // Users who may not read the policy do not learn who is in it.
  if (people.length > 0) {
    const text = `paged ${people.join(', ')} by the escalation policy`
    await writeSystemNotes(ctx, issueId, namespace, [{ action: 'paged', text, internal: true }])
  }
  await ctx.events.record(
    'escalation.paged',
    { issueId, type: first.type, pages },
    { namespaceId: first.namespaceId, topics: [internalNotesTopic(seriesOf(first.type), issueId)] },
  )
}

interface DuePage extends PageOfRule {
  readonly type: string
  readonly namespaceId: number
  readonly namespacePath: string
  readonly ancestorIds: readonly number[]
  /** Null for a user whom no page reaches. */
  readonly username: string | null
  /** The incident still waits for this page. */
  readonly isWanted: boolean
}
