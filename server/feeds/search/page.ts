import { type RawBuilder, sql } from 'kysely'
import { type SearchPageKind, type searchPage, searchPageKinds } from '#contract/feeds/search.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { searchTerms, typoPattern } from '#contract/search-text.ts'
import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { visibleIssuables, visibleNamespaces, visiblePlan } from '#server/access/visible.ts'
import { searchBlobs, searchCommits } from '#server/code/repository/search.ts'
import type { Context } from '#server/context.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import { type GroupRow, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { personNamed } from '#server/foundation/users/person-named.ts'
import { matchesIndexed, matchesSearch, nearlyMatches } from '#server/platform/sql/search.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type NamedKind, wordsBesideKind } from './kind-words.ts'

const u = columnsOf('users', 'u')

type SearchPlace =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'group'; readonly row: Allowed<'group:read', GroupRow> }
  | { readonly kind: 'project'; readonly row: Allowed<'project:read', ProjectRow> }

type Input = InputOf<typeof searchPage>
type SearchReply = ReplyOf<typeof searchPage>
type SearchResultRow = SearchReply['rows'][number]

const perPage = 20
/** Each kind is counted up to this number. */
const mostCounted = 100
/** The number of the newest items that are searched, whatever the index of words seems to promise. */
const newest = sql.lit(2_000)
/** The limit of items from the index. */
const mostFound = sql.lit(3_000)
const snippetLength = sql.lit(240)
const snippetBefore = sql.lit(60)

/** Letters of a text in which typos are looked for. */
const mostRead = sql.lit(4_000)

/**
 * The search page: how much there is of each kind, and a page of one. One statement, a second one where nothing has the words as they are
 * spelled, and git for the files and commits of a project.
 *
 * @throws NotFound  no such project or group
 */
export async function showSearchPage(ctx: Context, input: Input): Promise<SearchReply> {
  const place = await placeOf(ctx, input)
  const kinds = kindsOf(place)
  const text = input.search?.trim() ?? ''
  const asked = input.scope !== undefined && kinds.includes(input.scope) ? input.scope : null
  const head = {
    place:
      place.kind === 'everywhere'
        ? null
        : { id: place.row.id, kind: place.kind, fullName: place.row.fullName, fullPath: place.row.fullPath },
  }
  if (searchTerms(text).length === 0)
    return {
      ...head,
      scope: asked ?? 'issues',
      counts: kinds.map(kind => ({ kind, count: null, isAtLeast: false })),
      rows: [],
      hasNext: false,
      isNear: false,
    }
  const offset = ((input.page ?? 1) - 1) * perPage
  const search = { ...input, search: text, kinds, asked, offset }
  const exact = await findStored(ctx, place, { ...search, isNear: false })
  const isNear =
    asked !== 'blobs' &&
    asked !== 'commits' &&
    Object.values(exact.counts).every(count => count === 0) &&
    searchTerms(text).some(term => typoPattern(term) !== null)
  const found = isNear ? await findStored(ctx, place, { ...search, isNear }) : exact
  // Without a kind, show the first one with matches.
  const scope = asked ?? kinds.find(kind => (found.counts[kind] ?? 0) > 0) ?? 'issues'
  const counts = kinds.map(kind => {
    const count = found.counts[kind] ?? null
    return { kind, count: count === null ? null : Math.min(count, mostCounted), isAtLeast: (count ?? 0) > mostCounted }
  })
  if (scope !== 'blobs' && scope !== 'commits')
    return {
      ...{ ...head, scope, counts, isNear: isNear && found.rows.length > 0 },
      ...{ rows: found.rows.slice(0, perPage), hasNext: found.rows.length > perPage },
    }
  const { rows, hasNext } = await findInCode(ctx, place, scope, text, input.page ?? 1)
  return { ...head, scope, counts, isNear: false, rows, hasNext }
}

async function placeOf(ctx: Context, { projectId, groupId }: Input): Promise<SearchPlace> {
  if (projectId !== undefined)
    return { kind: 'project', row: await load(ctx, 'project:read', projectByRef, { id: projectId }) }
  if (groupId !== undefined) return { kind: 'group', row: await load(ctx, 'group:read', groupByRef, { id: groupId }) }
  return { kind: 'everywhere' }
}

const kindsOf = (place: SearchPlace): readonly SearchPageKind[] =>
  searchPageKinds.filter(kind => {
    if (kind === 'blobs' || kind === 'commits') return place.kind === 'project'
    return place.kind !== 'project' || (kind !== 'epics' && kind !== 'projects')
  })

interface StoredSearch extends Input {
  readonly search: string
  readonly kinds: readonly SearchPageKind[]
  readonly asked: SearchPageKind | null
  readonly offset: number
  /** Words may have one typo, in the newest items and comments. */
  readonly isNear: boolean
}

interface Stored {
  readonly counts: Readonly<Record<string, number>>
  readonly rows: readonly SearchResultRow[]
}

async function findStored(ctx: Context, place: SearchPlace, asked: StoredSearch): Promise<Stored> {
  const { search, kinds } = asked
  const stored = kinds.filter(kind => kind !== 'blobs' && kind !== 'commits')
  const sources = Object.fromEntries(stored.map(kind => [kind, sourceOf(ctx, place, kind, asked)]))
  const base = sql`${siteBase(ctx)}::text`
  const ctes = stored.map(
    kind =>
      sql`${sql.ref(`found_${kind}`)} as materialized (${sources[kind]} order by id desc limit ${sql.lit(mostCounted + 1 + asked.offset + perPage)})`,
  )
  const counts = Object.fromEntries(stored.map(kind => [kind, sql`(select count(*) from ${sql.ref(`found_${kind}`)})`]))
  const first = stored.map(kind => sql`when exists (select 1 from ${sql.ref(`found_${kind}`)}) then ${sql.lit(kind)}`)
  const scope = asked.asked === null ? sql`case ${sql.join(first, sql` `)} end` : sql`${asked.asked}::text`
  const rows = stored.map(
    kind => sql`select ${rowOf(kind, base, search)} as item, k.id as place from chosen, lateral (select id from ${sql.ref(`found_${kind}`)}
      where chosen.scope = ${sql.lit(kind)} order by id desc limit ${sql.lit(perPage + 1)} offset ${asked.offset}) k ${joinsOf(kind)}`,
  )
  const { rows: replies } = await sql<{ counts: Stored['counts']; items: SearchResultRow[] }>`
    with ${issuablesOf(place, asked)}, ${sql.join(ctes)}, chosen as (select ${scope} as scope)
    select ${object(counts)} as counts,
      (select coalesce(json_agg(item order by place desc), '[]') from (${sql.join(rows, sql` union all `)}) shown) as items`.execute(
    ctx.db,
  )
  const [reply] = replies
  return { counts: reply?.counts ?? {}, rows: reply?.items ?? [] }
}

/** A condition on the words of a search; for a kind that they name, on the others. */
function eachWords(
  search: string,
  kinds: readonly NamedKind[],
  condition: (words: string) => RawBuilder<unknown>,
  isOf: (kind: NamedKind) => RawBuilder<unknown> = () => sql`true`,
): RawBuilder<unknown> {
  const named = kinds.flatMap(kind => {
    const rest = wordsBesideKind(search, kind)
    return rest === null ? [] : [sql`(${isOf(kind)} and ${condition(rest)})`]
  })
  return sql`(${sql.join([condition(search), ...named], sql` or `)})`
}

/** `hits` and `note_hits` in a statement: issuables and comments that contain the words, as far as an index and the newest ones show them. */
function issuablesOf(place: SearchPlace, { search, isNear }: StoredSearch): RawBuilder<unknown> {
  const here = (alias: string) => inPlace(place, sql.ref(`${alias}.namespace_id`))
  const series = ['issue', 'merge_request', 'epic'] as const
  const items = (condition: (words: string) => RawBuilder<unknown>) =>
    eachWords(search, series, condition, kind => sql`i.series = ${sql.lit(kind)}`)
  const body = sql`search_text(n.body)`
  const kinds = sql`i.series in (${sql.join(series.map(each => sql.lit(each)))})`
  const newestItems = sql`(select i.id, i.series, i.search, i.search_letters from issuables i where ${here('i')} order by i.id desc limit ${newest}) i`
  if (isNear)
    return sql`hits as materialized (
        select i.id from ${newestItems} where ${kinds} and ${items(words => nearlyMatches(sql`left(i.search, ${mostRead})`, words))}),
      note_hits as materialized (
        select n.id from (select n.id, n.body from notes n where not n.system and ${here('n')} order by n.id desc limit ${newest}) n
        where ${eachWords(search, ['note'], words => nearlyMatches(sql`search_text(left(n.body, ${mostRead}))`, words))})`
  const matches = items(words => matchesIndexed({ text: sql`i.search`, letters: sql`i.search_letters` }, words))
  const inNote = eachWords(search, ['note'], words =>
    matchesIndexed({ text: body, letters: sql`search_letters(${body})` }, words),
  )
  return sql`hits as materialized (
      select id from ${newestItems} where (${kinds} and ${matches}) is true
      union (select i.id from issuables i where ${matches} and ${here('i')} and ${kinds} limit ${mostFound})),
    note_hits as materialized (select n.id from notes n where not n.system and ${inNote} and ${here('n')} limit ${mostFound})`
}

/** The items of a place, as a condition on the id of their namespace. */
function inPlace(place: SearchPlace, namespaceId: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (place.kind) {
    case 'everywhere':
      return sql`true`
    case 'group':
      return sql`${namespaceId} in (select below.id from namespaces below where below.ancestor_ids @> array[${place.row.id}]::bigint[])`
    case 'project':
      return sql`${namespaceId} = ${place.row.id}`
    default:
      return place satisfies never
  }
}

const milestoneText = sql`m.title || ' ' || m.description`

type StoredKind = Exclude<SearchPageKind, 'blobs' | 'commits'>

/** A select of the ids that a search finds and the actor may read. */
function sourceOf(ctx: Context, place: SearchPlace, kind: StoredKind, asked: StoredSearch): RawBuilder<unknown> {
  const { search, isNear, state = 'all', author = '' } = asked
  const named = (of: NamedKind, exact: (words: string) => RawBuilder<unknown>, text: RawBuilder<unknown>) =>
    eachWords(search, [of], words => (isNear ? nearlyMatches(sql`search_text(${text})`, words) : exact(words)))
  const byAuthor = (id: string) =>
    author === ''
      ? sql`true`
      : sql`${sql.ref(id)} = (select a.id from users a where lower(a.username) = lower(${author.replace(/^@/, '')}))`
  const items = (
    series: 'issue' | 'merge_request' | 'epic',
  ) => sql`select i.id from hits join issuables i on i.id = hits.id
    where i.series = ${sql.lit(series)} and ${state === 'all' ? sql`true` : sql`i.state = ${state}`} and ${byAuthor('i.author_id')}
      and ${visibleIssuables(ctx.actor, 'i', { series })}`
  switch (kind) {
    case 'issues':
      return items('issue')
    case 'merge_requests':
      return items('merge_request')
    case 'epics':
      return items('epic')
    case 'notes':
      return sql`select n.id from note_hits join notes n on n.id = note_hits.id join issuables i on i.id = n.issuable_id
        where ${byAuthor('n.author_id')} and ${visibleIssuables(ctx.actor, 'i')}
          and ${visibleNotes(ctx.actor, 'n', place.kind === 'project' ? place.row.facts : null)}`
    case 'milestones':
      return sql`select m.id from milestones m join namespaces n on n.id = m.namespace_id
        where ${named('milestone', words => matchesSearch(milestoneText, words), milestoneText)} and ${visiblePlan(ctx.actor, 'n')}
          and ${state === 'all' ? sql`true` : sql`m.state = ${state === 'opened' ? 'active' : state}`}
          and ${place.kind === 'project' ? sql`n.id = any (${[...place.row.ancestorIds]}::bigint[])` : inPlace(place, sql`n.id`)}`
    case 'projects':
      return sql`select n.id from namespaces n where n.kind = 'project' and not n.inactive and ${named('project', namedLike, sql`n.name || ' ' || n.full_path`)}
        and ${visibleNamespaces(ctx.actor, 'n')} and ${inPlace(place, sql`n.id`)}`
    case 'users':
      return sql`select u.id from users u where u.state = 'active' and ${named('user', personNamed, sql`u.username || ' ' || u.name`)}
        ${place.kind === 'everywhere' ? sql`` : sql`and u.id in (select um.user_id from memberships um where um.namespace_id = any (${[...place.row.ancestorIds]}::bigint[]))`}`
    default:
      return kind satisfies never
  }
}

function joinsOf(kind: StoredKind): RawBuilder<unknown> {
  switch (kind) {
    case 'issues':
    case 'merge_requests':
    case 'epics':
      return sql`join issuables i on i.id = k.id join namespaces n on n.id = i.namespace_id join users u on u.id = i.author_id`
    case 'notes':
      return sql`join notes o on o.id = k.id join issuables i on i.id = o.issuable_id join namespaces n on n.id = i.namespace_id
        join users u on u.id = o.author_id`
    case 'milestones':
      return sql`join milestones m on m.id = k.id join namespaces n on n.id = m.namespace_id`
    case 'projects':
      return sql`join namespaces n on n.id = k.id`
    case 'users':
      return sql`join users u on u.id = k.id`
    default:
      return kind satisfies never
  }
}

/** A row of the page as JSON, in the names of the contract. */
function rowOf(kind: StoredKind, base: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  const author = object({ ...u.fields('username', 'name') })
  const nobody = sql`null::json`
  const row = (parts: {
    readonly title: RawBuilder<unknown>
    readonly path: RawBuilder<unknown>
    readonly reference: RawBuilder<unknown>
    readonly state?: RawBuilder<unknown>
    readonly isConfidential?: RawBuilder<unknown>
    readonly text?: RawBuilder<unknown>
    readonly author?: RawBuilder<unknown>
    readonly at?: RawBuilder<unknown>
  }) =>
    object({
      key: sql`k.id::text`,
      title: parts.title,
      path: sql`${base} || ${parts.path}`,
      reference: parts.reference,
      state: parts.state ?? sql`null::text`,
      isConfidential: parts.isConfidential ?? sql`false`,
      snippet: parts.text === undefined ? sql`null::text` : snippetOf(parts.text, search),
      author: parts.author ?? nobody,
      at: parts.at === undefined ? sql`null::text` : sql`iso(${parts.at})`,
    })
  const reference = sql`n.full_path || ${referenceSql('i')}`
  switch (kind) {
    case 'issues':
    case 'merge_requests':
    case 'epics':
      return row({
        ...{
          title: sql`i.title`,
          path: pagePathSql('i', 'n'),
          reference,
          state: sql`i.state`,
          text: sql`i.description`,
        },
        ...{ isConfidential: sql`i.confidential`, author, at: sql`i.created_at` },
      })
    case 'notes':
      return row({
        ...{
          title: sql`i.title`,
          path: sql`${pagePathSql('i', 'n')} || '#note_' || o.id`,
          reference,
          text: sql`o.body`,
        },
        ...{ isConfidential: sql`i.confidential or o.internal`, author, at: sql`o.created_at` },
      })
    case 'milestones':
      return row({
        title: sql`m.title`,
        path: sql`case when n.kind = 'group' then '/groups/' else '/' end || n.full_path || '/-/milestones/' || m.iid`,
        ...{ reference: sql`n.full_path`, text: sql`m.description`, at: sql`m.created_at` },
        state: sql`case m.state when 'active' then 'opened' else m.state end`,
      })
    case 'projects':
      return row({
        ...{ title: sql`n.full_name`, path: sql`'/' || n.full_path`, reference: sql`n.full_path` },
        ...{ text: sql`n.description`, at: sql`n.created_at` },
      })
    case 'users':
      return row({ title: sql`u.name`, path: sql`'/' || u.username`, reference: sql`'@' || u.username` })
    default:
      return kind satisfies never
  }
}

/** The part of a text around the first word that occurs in it, else its beginning; on one line. */
function snippetOf(text: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  const places = searchTerms(search).map(term => sql`nullif(strpos(search_text(t.line), ${term}), 0)`)
  return sql`(select nullif(case when t.start > 1 then '…' else '' end || substr(t.line, t.start, ${snippetLength})
        || case when length(t.line) > t.start + ${snippetLength} then '…' else '' end, '')
    from (select t.line, greatest(coalesce(${sql.join(places)}, 1) - ${snippetBefore}, 1) as start
      from (select regexp_replace(left(coalesce(${text}, ''), 100000), '\\s+', ' ', 'g') as line) t) t)`
}

/** A page of the files or commits of a project; nothing for those who may not read its code. */
async function findInCode(ctx: Context, place: SearchPlace, kind: 'blobs' | 'commits', search: string, page: number) {
  const project =
    place.kind === 'project' ? await loadIfAllowed(ctx, 'project:read-code', projectByRef, { id: place.row.id }) : null
  if (project === null) return { rows: [], hasNext: false }
  const asked = { search, page, perPage }
  const base = `${siteBase(ctx)}/${project.fullPath}/-`
  const found = await (kind === 'blobs' ? searchBlobs(ctx, project, asked) : searchCommits(ctx, project, asked))
  const items: readonly CodeHit[] = found.items instanceof RawJson ? JSON.parse(found.items.text) : []
  return {
    rows: items.map((item, index) => (kind === 'blobs' ? fileRow(item, base, index) : commitRow(item, base))),
    hasNext: found.hasNext,
  }
}

/** The replies of `searchBlobs` and `searchCommits`, in the names of the wire. */
interface CodeHit {
  readonly path?: string
  readonly ref?: string
  readonly startline?: number
  readonly data?: string
  readonly id?: string | null
  readonly short_id?: string
  readonly title?: string
  readonly message?: string
  readonly author_name?: string
  readonly created_at?: string
}

const noState = { state: null, isConfidential: false }

function fileRow(
  { path = '', ref = 'HEAD', startline = 1, data = '' }: CodeHit,
  base: string,
  index: number,
): SearchResultRow {
  const address = path.split('/').map(encodeURIComponent).join('/')
  return {
    ...{ key: `${path}:${startline}:${index}`, title: path, ...noState, author: null, at: null },
    ...{
      path: `${base}/blob/${encodeURIComponent(ref)}/${address}#L${startline}`,
      reference: `Line ${startline}`,
      snippet: data,
    },
  }
}

function commitRow(hit: CodeHit, base: string): SearchResultRow {
  const { id, short_id: reference = '', title = '', message = '', author_name: name = '', created_at: at = null } = hit
  const rest = message.slice(title.length).trim()
  return {
    ...{ key: id ?? reference, title, path: `${base}/commit/${id}`, reference, ...noState },
    ...{ snippet: rest === '' ? null : rest.slice(0, 240), author: { username: null, name }, at },
  }
}
