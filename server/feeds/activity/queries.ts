import { type RawBuilder, sql } from 'kysely'
import { accessLevel } from '#server/access/access-level.ts'
import { levelSql } from '#server/access/levels.ts'
import { visibleCode, visibleIssuables, visibleNamespaces, visiblePlan } from '#server/access/visible.ts'
import type { Actor, Context } from '#server/context.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import {
  type CursorValues,
  cursorColumn,
  isAfter,
  orderOf,
  type SortKey,
  writeCursor,
} from '#server/platform/sql/keyset.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import { type EventSubject, type KindFilter, namesAbout, namesOf, shownEvents } from './kinds.ts'
import { activityJson, eventIssuableId, eventJoins, eventJson } from './present.ts'

/**
 * The activity to show: of one namespace, of all in a group, of those that a user is a member of, or of one user's
 * actions.
 */
export type Feed =
  | { readonly of: 'project' | 'group' | 'memberships'; readonly id: number }
  | { readonly of: 'author'; readonly id: number }

interface ActivityRange extends KindFilter {
  /** Days, yyyy-mm-dd; neither of them is included. */
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly sort?: 'asc' | 'desc' | undefined
}

interface Piece extends ActivityRange {
  /** The cursor of the last row of the former page. */
  readonly cursor?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** A page of events as the API lists them. The total is not counted. */
export async function listEvents(ctx: Context, feed: Feed, given: ActivityRange & Paging) {
  const { page, perPage, offset } = pageOf(given)
  const order = directionOf(given)
  const { rows } = await sql<{ items: string; found: number }>`
    ${readPage(ctx, feed, { ...given, offset, limit: perPage + 1 })},
    shown as (select * from page e order by e.created_at ${order}, e.id ${order} limit ${perPage})
    select coalesce(json_agg(${eventJson(ctx)} order by e.created_at ${order}, e.id ${order}), '[]')::text as items,
      (select count(*) from page) as found
    from shown e ${eventJoins}`.execute(ctx.db)
  const { items = '[]', found = 0 } = rows[0] ?? {}
  return Paged.uncounted<never>(new RawJson(items), { page, perPage, hasNext: found > perPage })
}

const activitiesPerPage = 30

/** Newest first, on `events e`. */
const newestFirst: readonly SortKey[] = [
  { value: sql`e.created_at`, type: 'timestamptz', direction: 'desc' },
  { value: sql`e.id`, type: 'bigint', direction: 'desc' },
]

/**
 * The rows of an activity page, newest first, as the members of a JSON object.
 *
 * @throws Malformed  a cursor that the list did not give
 */
export async function showActivities(
  ctx: Context,
  feed: Feed,
  { kind, cursor }: Pick<KindFilter, 'kind'> & { readonly cursor?: string | undefined },
): Promise<{ readonly activities: RawJson; readonly next: string | null }> {
  const { rows } = await sql<{ activities: string; next: CursorValues | null }>`
    ${readPage(ctx, feed, { kind, cursor, offset: 0, limit: activitiesPerPage + 1 })},
    shown as (select * from page e order by ${orderOf(newestFirst)} limit ${activitiesPerPage})
    select coalesce(json_agg(${activityJson(ctx, siteBase(ctx))} order by ${orderOf(newestFirst)}), '[]')::text as activities,
      case when (select count(*) from page) > ${activitiesPerPage}
        then (select ${cursorColumn(newestFirst)} from shown e order by ${orderOf(newestFirst, true)} limit 1) end as next
    from shown e ${eventJoins}`.execute(ctx.db)
  const { activities = '[]', next = null } = rows[0] ?? {}
  return { activities: new RawJson(activities), next: next === null ? null : writeCursor(next) }
}

const directionOf = ({ sort }: ActivityRange): RawBuilder<unknown> => (sort === 'asc' ? sql`asc` : sql`desc`)

/**
 * The parts of a statement that end in `page`: rows of the log that the actor may read, with their `author_id`.
 *
 * A stream is an index range that is in order: the events of one name in one place, or those of one author in one place.
 * Only the streams with the nearest first row can have a row on the page, so that places with nothing to show, or
 * nothing that the actor may read, cost one look each.
 */
function readPage(ctx: Context, feed: Feed, piece: Piece): RawBuilder<unknown> {
  const { actor } = ctx
  const order = directionOf(piece)
  const wanted = piece.offset + piece.limit
  const ofAuthor = feed.of === 'author'
  const names = namesOf(piece)
  const rows = (limit: number) => sql`
    select e.id, e.name, e.payload, e.namespace_id, e.created_at, ${author} as author_id from events e
    where e.namespace_id = s.id and e.name in (${nameList}) and ${inRange(piece)} and ${readable(ctx)}
      and ${ofAuthor ? sql`${author} = ${feed.id} and e.name = any (${[...names]}::text[])` : sql`e.name = s.name`}
      and (select true from users au where au.id = ${author})
    order by e.created_at ${order}, e.id ${order} limit ${limit}`
  return sql`with recursive ${placesOf(feed)},
    visible as materialized (
      select n.id, n.kind, n.visibility, n.ancestor_ids, p.issues_access_level, p.merge_requests_access_level, p.repository_access_level, l.level
      from places join namespaces n on n.id = places.id left join projects p on p.id = n.id cross join lateral (${levelOf(ctx)} offset 0) l
      where ${visibleNamespaces(actor, 'n', sql.ref('l.level'))}
    ),
    opened as materialized (
      select v.*, ${visiblePlan(actor, 'v', sql.ref('v.level'))} as has_plan,
        v.kind = 'project' and ${visibleCode(actor, 'v', 'v', sql.ref('v.level'))} as has_code from visible v
    ),
    streams as materialized (
      select v.*, ${ofAuthor ? sql`null::text` : sql`k.name`} as name from opened v
      ${ofAuthor ? sql`` : sql`cross join unnest(${[...names]}::text[]) k(name)`}
    ),
    heads as materialized (
      select s.* from streams s cross join lateral (${rows(1)}) h order by h.created_at ${order}, h.id ${order} limit ${wanted}
    ),
    page as materialized (
      select r.* from heads s cross join lateral (${rows(wanted)}) r order by r.created_at ${order}, r.id ${order}
      limit ${piece.limit} offset ${piece.offset}
    )`
}

/** The actor's access level in `namespaces n`, as a select. */
const levelOf = ({ actor }: Context): RawBuilder<unknown> =>
  actor.kind === 'user' ? accessLevel(actor.id, sql.ref('n.ancestor_ids')) : sql`select 0 as level`

const place = { alias: 's' }

// Written as the indexes have them, so that the planner knows which index holds the rows.
const author = sql`activity_author(e.name, e.actor_id, e.payload)`
const nameList = sql.join(Object.keys(shownEvents).map(name => sql.lit(name)))

function placesOf(feed: Feed): RawBuilder<unknown> {
  switch (feed.of) {
    case 'project':
      return sql`places(id) as (select ${feed.id}::bigint)`
    case 'group':
      return sql`places(id) as (select id from namespaces where ancestor_ids @> array[${feed.id}]::bigint[])`
    case 'memberships':
      return sql`places(id) as (select n.id from namespaces n where n.kind <> 'user' and n.ancestor_ids && (
        select coalesce(array_agg(m.namespace_id), '{}') from memberships m where m.user_id = ${feed.id} and m.access_level >= ${levelSql('guest')}))`
    case 'author': {
      // The places of the author's events, one step through the index each.
      const first = (after: RawBuilder<unknown>) => sql`
        select e.namespace_id from events e where e.name in (${nameList}) and ${author} = ${feed.id} and e.namespace_id > ${after}
        order by e.namespace_id limit 1`
      return sql`places(id) as (
        (${first(sql`0`)}) union all select (${first(sql`places.id`)}) from places where places.id is not null)`
    }
    default:
      return feed satisfies never
  }
}

/** A condition on `events e`. */
function inRange(piece: Piece): RawBuilder<unknown> {
  const { before, after, cursor } = piece
  const parts = [sql`true`]
  if (before !== undefined) parts.push(sql`e.created_at < ${before}::date::timestamp at time zone 'UTC'`)
  if (after !== undefined) parts.push(sql`e.created_at >= (${after}::date + 1)::timestamp at time zone 'UTC'`)
  if (cursor !== undefined) parts.push(sql`${isAfter(newestFirst, cursor)}`)
  return sql.join(parts, sql` and `)
}

/**
 * Whether the actor may read the subject of an event, as a condition on `events e` in the place `s`. Events of deleted
 * items, and of items that moved to another place, are left out. An event without a rule is shown to no one.
 *
 * Each look is a scalar subquery: of an `exists`, the planner makes a join or a hash of everything that the actor may read,
 * and no longer goes along the index.
 */
function readable({ actor }: Context): RawBuilder<unknown> {
  const rules = subjects.map(
    subject =>
      sql`when e.name in (${sql.join(namesAbout(subject).map(name => sql.lit(name)))}) then ${readsSubject(actor, subject)}`,
  )
  return sql`case ${sql.join(rules, sql` `)} else false end`
}

/** The subjects of shown events. */
const subjects = [...new Set(Object.values(shownEvents).map(({ subject }) => subject))]

function readsSubject(actor: Actor, subject: EventSubject): RawBuilder<unknown> {
  switch (subject) {
    case 'note':
      return sql`(select true from notes t join issuables i on i.id = t.issuable_id
        where t.id = (e.payload->>'noteId')::bigint and i.namespace_id = s.id and ${visibleIssuables(actor, 'i', { within: place })} and ${visibleNotes(actor, 't', place)})`
    case 'milestone':
      return sql`(s.has_plan and (select true from milestones m where m.id = (e.payload->>'milestoneId')::bigint and m.namespace_id = s.id))`
    case 'deleted_milestone':
      return sql`s.has_plan`
    case 'code':
      return sql`s.has_code`
    case 'namespace':
      return sql`true`
    default:
      return sql`(select true from issuables i where i.id = ${eventIssuableId} and i.namespace_id = s.id and ${visibleIssuables(actor, 'i', { series: subject, within: place })})`
  }
}
