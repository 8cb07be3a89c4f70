import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { deletesOn } from './deletion/grace-period.ts'
import { namespaceAvatar, namespaceWebUrl } from './present.ts'

const n = columnsOf('namespaces', 'n')
const p = columnsOf('projects', 'p')
const a = columnsOf('namespaces', 'a')

/** A project as a row of a page's list, from `namespaces n join projects p`. */
export function projectCard({ services: { settings }, actor }: Context): RawBuilder<unknown> {
  const isStarred =
    actor.kind === 'user'
      ? sql`exists (select 1 from stars st where st.project_id = n.id and st.user_id = ${actor.id})`
      : sql`false`
  return object({
    ...n.fields('id', 'name', 'fullName', 'fullPath', 'description', 'visibility', 'archived', 'pendingDeletion'),
    avatar_url: namespaceAvatar(settings, 'n'),
    web_url: namespaceWebUrl(settings, 'n'),
    ...p.fields('topics', 'starCount', 'forksCount'),
    is_starred: isStarred,
    ...p.moments('lastActivityAt'),
  })
}

/** A group as a row of a page's list, from `namespaces n`. */
export function groupCard({ services: { settings } }: Context): RawBuilder<unknown> {
  return object({
    ...n.fields('id', 'name', 'fullName', 'fullPath', 'description', 'visibility', 'archived', 'pendingDeletion'),
    avatar_url: namespaceAvatar(settings, 'n'),
    web_url: namespaceWebUrl(settings, 'n'),
  })
}

/** The PendingCard of `namespaces n`. */
function pendingCard({ services: { settings } }: Context): RawBuilder<unknown> {
  return object({
    ...n.fields('id', 'kind', 'name', 'fullName', 'fullPath', 'visibility'),
    avatar_url: namespaceAvatar(settings, 'n'),
    deletes_on: deletesOn('n'),
  })
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
  ${object({ on: deletesOn('n'), is_own: sql`n.marked_for_deletion_on is not null` })} end`

/** The fields that a namespace and the head of its page share, as columns of `n`. */
export function placeColumns({ services: { settings } }: Context): RawBuilder<unknown> {
  return sql`n.id, n.name, n.path, n.full_name, n.full_path, n.description, n.description_html, n.visibility, n.archived,
    ${namespaceAvatar(settings, 'n')} as avatar_url, ${namespaceWebUrl(settings, 'n')} as web_url, iso(n.created_at) as created_at,
    ${deletionJson} as deletion,
    coalesce((select json_agg(${object({ ...a.fields('id', 'kind', 'name', 'fullPath'), web_url: namespaceWebUrl(settings, 'a') })} order by cardinality(a.ancestor_ids))
      from namespaces a where a.id = any (n.ancestor_ids) and a.id <> n.id), '[]'::json) as ancestors`
}

/** The condition that every word occurs in a namespace's name or path. */
export function namedLike(search: string | undefined, alias = 'n'): RawBuilder<boolean> {
  return matchesSearch(sql`${sql.ref(`${alias}.name`)} || ' ' || ${sql.ref(`${alias}.full_path`)}`, search ?? '')
}
