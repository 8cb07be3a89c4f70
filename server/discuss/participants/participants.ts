import { type RawBuilder, sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { levelSql } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import type { Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

/**
 * The participants of an issuable, as a select of `user_id` and `rank`: its author, its assignees, and those who wrote
 * a comment, reacted or were mentioned. A user may occur more than once, and may no longer be allowed to read the
 * issuable.
 *
 * @param issuableId  an id, or a column of the statement around
 * @param withInternal  whether internal notes count; only for those who may read them
 * @param only  whom alone the caller looks for among them
 */
export function participation(
  issuableId: number | RawBuilder<unknown>,
  withInternal: boolean,
  only?: number | RawBuilder<unknown>,
): RawBuilder<unknown> {
  const open = (note: string) => (withInternal ? sql`` : sql`and not ${sql.ref(`${note}.internal`)}`)
  const openOrNone = withInternal ? sql`` : sql`and (pn.id is null or not pn.internal)`
  // A user who is mentioned in an internal note that they may not read does not take part: later notifications would
  // reveal it to them.
  const readable = withInternal
    ? sql`and (pn.id is null or not pn.internal or exists (select 1 from issuables mi join namespaces mn on mn.id = mi.namespace_id
        join users mu on mu.id = pm.user_id where mi.id = ${issuableId} and (mu.is_admin or access_level_of(mu.id, mn.ancestor_ids) >= ${levelSql('planner')})))`
    : openOrNone
  // The query goes from one author to the next along the index of the issuable: a long discussion has few of them. With
  // `=` in place of the comparison of pairs, the planner may walk all notes by their author.
  const nextWriter = (after: RawBuilder<unknown>) => sql`(select pn.author_id from notes pn
    where (pn.issuable_id, pn.author_id) > (${issuableId}, ${after}) and pn.issuable_id <= ${issuableId} and not pn.system ${open('pn')}
    order by pn.issuable_id, pn.author_id limit 1)`
  const writers =
    only === undefined
      ? sql`with recursive writers as (${nextWriter(sql`0`)} union all
        select next.author_id from writers, lateral (${nextWriter(sql`writers.author_id`)}) next)
      select author_id from writers`
      : sql`(select pn.author_id from notes pn
        where pn.issuable_id = ${issuableId} and pn.author_id = ${only} and not pn.system ${open('pn')} limit 1)`
  return sql`select pi.author_id as user_id, 0 as rank from issuables pi where pi.id = ${issuableId}
    union all select pa.user_id, 1 from issuable_assignees pa where pa.issuable_id = ${issuableId}
    union all select writers.author_id, 2 from (${writers}) writers
    union all select pe.user_id, 2 from award_emoji pe left join notes pn on pn.id = pe.note_id where pe.issuable_id = ${issuableId} ${openOrNone}
    union all select pm.user_id, 2 from mentions pm left join notes pn on pn.id = pm.note_id where pm.issuable_id = ${issuableId} ${readable}`
}

interface Readable {
  readonly id: number
  readonly facts: IssuableFacts
}

/** One page of the participants that may read the issuable, its author first, as the actor may know of them. */
export async function listParticipants(
  ctx: Context,
  issuable: Readable,
  page: { readonly perPage: number; readonly offset: number },
): Promise<{ readonly items: RawJson; readonly total: number }> {
  const withInternal = may(ctx.actor, 'issuable:read-internal-notes', issuable.facts)
  const { rows } = await sql<{ json: string; total: number }>`
    with found as materialized (select u.*, min(p.rank) over (partition by u.id) as rank
      from (select user_id, min(rank) as rank from (${participation(issuable.id, withInternal)}) all_of_them group by user_id) p
      join users u on u.id = p.user_id, issuables i join namespaces n on n.id = i.namespace_id
      where i.id = ${issuable.id} and ${mayReadIssuable('u', 'i', 'n')}),
    page as (select * from found order by rank, id limit ${page.perPage} offset ${page.offset})
    select coalesce((select json_agg(${userBasicJson(ctx.services.settings, 'u')} order by u.rank, u.id) from page u), '[]')::text as json,
      (select count(*) from found) as total`.execute(ctx.db)
  return { items: new RawJson(rows[0]?.json ?? '[]'), total: rows[0]?.total ?? 0 }
}
