import { type RawBuilder, sql } from 'kysely'
import type { searchProject } from '#contract/feeds/search.ts'
import type { InputOf } from '#contract/operation.ts'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables, visibleNamespaces, visiblePlan } from '#server/access/visible.ts'
import { listMergeRequests } from '#server/code/merge-requests/list/list.ts'
import { searchBlobs, searchCommits } from '#server/code/repository/search.ts'
import type { Context } from '#server/context.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { noteJoins, noteJson } from '#server/discuss/notes/present.ts'
import { Malformed } from '#server/errors.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { projectJson, projectTables } from '#server/foundation/projects/present.ts'
import { personNamed } from '#server/foundation/users/person-named.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { listEpics } from '#server/plan/epics/queries.ts'
import { listIssues } from '#server/plan/issues/list/list.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { matchesIndexed, matchesSearch } from '#server/platform/sql/search.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'

export type SearchPlace =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'group'; readonly group: Allowed<'group:read', GroupRow> }
  | { readonly kind: 'project'; readonly project: Allowed<'project:read', ProjectRow> }

export type Search = Omit<InputOf<typeof searchProject>, 'id'>

/**
 * One page of the matches that the actor may read, by one statement.
 *
 * @throws Malformed  a scope that the place does not have
 * @source rest.md 16
 */
export async function search(ctx: Context, place: SearchPlace, asked: Search): Promise<Paged<never>> {
  const text = asked.search.trim()
  switch (asked.scope) {
    case 'projects':
      if (place.kind === 'project') throw noScope()
      return text === '' ? nothing(asked) : projects(ctx, place, asked, text)
    case 'issues': {
      const scope = issueScope(ctx, place, asked, 'project:read-issues')
      if (text === '' || scope === null) return nothing(asked)
      const { state, confidential, sort, page, perPage } = asked
      return listIssues(
        ctx,
        scope,
        { search: text, ...(state && { state }), ...(confidential !== undefined && { confidential }) },
        { orderBy: 'created_at', sort, ...(page !== undefined && { page }), ...(perPage !== undefined && { perPage }) },
      )
    }
    case 'merge_requests': {
      const scope = issueScope(ctx, place, asked, 'project:read-merge-requests')
      if (text === '' || scope === null) return nothing(asked)
      const { state, sort, page, perPage } = asked
      return listMergeRequests(
        ctx,
        scope,
        { search: text, ...(state && { state }) },
        {
          orderBy: 'created_at',
          ...(sort && { sort }),
          ...(page !== undefined && { page }),
          ...(perPage !== undefined && { perPage }),
        },
      )
    }
    case 'epics': {
      if (place.kind !== 'group') throw noScope()
      const { state, confidential, sort, page, perPage } = asked
      if (text === '' || state === 'merged') return nothing(asked)
      return listEpics(
        ctx,
        place.group,
        {
          search: text,
          ...(state && { state }),
          ...(confidential !== undefined && { confidential }),
          orderBy: 'created_at',
          sort,
        },
        { ...(page !== undefined && { page }), ...(perPage !== undefined && { perPage }) },
      )
    }
    case 'milestones':
      return text === '' ? nothing(asked) : milestones(ctx, place, asked, text)
    case 'users':
      return text === '' ? nothing(asked) : users(ctx, place, asked, text)
    case 'notes':
      if (place.kind !== 'project') throw noScope()
      return text === '' || !may(ctx.actor, 'project:read-issues', place.project.facts)
        ? nothing(asked)
        : notes(ctx, place.project, asked, text)
    case 'blobs':
    case 'commits': {
      if (place.kind !== 'project') throw noScope()
      // A user who may not read the code finds nothing in it.
      const project = await loadIfAllowed(ctx, 'project:read-code', projectByRef, { id: place.project.id })
      if (text === '' || project === null) return nothing(asked)
      const code = { ...asked, search: text }
      return asked.scope === 'blobs' ? searchBlobs(ctx, project, code) : searchCommits(ctx, project, code)
    }
    case 'wiki_blobs':
      // Projects have no wiki.
      if (place.kind !== 'project') throw noScope()
      return nothing(asked)
    default:
      throw noScope()
  }
}

const noScope = () => new Malformed('scope does not have a valid value')

const nothing = (asked: Search): Paged<never> => {
  const { page, perPage } = pageOf(asked)
  return Paged.offset<never>(new RawJson('[]'), { page, perPage, total: 0 })
}

function issueScope(
  ctx: Context,
  place: SearchPlace,
  { includeArchived }: Search,
  ability: 'project:read-issues' | 'project:read-merge-requests',
): IssueScope | null {
  const withArchived = includeArchived ?? false
  switch (place.kind) {
    case 'everywhere':
      return { kind: 'everywhere', withArchived }
    case 'group':
      return { kind: 'group', id: place.group.id, fullPath: place.group.fullPath, withArchived }
    case 'project':
      // Reading its items depends on the same facts as reading the project.
      return may(ctx.actor, ability, place.project.facts)
        ? { kind: 'project', project: place.project as unknown as Allowed<'project:read-issues', ProjectRow> }
        : null
    default:
      return place satisfies never
  }
}

/** A page of a select of `id` and `json`; counted up to a limit. */
async function pageFrom(
  ctx: Context,
  asked: Search,
  ids: RawBuilder<unknown>,
  json: RawBuilder<unknown>,
): Promise<Paged<never>> {
  const { page, perPage, offset } = pageOf(asked)
  const direction = asked.sort === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<{ json: string; total: number }>`
    with found as (${ids}), page as materialized (select id from found order by id ${direction} limit ${perPage} offset ${offset})
    select coalesce((select json_agg(shown.json order by shown.id ${direction}) from (${json}) shown), '[]')::text as json,
      (select count(*) from (select 1 from found limit 10001) counted) as total`.execute(ctx.db)
  return Paged.offset<never>(new RawJson(rows[0]?.json ?? '[]'), { page, perPage, total: rows[0]?.total ?? 0 })
}

function projects(ctx: Context, place: SearchPlace, asked: Search, text: string) {
  const within = place.kind === 'group' ? sql`and ${place.group.id} = any (n.ancestor_ids)` : sql``
  const archived = asked.includeArchived ? sql`` : sql`and not n.inactive`
  return pageFrom(
    ctx,
    asked,
    sql`select n.id from namespaces n where n.kind = 'project' and ${namedLike(text)}
      and ${visibleNamespaces(ctx.actor, 'n')} ${within} ${archived}`,
    sql`select n.id, ${projectJson(ctx, { simple: true })} as json from ${projectTables} where n.id in (select id from page)`,
  )
}

function milestones(ctx: Context, place: SearchPlace, asked: Search, text: string) {
  const within =
    place.kind === 'everywhere'
      ? sql``
      : place.kind === 'group'
        ? sql`and ${place.group.id} = any (mn.ancestor_ids)`
        : sql`and mn.id = any (${[...place.project.ancestorIds]}::bigint[])`
  return pageFrom(
    ctx,
    asked,
    sql`select m.id from milestones m join namespaces mn on mn.id = m.namespace_id
      where ${matchesSearch(sql`m.title || ' ' || m.description`, text)} and ${visiblePlan(ctx.actor, 'mn')} ${within}`,
    sql`select m.id, ${milestoneJson(ctx.services.settings, 'm', 'mn', ctx.now.slice(0, 10))} as json
      from milestones m join namespaces mn on mn.id = m.namespace_id where m.id in (select id from page)`,
  )
}

function users(ctx: Context, place: SearchPlace, asked: Search, text: string) {
  const within =
    place.kind === 'everywhere'
      ? sql``
      : place.kind === 'group'
        ? sql`and u.id in (select um.user_id from memberships um join namespaces un on un.id = ${place.group.id} where um.namespace_id = any (un.ancestor_ids))`
        : sql`and u.id in (select um.user_id from memberships um where um.namespace_id = any (${[...place.project.ancestorIds]}::bigint[]))`
  return pageFrom(
    ctx,
    asked,
    sql`select u.id from users u where u.state = 'active' and ${personNamed(text)} ${within}`,
    sql`select u.id, ${userBasicJson(ctx.services.settings, 'u')} as json from users u where u.id in (select id from page)`,
  )
}

function notes(ctx: Context, project: Allowed<'project:read', ProjectRow>, asked: Search, text: string) {
  return pageFrom(
    ctx,
    asked,
    sql`select n.id from issuables si join notes n on n.issuable_id = si.id
      where si.namespace_id = ${project.id} and not n.system and ${matchesIndexed({ text: sql`search_text(n.body)`, letters: sql`search_letters(search_text(n.body))` }, text)}
        and ${visibleIssuables(ctx.actor, 'si', { within: project.facts })} and ${visibleNotes(ctx.actor, 'n', project.facts)}`,
    sql`select n.id, ${noteJson(ctx.services.settings)} as json from notes n ${noteJoins} where n.id in (select id from page)`,
  )
}
