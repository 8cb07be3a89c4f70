import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { deletesOn } from './deletion/grace-period.ts'
import { namespaceAvatar, namespaceWebUrl } from './present.ts'

/** A project as a row of a page's list, from `namespaces n join projects p`. */
export function projectCard({ services: { settings }, actor }: Context): RawBuilder<unknown> {
  const isStarred =
    actor.kind === 'user'
      ? sql`exists (select 1 from stars st where st.project_id = n.id and st.user_id = ${actor.id})`
      : sql`false`
  return sql`json_build_object('id', n.id, 'name', n.name, 'full_name', n.full_name, 'full_path', n.full_path,
    'description', n.description, 'visibility', n.visibility, 'archived', n.archived, 'pending_deletion', n.pending_deletion, 'avatar_url', ${namespaceAvatar(settings, 'n')},
    'web_url', ${namespaceWebUrl(settings, 'n')}, 'topics', p.topics, 'star_count', p.star_count, 'forks_count', p.forks_count,
    'is_starred', ${isStarred}, 'last_activity_at', iso(p.last_activity_at))`
}

/** A group as a row of a page's list, from `namespaces n`. */
export function groupCard({ services: { settings } }: Context): RawBuilder<unknown> {
  return sql`json_build_object('id', n.id, 'name', n.name, 'full_name', n.full_name, 'full_path', n.full_path,
    'description', n.description, 'visibility', n.visibility, 'archived', n.archived, 'pending_deletion', n.pending_deletion, 'avatar_url', ${namespaceAvatar(settings, 'n')},
    'web_url', ${namespaceWebUrl(settings, 'n')})`
}

/** The PendingCard of `namespaces n`. */
function pendingCard({ services: { settings } }: Context): RawBuilder<unknown> {
  return sql`json_build_object('id', n.id, 'kind', n.kind, 'name', n.name, 'full_name', n.full_name, 'full_path', n.full_path,
    'visibility', n.visibility, 'avatar_url', ${namespaceAvatar(settings, 'n')}, 'deletes_on', ${deletesOn('n')})`
}

/** Namespaces pending deletion that a page lists at most. */
const maxPending = 100

/** The namespaces that are marked themselves, the next to be deleted first. */
export function pendingCards(ctx: Context, where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`coalesce((select json_agg(item) from (select ${pendingCard(ctx)} as item from namespaces n
    where n.marked_for_deletion_on is not null and ${where} order by n.marked_for_deletion_on, ${nameOrder(sql`n.full_name`)}, n.id
    limit ${maxPending}) pending), '[]'::json)`
}

/** The Deletion of `namespaces n`, or null. */
export const deletionJson = sql`case when n.pending_deletion then
  json_build_object('on', ${deletesOn('n')}, 'is_own', n.marked_for_deletion_on is not null) end`

/** What a namespace and its page's head have in common, as columns of `n`. */
export function placeColumns({ services: { settings } }: Context): RawBuilder<unknown> {
  return sql`n.id, n.name, n.path, n.full_name, n.full_path, n.description, n.description_html, n.visibility, n.archived,
    ${namespaceAvatar(settings, 'n')} as avatar_url, ${namespaceWebUrl(settings, 'n')} as web_url, iso(n.created_at) as created_at,
    ${deletionJson} as deletion,
    coalesce((select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'full_path', a.full_path,
        'web_url', ${namespaceWebUrl(settings, 'a')}) order by cardinality(a.ancestor_ids))
      from namespaces a where a.id = any (n.ancestor_ids) and a.id <> n.id), '[]'::json) as ancestors`
}

/** The condition that every word stands in a namespace's name or path. */
export function namedLike(search: string | undefined, alias = 'n'): RawBuilder<boolean> {
  return matchesSearch(sql`${sql.ref(`${alias}.name`)} || ' ' || ${sql.ref(`${alias}.full_path`)}`, search ?? '')
}
