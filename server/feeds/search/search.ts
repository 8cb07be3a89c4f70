import { type RawBuilder, sql } from 'kysely'
import type { searchProject } from '#contract/feeds/search.ts'
import type { InputOf } from '#contract/operation.ts'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleGroups, visibleIssuables, visibleNamespaces, visiblePlan } from '#server/access/visible.ts'
import { searchBlobs, searchCommits } from '#server/code/repository/search.ts'
import type { Context } from '#server/context.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { noteJoins, noteJson } from '#server/discuss/notes/present.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { Malformed } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { projectJson, projectTables } from '#server/foundation/projects/present.ts'
import { avatarSql, userBasicJson } from '#server/foundation/users/present.ts'
import { listIssues } from '#server/plan/issues/list/list.ts'
import type { IssueScope } from '#server/plan/issues/list/where.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { containing } from '#server/platform/sql/like.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf } from '#server/slice.ts'

export type SearchPlace =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'group'; readonly id: number; readonly fullPath: string }
  | { readonly kind: 'project'; readonly project: Allowed<'project:read', ProjectRow> }

export type Search = Omit<InputOf<typeof searchProject>, 'id'>

/**
 * One page of what matches and the actor may read, by one statement.
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
      const scope = issueScope(ctx, place, asked)
      if (text === '' || scope === null) return nothing(asked)
      const { state, confidential, sort, page, perPage } = asked
      return listIssues(
        ctx,
        scope,
        { search: text, ...(state && { state }), ...(confidential !== undefined && { confidential }) },
        { orderBy: 'created_at', sort, ...(page !== undefined && { page }), ...(perPage !== undefined && { perPage }) },
      )
    }
    case 'milestones':
      return text === '' ? nothing(asked) : milestones(ctx, place, asked, text)
    case 'users':
      return text === '' ? nothing(asked) : users(ctx, place, asked, text)
    case 'notes':
      if (place.kind !== 'project') throw noScope()
      return text.length < 3 || !may(ctx.actor, 'project:read-issues', place.project.facts)
        ? nothing(asked)
        : notes(ctx, place.project, asked, text)
    case 'blobs':
    case 'commits': {
      if (place.kind !== 'project') throw noScope()
      // Who may not read the code finds nothing in it.
      const project = await loadIfAllowed(ctx, 'project:read-code', projectByRef, { id: place.project.id })
      if (text === '' || project === null) return nothing(asked)
      const code = { ...asked, search: text }
      return asked.scope === 'blobs' ? searchBlobs(ctx, project, code) : searchCommits(ctx, project, code)
    }
    default:
      throw noScope()
  }
}

const noScope = () => new Malformed('scope does not have a valid value')

const nothing = (asked: Search): Paged<never> => {
  const { page, perPage } = pageOf(asked)
  return Paged.offset<never>(new RawJson('[]'), { page, perPage, total: 0 })
}

function issueScope(ctx: Context, place: SearchPlace, { includeArchived }: Search): IssueScope | null {
  const withArchived = includeArchived ?? false
  switch (place.kind) {
    case 'everywhere':
      return { kind: 'everywhere', withArchived }
    case 'group':
      return { kind: 'group', id: place.id, fullPath: place.fullPath, withArchived }
    case 'project':
      // Reading the issues is asked of the same facts that reading the project was.
      return may(ctx.actor, 'project:read-issues', place.project.facts)
        ? { kind: 'project', project: place.project as unknown as Allowed<'project:read-issues', ProjectRow> }
        : null
    default:
      return place satisfies never
  }
}

export const like = (text: string): string => containing(text.toLowerCase())

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
  const within = place.kind === 'group' ? sql`and ${place.id} = any (n.ancestor_ids)` : sql``
  const archived = asked.includeArchived ? sql`` : sql`and not n.inactive`
  return pageFrom(
    ctx,
    asked,
    sql`select n.id from namespaces n where n.kind = 'project' and lower(n.name || ' ' || n.full_path) like ${like(text)}
      and ${visibleNamespaces(ctx.actor, 'n')} ${within} ${archived}`,
    sql`select n.id, ${projectJson(ctx, { simple: true })} as json from ${projectTables} where n.id in (select id from page)`,
  )
}

function milestones(ctx: Context, place: SearchPlace, asked: Search, text: string) {
  const within =
    place.kind === 'everywhere'
      ? sql``
      : place.kind === 'group'
        ? sql`and ${place.id} = any (mn.ancestor_ids)`
        : sql`and mn.id = any (${[...place.project.ancestorIds]}::bigint[])`
  return pageFrom(
    ctx,
    asked,
    sql`select m.id from milestones m join namespaces mn on mn.id = m.namespace_id
      where (lower(m.title) like ${like(text)} or lower(m.description) like ${like(text)}) and ${visiblePlan(ctx.actor, 'mn')} ${within}`,
    sql`select m.id, ${milestoneJson(ctx.services.settings, 'm', 'mn', ctx.now.slice(0, 10))} as json
      from milestones m join namespaces mn on mn.id = m.namespace_id where m.id in (select id from page)`,
  )
}

function users(ctx: Context, place: SearchPlace, asked: Search, text: string) {
  const within =
    place.kind === 'everywhere'
      ? sql``
      : place.kind === 'group'
        ? sql`and u.id in (select um.user_id from memberships um join namespaces un on un.id = ${place.id} where um.namespace_id = any (un.ancestor_ids))`
        : sql`and u.id in (select um.user_id from memberships um where um.namespace_id = any (${[...place.project.ancestorIds]}::bigint[]))`
  return pageFrom(
    ctx,
    asked,
    sql`select u.id from users u where u.state = 'active' and lower(u.username || ' ' || u.name) like ${like(text)} ${within}`,
    sql`select u.id, ${userBasicJson(ctx.services.settings, 'u')} as json from users u where u.id in (select id from page)`,
  )
}

function notes(ctx: Context, project: Allowed<'project:read', ProjectRow>, asked: Search, text: string) {
  return pageFrom(
    ctx,
    asked,
    sql`select n.id from issuables si join notes n on n.issuable_id = si.id
      where si.namespace_id = ${project.id} and not n.system and lower(n.body) like ${like(text)}
        and ${visibleIssuables(ctx.actor, 'si', { within: project.facts })} and ${visibleNotes(ctx.actor, 'n', project.facts)}`,
    sql`select n.id, ${noteJson(ctx.services.settings)} as json from notes n ${noteJoins} where n.id in (select id from page)`,
  )
}

const offered = 6
/** Of so many of the newest issues a common word is surely in some. */
const newestIssues = 1_000

/** What the palette offers, in one statement: the issues of the project one is in before those of others. */
export async function quickFind(
  ctx: Context,
  query: string,
  projectPath: string | null,
  base: string,
): Promise<RawJson> {
  const text = query.trim()
  const number = /^#?(\d{1,15})$/.exec(text)?.[1] ?? null
  const path = projectPath ?? ''
  const columns = sql`i.id, i.iid, i.type, i.title, i.state, i.confidential, n.full_path`
  const readable = visibleIssuables(ctx.actor, 'i', { series: 'issue' })
  // Three letters make a trigram; a number is looked for among one's own project only, where it means something.
  const numbered = number === null ? sql`false` : sql`i.iid = ${number}::bigint`
  const isLong = sql.lit([...text].length >= 3)
  // Among the newest the words are looked for in each title, whatever the index seems to promise: a common word is found there.
  const newest = (place: RawBuilder<unknown>, rank: number) => sql`
    select ${columns}, ${sql.lit(rank)} as rank from (select * from issuables i ${place} order by i.id desc limit ${sql.lit(newestIssues)}) i
        join namespaces n on n.id = i.namespace_id
      where i.state = 'opened' and ${isLong} and (i.title ilike ${like(text)}) is true and ${readable} order by i.id desc limit ${sql.lit(offered)}`
  const older = (place: RawBuilder<unknown>, rank: number, known: RawBuilder<unknown>) => sql`
    select ${columns}, ${sql.lit(rank)} as rank from issuables i join namespaces n on n.id = i.namespace_id
    where ${isLong} and ${known} < ${sql.lit(offered)} and ${place} and i.title ilike ${like(text)} and ${readable}
    order by i.state desc, i.id desc limit ${sql.lit(offered)}`
  const { rows } = await sql<{ json: string }>`
    with here as materialized (select id from namespaces where lower(full_path) = lower(${path})),
    near as materialized (
      (select ${columns}, 0 as rank from here h join issuables i on i.namespace_id = h.id join namespaces n on n.id = h.id
        where ${numbered} and ${readable} limit ${sql.lit(offered)})
      union all (${newest(sql`where i.namespace_id = (select id from here) and i.series = 'issue' and i.state = 'opened'`, 1)})
      union all (${newest(sql``, 2)})),
    older as materialized (${older(sql`i.namespace_id = (select id from here)`, 1, sql`(select count(*) from near where rank < 2)`)}),
    others as (${older(sql`i.namespace_id is distinct from (select id from here)`, 2, sql`(select count(*) from near) + (select count(*) from older)`)}),
    issues as (select distinct on (id) * from (select * from near union all select * from older union all select * from others) every_one
      order by id, rank)
    select json_build_object(
      'issues', (select coalesce(json_agg(json_build_object('id', i.id, 'iid', i.iid, 'type', i.type, 'title', i.title, 'state', i.state,
          'confidential', i.confidential,
          'reference', case when lower(i.full_path) = lower(${path}) then '#' || i.iid else i.full_path || '#' || i.iid end,
          'path', ${base}::text || ${pagePathSql('i', 'i', 'issue')}) order by i.rank, i.state desc, i.id desc), '[]')
        from (select * from issues order by rank, state desc, id desc limit ${sql.lit(offered)}) i),
      'projects', (select coalesce(json_agg(json_build_object('id', n.id, 'name_with_namespace', n.full_name, 'full_path', n.full_path,
          'path', ${base}::text || '/' || n.full_path) order by n.full_name), '[]')
        from (select n.* from namespaces n where n.kind = 'project' and not n.inactive and lower(n.name || ' ' || n.full_path) like ${like(text)}
          and ${visibleNamespaces(ctx.actor, 'n')} limit ${sql.lit(offered)}) n),
      'groups', (select coalesce(json_agg(json_build_object('id', n.id, 'full_name', n.full_name, 'full_path', n.full_path,
          'path', ${base}::text || '/groups/' || n.full_path) order by n.full_name), '[]')
        from (select n.* from namespaces n where n.kind = 'group' and lower(n.name || ' ' || n.full_path) like ${like(text)}
          and ${visibleGroups(ctx.actor, 'n')} limit ${sql.lit(offered)}) n),
      'users', (select coalesce(json_agg(json_build_object('id', u.id, 'username', u.username, 'name', u.name,
          'avatar_url', ${avatarSql('u', sql`${base}::text`)},
          'path', ${base}::text || '/' || u.username) order by u.username), '[]')
        from (select u.* from users u where u.state = 'active' and lower(u.username || ' ' || u.name) like ${like(text)} limit ${sql.lit(offered)}) u)
    )::text as json`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '{}')
}
