import { type RawBuilder, sql } from 'kysely'
import { mayReadIssuable } from '#server/access/readers.ts'
import type { Context } from '#server/context.ts'
import { participation } from '#server/discuss/participants/participants.ts'
import type { Mentioned } from '#server/discuss/references/render.ts'
import { runStatement, unplanned } from '#server/platform/sql/statement.ts'
import { effectiveLevel, type Occasion } from './levels.ts'

export interface Recipient {
  readonly userId: number
  /** Why they hear of it; null for those who watch or take part otherwise. */
  readonly reason: Reason | null
  /** They are named in it, or it is about them: they are told at once. */
  readonly urgent: boolean
}

/** The first that holds counts. @source product rules section 11 */
export const reasons = ['own_activity', 'assigned', 'mentioned', 'subscribed'] as const
export type Reason = (typeof reasons)[number]

export interface Telling {
  readonly issuableId: number
  readonly internal: boolean
  readonly occasion: Occasion
  readonly mentioned: Mentioned
  /** People the change is about, who hear of it as long as they hear of anything: those assigned, now or before. */
  readonly concernedIds: readonly number[]
  /** Labels that came: who subscribed to one of them hears of it. */
  readonly labelIds?: readonly number[]
  /** Nobody else: a change that tells only those it concerns or newly mentions. */
  readonly onlyNamed?: boolean
}

const nobody = sql`select null::bigint as user_id, '' as why where false`

/**
 * Who is told of something, in one statement: never who may not read it, nobody when mails are off, and who did it only
 * when they asked for that.
 *
 * @source product rules section 11
 */
export async function recipientsOf(ctx: Context, telling: Telling): Promise<readonly Recipient[]> {
  const { occasion, mentioned } = telling
  const labelIds = telling.labelIds ?? []
  const values = {
    issuableId: telling.issuableId,
    actorId: ctx.actor.kind === 'user' ? ctx.actor.id : 0,
    concernedIds: telling.concernedIds,
    labelIds,
    userIds: mentioned.userIds,
    groupIds: mentioned.groupIds,
    internal: telling.internal,
    subscribers: occasion.subscribers,
    watchers: occasion.watchers && !telling.onlyNamed,
    custom: occasion.custom ?? '',
  }
  const asks = {
    concerned: telling.concernedIds.length > 0,
    labels: labelIds.length > 0,
    groups: occasion.mentions && mentioned.groupIds.length > 0,
    people: occasion.mentions && mentioned.userIds.length > 0,
    all: occasion.mentions && mentioned.all,
    everybody: !telling.onlyNamed,
  }
  return runStatement<Recipient, typeof values>(ctx.db, `recipients ${JSON.stringify(asks)}`, values, place => {
    const issuableId = unplanned(place.issuableId)
    const current = sql`(m.expires_at is null or m.expires_at > current_date)`
    const members = (of: RawBuilder<unknown>, why: string) =>
      sql`select m.user_id, ${sql.lit(why)} from ${of} join members m on m.namespace_id = any (at.ancestor_ids) and ${current}`
    const candidates = [
      nobody,
      ...(asks.people ? [sql`select u, 'mentioned' from unnest(${place.userIds}::bigint[]) u`] : []),
      ...(asks.groups
        ? [
            members(
              sql`groups gg join namespaces at on at.id = gg.id and not gg.mentions_disabled and gg.id = any (${place.groupIds}::bigint[])`,
              'mentioned',
            ),
          ]
        : []),
      ...(asks.all ? [members(sql`place at`, 'mentioned')] : []),
      ...(asks.concerned ? [sql`select u, 'concerned' from unnest(${place.concernedIds}::bigint[]) u`] : []),
      ...(asks.labels
        ? [
            sql`select ls.user_id, 'label' from label_subscriptions ls where ls.label_id = any (${place.labelIds}::bigint[])`,
          ]
        : []),
      ...(asks.everybody
        ? [
            sql`select p.user_id, 'participant' from (${participation(issuableId, true)}) p`,
            sql`select s.user_id, 'subscriber' from subscriptions s where s.issuable_id = ${issuableId} and s.subscribed`,
            // Of the others only those who chose to hear of what is not theirs: here, or everywhere they are a member.
            sql`select ns.user_id, 'watcher' from place join notification_settings ns on ns.namespace_id = any (place.ancestor_ids)
              and ns.level in ('watch', 'custom')`,
            sql`${members(sql`place at`, 'watcher')} join notification_settings ns on ns.user_id = m.user_id and ns.namespace_id = 0
              and ns.level in ('watch', 'custom')`,
          ]
        : []),
    ]
    return sql`
    with place as materialized (select n.* from issuables i join namespaces n on n.id = i.namespace_id
      where i.id = ${issuableId} and not exists (select 1 from namespaces a where a.id = any (n.ancestor_ids) and not a.emails_enabled)),
    named as (${sql.join(candidates, sql` union all `)}),
    people as (select user_id, bool_or(why = 'mentioned') as mentioned, bool_or(why = 'concerned') as concerned, bool_or(why = 'label') as labelled,
      bool_or(why = 'participant') as participant from named where user_id is not null group by user_id)
    select u.id as user_id, case when u.id = ${place.actorId} then 'own_activity' when is_assignee.yes or p.concerned then 'assigned'
        when p.mentioned then 'mentioned' when s.subscribed or p.labelled then 'subscribed' end as reason,
      u.id <> ${place.actorId} and (p.mentioned or p.concerned) as urgent
    from place n join issuables i on i.namespace_id = n.id and i.id = ${issuableId}
    join people p on true cross join lateral (select * from users where users.id = p.user_id offset 0) u
    left join subscriptions s on s.issuable_id = i.id and s.user_id = u.id
    cross join lateral (select exists (select 1 from issuable_assignees x where x.issuable_id = i.id and x.user_id = u.id) as yes) is_assignee
    cross join lateral (${effectiveLevel(sql`u.id`, sql`n.ancestor_ids`)}) l
    cross join lateral (select exists (select 1 from notification_settings own_s
      where own_s.user_id = u.id and own_s.namespace_id = 0 and own_s.own_activity) as activity) own
    where (u.id <> ${place.actorId} or own.activity) and u.state = 'active' and not u.is_bot and u.confirmed_at is not null and l.level <> 'disabled'
      and (p.mentioned or (coalesce(s.subscribed, true) and (p.labelled
        or (p.concerned and l.level <> 'mention')
        or (p.participant and l.level in ('participating', 'watch', 'custom'))
        or (${place.subscribers}::boolean and s.subscribed)
        or (${place.watchers}::boolean and l.level = 'watch')
        or (l.level = 'custom' and coalesce((l.events ->> ${place.custom})::boolean, false)))))
      and ${mayReadIssuable('u', 'i', 'n', place.internal)}
    order by u.id`
  })
}
