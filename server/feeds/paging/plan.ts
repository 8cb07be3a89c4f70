import { sql } from 'kysely'
import { type PagingStep, type Urgency, urgencyOf, usualSteps } from '#contract/feeds/paging-rules.ts'
import { kindWord } from '#contract/issuable-kinds.ts'
import type { AlertSeverity } from '#contract/monitor/alerts/alert-limits.ts'
import type { Context } from '#server/context.ts'
import type { PageOfRule } from '#server/plan/escalations/events.ts'
import { afterQuietHours } from './quiet-hours.ts'
import { nowhereElse, type Target, type Targets, targetsOf, targetsSql } from './targets.ts'

/** A page of one person about one incident or alert. */
interface PlannedPage {
  readonly userId: number
  /** Identifies the page among those of the person about the same item. */
  readonly part: string
  /** The page is not wanted any more once the item has this status. */
  readonly until: 'ACKNOWLEDGED' | 'RESOLVED'
  readonly isByHand: boolean
  /** @param minutes  between the page and the message */
  readonly lead: (minutes: number) => string
}

interface EscalationPage {
  readonly issueId: number
  readonly type?: string
  readonly pages: readonly PageOfRule[]
}

/** Plan the messages of the pages of an escalation: each person is paged once, by the first of their rules. */
export async function planPages(
  ctx: Context,
  { issueId, type = 'incident', pages }: EscalationPage,
  createdAt: string,
): Promise<void> {
  const first = Map.groupBy(pages, each => each.userId)
  await plan(
    ctx,
    issueId,
    [...first.values()]
      .flatMap(rules => rules.slice(0, 1))
      .map(rule => ({
        userId: rule.userId,
        part: `paged_${rule.ruleId}_${stamp(createdAt)}`,
        until: rule.status,
        isByHand: rule.ruleId === 0,
        lead: minutes => pageLead(kindWord(type), { ...rule, elapsedMinutes: rule.elapsedMinutes + minutes }),
      })),
  )
}

/** Plan the messages of a reminder. */
export async function planReminder(
  ctx: Context,
  { issueId, userId, minutes }: { readonly issueId: number; readonly userId: number; readonly minutes: number },
  createdAt: string,
): Promise<void> {
  const lead = `You are working on an incident that has not been resolved yet. This reminder comes every ${minutes} minutes:`
  const part = `paged_reminder_${stamp(createdAt)}`
  await plan(ctx, issueId, [{ userId, part, until: 'RESOLVED', isByHand: false, lead: () => lead }])
}

interface PersonRow {
  readonly userId: number
  readonly severity: AlertSeverity
  readonly highSteps: readonly PagingStep[] | null
  readonly lowSteps: readonly PagingStep[] | null
  readonly quietDays: readonly number[]
  readonly quietFrom: number
  readonly quietTo: number
  readonly timeZone: string
  readonly targets: Targets
}

/** Store the messages of pages, except those planned before. People without a confirmed address are left out. */
async function plan(ctx: Context, issueId: number, pages: readonly PlannedPage[]): Promise<void> {
  const { rows } = await sql<PersonRow>`
    select u.id as user_id, coalesce(own.severity, i.severity) as severity, s.high_steps, s.low_steps,
      coalesce(s.quiet_days, '{}') as quiet_days, coalesce(s.quiet_from, 0) as quiet_from, coalesce(s.quiet_to, 1) as quiet_to,
      coalesce(s.time_zone, 'UTC') as time_zone, ${targetsSql} as targets
    from users u left join paging_settings s on s.user_id = u.id join issuables i on i.id = ${issueId} left join alerts own on own.id = i.id
    where u.id = any (${pages.map(page => page.userId)}::bigint[]) and u.confirmed_at is not null`.execute(ctx.db)
  const people = new Map(rows.map(row => [row.userId, row]))
  if (people.size === 0) return
  const now = Date.parse(ctx.now)
  const deliveries = pages.flatMap(page => {
    const person = people.get(page.userId)
    if (person === undefined) return []
    const urgency = page.isByHand ? 'high' : urgencyOf(person.severity)
    const planOf = ({ minutes, channel }: PagingStep, target: Target) => {
      const planned = now + minutes * minuteMs
      const dueAt = urgency === 'high' ? planned : afterQuietHours({ ...person, ...quietOf(person) }, planned)
      return {
        ...{ user_id: page.userId, part: page.part, until_status: page.until, channel, minutes, ...target },
        lead: page.lead(Math.round((dueAt - now) / minuteMs)),
        is_held: dueAt > planned,
        due_at: new Date(dueAt).toISOString(),
      }
    }
    const planned = stepsOf(person, urgency).flatMap(step =>
      targetsOf(person.targets, step.channel).map(target => planOf(step, target)),
    )
    // A page always reaches a person somehow.
    return planned.length > 0 ? planned : [planOf({ minutes: 0, channel: 'mail' }, nowhereElse)]
  })
  await sql`insert into page_deliveries (user_id, issuable_id, namespace_id, part, channel, minutes, subscription_id, device, lead, until_status, is_held, next_attempt_at, created_at)
    select g.user_id, ${issueId}, (select namespace_id from issuables where id = ${issueId}), g.part, g.channel, g.minutes, g.subscription_id, g.device, g.lead, g.until_status, g.is_held, g.due_at, ${ctx.now}::timestamptz
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as g(user_id bigint, part text, channel text, minutes integer, subscription_id bigint,
      device text, lead text, until_status text, is_held boolean, due_at timestamptz)
    where not exists (select 1 from page_deliveries d where d.issuable_id = ${issueId} and d.user_id = g.user_id and d.part = g.part)
    on conflict do nothing`.execute(ctx.db)
}

const minuteMs = 60_000

const stepsOf = (person: PersonRow, urgency: Urgency): readonly PagingStep[] => person[`${urgency}Steps`] ?? usualSteps

const quietOf = ({ quietDays: days, quietFrom: from, quietTo: to }: PersonRow) => ({ days, from, to })

const stamp = (moment: string): string => moment.replace(/\D/g, '')

/** @param word  for the issuable about which people are paged: incident or alert */
function pageLead(word: string, { status, elapsedMinutes, isEarly }: PageOfRule): string {
  const missing = `has not been ${status === 'ACKNOWLEDGED' ? 'acknowledged' : 'resolved'} yet`
  if (isEarly) return `An ${word} was triggered, no one could be paged at the level before yours, and it ${missing}:`
  if (elapsedMinutes === 0) return `An ${word} was triggered and ${missing}:`
  return `An ${word} was triggered ${elapsedMinutes === 1 ? '1 minute' : `${elapsedMinutes} minutes`} ago and ${missing}:`
}
