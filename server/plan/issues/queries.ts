import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { issueJoins, issueJson } from './present.ts'

/** One issue in full, for those who may know of it: the caller has loaded it. */
export async function showIssue(ctx: Context, issueId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${issueJson(ctx, { single: true })} as json from issuables i ${issueJoins(ctx)} where i.id = ${issueId}`.execute(
    ctx.db,
  )
  const found = rows[0]
  if (found === undefined) throw new NotFound('Issue')
  return new RawJson(found.json)
}

/**
 * The ids of those who take part in an issue: author, assignees, who wrote a note, reacted or is mentioned, as far as the
 * actor may see the notes.
 */
function participantIds(issueId: number, withInternal: boolean) {
  const shown = withInternal ? sql`` : sql`and not internal`
  return sql`select author_id as id from issuables where id = ${issueId}
    union select user_id from issuable_assignees where issuable_id = ${issueId}
    union select author_id from notes where issuable_id = ${issueId} and not system ${shown}
    union select e.user_id from award_emoji e left join notes en on en.id = e.note_id
      where e.issuable_id = ${issueId} and (e.note_id is null or ${withInternal} or not en.internal)
    union select x.user_id from mentions x left join notes xn on xn.id = x.note_id
      where x.issuable_id = ${issueId} and (x.note_id is null or ${withInternal} or not xn.internal)`
}

/** A page of those who take part, of whom only those are shown who may read the issue themselves. */
export async function listParticipants(
  ctx: Context,
  issue: { readonly id: number; readonly withInternal: boolean },
  input: { readonly page?: number; readonly perPage?: number },
): Promise<Paged<never>> {
  const { page, perPage, offset } = pageOf(input)
  const { rows } = await sql<{ items: string; total: number }>`
    with everybody as materialized (${readersAmong(issue.id, issue.withInternal)}),
      shown as (select id from everybody order by id limit ${perPage} offset ${offset})
    select coalesce((select json_agg(${userBasicJson(ctx.services.settings, 'u')} order by u.id) from shown join users u using (id)), '[]')::text as items,
      (select count(*) from everybody) as total`.execute(ctx.db)
  const { items, total } = rows[0] ?? { items: '[]', total: 0 }
  return Paged.offset<never>(new RawJson(items), { page, perPage, total })
}

/** The participants who may still read the issue. The same sentence as `issue:read`, for `users pu` instead of the actor. */
export function readersAmong(issueId: number, withInternal: boolean) {
  return sql`select p.id from (${participantIds(issueId, withInternal)}) p join users pu on pu.id = p.id
      join issuables pi on pi.id = ${issueId} join namespaces pn on pn.id = pi.namespace_id join projects pp on pp.id = pn.id
      cross join lateral (select case when pu.is_admin then 50 else access_level_of(pu.id, pn.ancestor_ids) end as level) pl
    where (pn.visibility = 'public' or (pn.visibility = 'internal' and not pu.is_external) or pl.level >= 5)
      and (pp.issues_access_level = 'enabled' or pl.level >= 10)
      and (not pi.confidential or pl.level >= 20 or pi.author_id = pu.id
        or exists (select 1 from issuable_assignees pa where pa.issuable_id = pi.id and pa.user_id = pu.id))`
}
