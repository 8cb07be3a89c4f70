import { type RawBuilder, sql } from 'kysely'
import { mayReadIssuable } from '#server/access/readers.ts'
import { participation } from '#server/discuss/participants/participants.ts'
import type { Mentioned } from '#server/discuss/references/render.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { choseOwnActivity, effectiveLevel, type Occasion, sendsEmails, watchersOf } from './levels.ts'

interface Recipient {
  readonly userId: number
  /** The reason of the notification; null for users who watch or take part otherwise. */
  readonly reason: Reason | null
  /** The change mentions the user or is about them: they are mailed immediately. */
  readonly urgent: boolean
}

/** The first that holds counts. @source product rules section 11 */
export const reasons = ['paged', 'own_activity', 'assigned', 'mentioned', 'subscribed'] as const
export type Reason = (typeof reasons)[number]

export interface Audience {
  readonly issuableId: number
  readonly internal: boolean
  readonly occasion: Occasion
  readonly mentioned: Mentioned
  /**
   * People the change is about, who are notified unless they have disabled all notifications: those assigned, now or
   * before.
   */
  readonly concernedIds: readonly number[]
  /** Added labels: their subscribers are notified. */
  readonly labelIds?: readonly number[]
  /** Only the users concerned or newly mentioned are notified. */
  readonly onlyNamed?: boolean
}

/** A notification and the user who made the change; 0 if no signed-in user did. */
interface ActorAudience {
  readonly actorId: number
  readonly audience: Audience
}

/**
 * The recipients of notifications, in one statement for all of a kind: never users who may not read the item, none when
 * mails are off, and the author of the change only if they chose that.
 *
 * @returns in the order given
 * @source product rules section 11
 */
export async function recipientsOf(db: Db, all: readonly ActorAudience[]): Promise<readonly (readonly Recipient[])[]> {
  const known = new Map<string, readonly Recipient[]>()
  for (const [kind, same] of Map.groupBy(all, ({ audience }) => JSON.stringify(audienceKindOf(audience)))) {
    const [first] = same
    if (first === undefined) continue
    // Several notifications of one person about one item have the same recipients.
    const given = [...new Set(same.map(keyOf))]
    const rows = await ask(db, kind, audienceKindOf(first.audience), given)
    for (const [index, key] of given.entries())
      known.set(
        kind + key,
        rows.filter(row => row.place === index + 1).map(({ userId, reason, urgent }) => ({ userId, reason, urgent })),
      )
  }
  return all.map(each => known.get(JSON.stringify(audienceKindOf(each.audience)) + keyOf(each)) ?? [])
}

/**
 * The part of an occasion on which the text of the statement depends, and the values that are the same for all of a
 * kind.
 */
interface RecipientKind {
  readonly asks: Readonly<Record<'concerned' | 'labels' | 'groups' | 'people' | 'all' | 'everybody', boolean>>
  readonly values: { readonly subscribers: boolean; readonly watchers: boolean; readonly custom: string }
}

function audienceKindOf({
  occasion,
  mentioned,
  concernedIds,
  labelIds = [],
  onlyNamed = false,
}: Audience): RecipientKind {
  return {
    asks: {
      concerned: concernedIds.length > 0,
      labels: labelIds.length > 0,
      groups: occasion.mentions && mentioned.groupIds.length > 0,
      people: occasion.mentions && mentioned.userIds.length > 0,
      all: occasion.mentions && mentioned.all,
      everybody: !onlyNamed,
    },
    values: {
      subscribers: occasion.subscribers,
      watchers: occasion.watchers && !onlyNamed,
      custom: occasion.custom ?? '',
    },
  }
}

/** The row of `given`, as JSON. */
const keyOf = ({
  actorId,
  audience: { issuableId, internal, concernedIds, labelIds = [], mentioned },
}: ActorAudience): string =>
  JSON.stringify({
    issuable_id: issuableId,
    actor_id: actorId,
    internal,
    concerned_ids: concernedIds,
    label_ids: labelIds,
    user_ids: mentioned.userIds,
    group_ids: mentioned.groupIds,
  })

const nobody = sql`select null::bigint as user_id, '' as why where false`

function ask(
  db: Db,
  name: string,
  { asks, values }: RecipientKind,
  given: readonly string[],
): Promise<readonly (Recipient & { readonly place: number })[]> {
  const all = { ...values, given: `[${given.join(',')}]` }
  return runStatement<Recipient & { readonly place: number }, typeof all>(db, `recipients ${name}`, all, parameter => {
    const issuableId = sql<number>`g.issuable_id`
    const members = (of: RawBuilder<unknown>, why: string) =>
      sql`select m.user_id, ${sql.lit(why)} from ${of} join memberships m on m.namespace_id = any (at.ancestor_ids)`
    const candidates = [
      nobody,
      ...(asks.people ? [sql`select u, 'mentioned' from unnest(g.user_ids) u`] : []),
      ...(asks.groups
        ? [
            members(
              sql`groups gg join namespaces at on at.id = gg.id and not gg.mentions_disabled and gg.id = any (g.group_ids)`,
              'mentioned',
            ),
          ]
        : []),
      ...(asks.all ? [members(sql`place at`, 'mentioned')] : []),
      ...(asks.concerned ? [sql`select u, 'concerned' from unnest(g.concerned_ids) u`] : []),
      ...(asks.labels
        ? [sql`select ls.user_id, 'label' from label_subscriptions ls where ls.label_id = any (g.label_ids)`]
        : []),
      ...(asks.everybody
        ? [
            sql`select p.user_id, 'participant' from (${participation(issuableId, true)}) p`,
            sql`select s.user_id, 'subscriber' from subscriptions s where s.issuable_id = ${issuableId} and s.subscribed`,
            sql`select w.user_id, 'watcher' from watchers w where w.namespace_id = g.namespace_id`,
          ]
        : []),
    ]
    const watchers = asks.everybody
      ? watchersOf(sql`places`)
      : sql`select null::bigint as namespace_id, null::bigint as user_id where false`
    return sql`
    with given as materialized (select one.*, i.namespace_id from (
        select row_number() over () as place, a.* from jsonb_to_recordset(${parameter.given}::jsonb) as a(issuable_id bigint,
          actor_id bigint, internal boolean, concerned_ids bigint[], label_ids bigint[], user_ids bigint[], group_ids bigint[])) one
        join issuables i on i.id = one.issuable_id),
      places as materialized (select n.* from namespaces n where n.id in (select namespace_id from given)
        and ${sendsEmails('n')}),
      watchers as materialized (${watchers})
    select g.place, told.* from given g cross join lateral (
    with place as materialized (select n.* from places n where n.id = g.namespace_id),
    named as (${sql.join(candidates, sql` union all `)}),
    people as (select user_id, bool_or(why = 'mentioned') as mentioned, bool_or(why = 'concerned') as concerned, bool_or(why = 'label') as labelled,
      bool_or(why = 'participant') as participant from named where user_id is not null group by user_id)
    select u.id as user_id, case when u.id = g.actor_id then 'own_activity' when is_assignee.yes or p.concerned then 'assigned'
        when p.mentioned then 'mentioned' when s.subscribed or p.labelled then 'subscribed' end as reason,
      u.id <> g.actor_id and (p.mentioned or p.concerned) as urgent
    from place n join issuables i on i.namespace_id = n.id and i.id = ${issuableId}
    join people p on true cross join lateral (select * from users where users.id = p.user_id offset 0) u
    left join subscriptions s on s.issuable_id = i.id and s.user_id = u.id
    cross join lateral (select exists (select 1 from issuable_assignees x where x.issuable_id = i.id and x.user_id = u.id) as yes) is_assignee
    cross join lateral (${effectiveLevel(sql`u.id`, sql`n.ancestor_ids`)}) l
    cross join lateral (select ${choseOwnActivity(sql`u.id`)} as activity) own
    where (u.id <> g.actor_id or own.activity) and u.state = 'active' and not u.is_bot and u.confirmed_at is not null and l.level <> 'disabled'
      and (p.mentioned or (coalesce(s.subscribed, true) and (p.labelled
        or (p.concerned and l.level <> 'mention')
        or (p.participant and l.level in ('participating', 'watch', 'custom'))
        or (${parameter.subscribers}::boolean and s.subscribed)
        or (${parameter.watchers}::boolean and l.level = 'watch')
        or (l.level = 'custom' and coalesce((l.events ->> ${parameter.custom})::boolean, false)))))
      and ${mayReadIssuable('u', 'i', 'n', { internal: sql<boolean>`g.internal` })}
    ) told order by g.place, told.user_id`
  })
}
