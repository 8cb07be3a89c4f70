import { type RawBuilder, sql } from 'kysely'
import { internalNotesTopic } from '#contract/live-topics.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import { type Context, createContext, type Services, transact, userIdOrZero } from '#server/context.ts'
import { seriesOf } from '#server/discuss/noteables/noteable.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import { automationActor } from '#server/foundation/users/automation.ts'
import { batch, batchDistinct } from '#server/platform/sql/concurrently.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { canBeOnCall } from '../on-call/available.ts'
import { onCallOf, readSchedules } from '../on-call/read.ts'
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
    await forget(ctx, ids)
    const { rows } = await sql<{ issuableId: number; isDue: boolean }>`
      insert into pending_pages (issuable_id, rule_id, round, namespace_id, due_at)
      select i.id, r.id, g.round, i.namespace_id, ${ctx.now}::timestamptz + make_interval(mins => ${elapsed(sql`g.round`)})
      from issuables i join escalation_policies ep on ep.id = i.escalation_policy_id
      join escalation_rules r on r.policy_id = ep.id cross join generate_series(0, ep.repeat_count) as g(round)
      where i.id = any (${[...ids]}::bigint[]) and i.type in ('incident', 'alert') and i.state = 'opened' and coalesce(i.escalation_status, 'TRIGGERED') = 'TRIGGERED'
      returning issuable_id, due_at <= ${ctx.now}::timestamptz as is_due`.execute(ctx.db)
    const due = new Set(rows.flatMap(row => (row.isDue ? row.issuableId : [])))
    return ids.map(id => due.has(id))
  },
  id => id,
)

/** SQL for the minutes after which a rule `r` of a policy `ep` pages in a round. */
const elapsed = (round: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`r.elapsed_minutes + ${round} * ((select max(l.elapsed_minutes) from escalation_rules l where l.policy_id = ep.id) + ep.repeat_minutes)`

/** Delete the pending pages and reminders of incidents and alerts. */
async function forget(ctx: Context, ids: readonly number[]): Promise<void> {
  await sql`with reminders as (delete from pending_reminders where issuable_id = any (${[...ids]}::bigint[]))
    delete from pending_pages where issuable_id = any (${[...ids]}::bigint[])`.execute(ctx.db)
}

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
  await forget(ctx, ids)
  return ids.map(() => undefined)
})

/** Remind the actor, who has acknowledged an incident, until it is resolved: as often as its policy says. */
export async function startReminders(ctx: Context, issueId: number): Promise<void> {
  await sql`insert into pending_reminders (issuable_id, user_id, namespace_id, due_at)
    select i.id, u.id, i.namespace_id, ${ctx.now}::timestamptz + make_interval(mins => ep.reminder_minutes)
    from issuables i join escalation_policies ep on ep.id = i.escalation_policy_id
      join users u on u.id = ${userIdOrZero(ctx)} and not u.is_bot
    where i.id = ${issueId} and i.state = 'opened' and ep.reminder_minutes is not null
    on conflict (issuable_id) do update set user_id = excluded.user_id, due_at = excluded.due_at`.execute(ctx.db)
}

/** Send all pages and reminders that are due. Runs every minute, on one process; overdue pages are sent late rather than dropped. */
export async function pageDue(db: Db, services: Services, now = new Date().toISOString()): Promise<void> {
  const { rows } = await sql<{ issueId: number }>`
    select issue_id from (
      select issuable_id as issue_id, due_at from pending_pages where due_at <= ${now}::timestamptz
      union all select issuable_id, due_at from pending_reminders where due_at <= ${now}::timestamptz) due
    group by issue_id order by min(due_at) limit ${atOnce}`.execute(db)
  if (rows.length === 0) return
  const ctx = createContext({ actor: await automationActor(db), db, services, requestId: 'page-on-call', now })
  for (const { issueId } of rows) {
    try {
      await transact(ctx, async inner => {
        await pageFor(inner, issueId)
        await remindFor(inner, issueId)
      })
    } catch (error) {
      // The other incidents must still be paged about.
      services.log.error({ err: error, issueId }, 'the people of an incident were not paged')
    }
  }
}

/**
 * Page the people of the rules that are due for one incident or alert. The pending pages are deleted in the transaction
 * that announces them, so that no one is paged twice. In an archived project no one could acknowledge it.
 *
 * Who is on call is decided now. If a level reaches nobody, the next one of the same round does not wait.
 */
export async function pageFor(ctx: Context, issueId: number): Promise<void> {
  // Lock the incident first, as changes of its status do.
  await sql`select 1 from issuables where id = ${issueId} for no key update`.execute(ctx.db)
  const sentences: string[] = []
  let level = await take(ctx, issueId, sql`p.due_at <= ${ctx.now}::timestamptz`)
  const [place] = level
  let pages: readonly PageOfRule[] = []
  for (let isEarly = false; level.length > 0; isEarly = true) {
    const reached = await reachedBy(ctx, issueId, level)
    if (reached.length > 0) {
      sentences.push(`paged ${namesOf(reached)} by the escalation policy`)
      pages = reached.map(({ rule: { ruleId, status, elapsedMinutes }, userId }) => ({
        ...{ ruleId, userId, status, elapsedMinutes },
        ...(isEarly && { isEarly }),
      }))
      break
    }
    const round = Math.max(...level.map(rule => rule.round))
    const next = await take(
      ctx,
      issueId,
      sql`p.round = ${round} and p.due_at = (select min(o.due_at) from pending_pages o where o.issuable_id = ${issueId} and o.round = ${round})`,
    )
    sentences.push(
      `found no one to page by the escalation policy${missing(level)}${next.length > 0 ? ', and went to the next level' : ''}`,
    )
    level = next
  }
  if (place === undefined || sentences.length === 0) return
  const namespace = { id: place.namespaceId, fullPath: place.namespacePath, ancestorIds: place.ancestorIds }
  // Users who may not read the policy do not learn who is in it.
  await writeSystemNotes(
    ctx,
    issueId,
    namespace,
    sentences.map(text => ({ action: 'paged', text, internal: true })),
  )
  await ctx.events.record(
    'escalation.paged',
    { issueId, type: place.type, pages },
    { namespaceId: place.namespaceId, topics: [internalNotesTopic(seriesOf(place.type), issueId)] },
  )
}

/** Take the pending pages of a condition that are still wanted. */
async function take(ctx: Context, issueId: number, which: RawBuilder<unknown>): Promise<readonly DueRule[]> {
  const { rows } = await sql<DueRule & { readonly isWanted: boolean }>`
    delete from pending_pages p using escalation_rules r, escalation_policies ep, issuables i, namespaces n
    where p.issuable_id = ${issueId} and ${which} and r.id = p.rule_id and ep.id = r.policy_id and i.id = p.issuable_id and n.id = i.namespace_id
    returning r.id as rule_id, p.round, r.user_id, r.schedule_id, r.group_id, r.status, ${elapsed(sql`p.round`)} as elapsed_minutes,
      (select s.name from oncall_schedules s where s.id = r.schedule_id) as schedule_name,
      i.type, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids,
      i.type in ('incident', 'alert') and i.state = 'opened' and not n.inactive and (coalesce(i.escalation_status, 'TRIGGERED') = 'TRIGGERED'
        or (r.status = 'RESOLVED' and i.escalation_status = 'ACKNOWLEDGED')) as is_wanted`.execute(ctx.db)
  return rows.filter(row => row.isWanted)
}

interface DueRule {
  readonly ruleId: number
  /** Counts the repetitions, from 0. */
  readonly round: number
  readonly userId: number | null
  readonly scheduleId: number | null
  readonly scheduleName: string | null
  readonly groupId: number | null
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
  readonly elapsedMinutes: number
  readonly type: string
  readonly namespaceId: number
  readonly namespacePath: string
  readonly ancestorIds: readonly number[]
}

interface Reached {
  readonly rule: DueRule
  readonly userId: number
  readonly username: string
}

interface NamedByRule {
  readonly rule_id: number
  readonly user_id: number | null
  readonly group_id: number | null
}

/** The members of a group whom one rule pages, at most. */
const maxGroup = 100

/** The people whom rules page now: those who may read the incident, and have an address that was confirmed. */
async function reachedBy(ctx: Context, issueId: number, rules: readonly DueRule[]): Promise<readonly Reached[]> {
  const scheduleIds = rules.flatMap(({ scheduleId }) => (scheduleId === null ? [] : [scheduleId]))
  const schedules = scheduleIds.length === 0 ? [] : await readSchedules(ctx, sql`s.id = any (${scheduleIds}::bigint[])`)
  const moment = Date.parse(ctx.now)
  const named = rules.flatMap(({ ruleId, userId, scheduleId, groupId }): readonly NamedByRule[] => {
    if (groupId !== null) return [{ rule_id: ruleId, user_id: null, group_id: groupId }]
    if (userId !== null) return [{ rule_id: ruleId, user_id: userId, group_id: null }]
    const schedule = schedules.find(({ id }) => id === scheduleId)
    const onCall = schedule === undefined ? [] : onCallOf(schedule, moment)
    return onCall.map(({ id }) => ({ rule_id: ruleId, user_id: id, group_id: null }))
  })
  const { rows } = await sql<{ ruleId: number; userId: number; username: string }>`
    select w.rule_id, u.id as user_id, u.username
    from json_to_recordset(${JSON.stringify(named)}::json) as w(rule_id bigint, user_id bigint, group_id bigint)
      join issuables i on i.id = ${issueId} join namespaces n on n.id = i.namespace_id
      cross join lateral (select w.user_id as id where w.user_id is not null
        union all (select m.user_id from members m join users mu on mu.id = m.user_id
          where m.namespace_id = w.group_id and ${canBeOnCall('mu', 'n')} order by m.user_id limit ${maxGroup})) x
      join users u on u.id = x.id
    where u.state = 'active' and u.confirmed_at is not null and ${mayReadIssuable('u', 'i', 'n')}
    order by w.rule_id, u.id`.execute(ctx.db)
  return rows.flatMap(({ ruleId, userId, username }) => {
    const rule = rules.find(each => each.ruleId === ruleId)
    return rule === undefined ? [] : [{ rule, userId, username }]
  })
}

const namesOf = (reached: readonly Reached[]): string =>
  [...new Set(reached.map(({ username }) => `@${username}`))].join(', ')

/** The end of the sentence about a level that reaches nobody. */
function missing(level: readonly DueRule[]): string {
  const schedules = [...new Set(level.flatMap(({ scheduleName }) => (scheduleName === null ? [] : [scheduleName])))]
  return schedules.length === 0 ? '' : `: no one is on call in ${schedules.join(', ')}`
}

/** Send the reminder of one incident that is due, and set the time of the next one. */
async function remindFor(ctx: Context, issueId: number): Promise<void> {
  const { rows } = await sql<{ userId: number; namespaceId: number; minutes: number }>`
    update pending_reminders p set due_at = ${ctx.now}::timestamptz + make_interval(mins => ep.reminder_minutes)
    from issuables i join escalation_policies ep on ep.id = i.escalation_policy_id
    where p.issuable_id = ${issueId} and i.id = p.issuable_id and p.due_at <= ${ctx.now}::timestamptz and ep.reminder_minutes is not null
      and i.state = 'opened' and i.escalation_status = 'ACKNOWLEDGED'
    returning p.user_id, p.namespace_id, ep.reminder_minutes as minutes`.execute(ctx.db)
  const [due] = rows
  if (due === undefined) {
    await sql`delete from pending_reminders where issuable_id = ${issueId} and due_at <= ${ctx.now}::timestamptz`.execute(
      ctx.db,
    )
    return
  }
  const { userId, namespaceId, minutes } = due
  await ctx.events.record('escalation.reminded', { issueId, userId, minutes }, { namespaceId, topics: [] })
}

/**
 * Page people about an incident at once, by hand.
 *
 * @param because  ends the sentence in its history
 */
export async function pageByHand(
  ctx: Context,
  issueId: number,
  {
    people,
    because,
  }: { readonly people: readonly { readonly id: number; readonly username: string }[]; readonly because: string },
): Promise<void> {
  const { rows } = await sql<Pick<DueRule, 'type' | 'namespaceId' | 'namespacePath' | 'ancestorIds'>>`
    select i.type, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids
    from issuables i join namespaces n on n.id = i.namespace_id where i.id = ${issueId}`.execute(ctx.db)
  const [place] = rows
  if (place === undefined) return
  const namespace = { id: place.namespaceId, fullPath: place.namespacePath, ancestorIds: place.ancestorIds }
  const text = `paged ${people.map(({ username }) => `@${username}`).join(', ')}, ${because}`
  await writeSystemNotes(ctx, issueId, namespace, [{ action: 'paged', text, internal: true }])
  const pages = people.map(({ id }) => ({ ruleId: 0, userId: id, status: 'ACKNOWLEDGED', elapsedMinutes: 0 }) as const)
  await ctx.events.record(
    'escalation.paged',
    { issueId, type: place.type, pages },
    { namespaceId: place.namespaceId, topics: [internalNotesTopic(seriesOf(place.type), issueId)] },
  )
}
