import { type RawBuilder, sql } from 'kysely'
import { allSeries, type IssuableSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import { searchTerms, typoPattern } from '#contract/search-text.ts'
import { visibleGroups, visibleIssuables, visibleNamespaces, visiblePlan } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { avatarSql } from '#server/foundation/users/present.ts'
import { containing } from '#server/platform/sql/like.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesIndexed, nearlyMatches } from '#server/platform/sql/search.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type NamedKind, wordsBesideKind } from './kind-words.ts'

const i = columnsOf('issuables', 'i')
const m = columnsOf('milestones', 'm')
const n = columnsOf('namespaces', 'n')
const l = columnsOf('labels', 'l')
const u = columnsOf('users', 'u')

/** The limit of offered items of each kind. */
const offered = sql.lit(5)
const mostRecent = sql.lit(8)
/** The number of newest items in which a common word is surely found; typos are looked for among them only. */
const newest = sql.lit(1_000)
/** The number of the newest matches among these that are kept. */
const mostNear = sql.lit(300)
/** The limit of older items from the index. */
const mostOlder = sql.lit(2_000)
/** Letters of an item in which typos are looked for. */
const mostRead = sql.lit(4_000)
/** The number of matches among the newest items from which older ones are not searched. */
const enough = sql.lit(10)

const found = ['issue', 'merge_request', 'epic'] as const satisfies readonly IssuableSeries[]
const isFoundKind = (alias: string) =>
  sql`${sql.ref(`${alias}.series`)} in (${sql.join(found.map(each => sql.lit(each)))})`

/** The offers of the palette, in one statement: items of the current group or project come first. */
export async function quickFind(
  ctx: Context,
  query: string,
  namespacePath: string | null,
  base: string,
): Promise<RawJson> {
  const text = mainWords(query)
  const path = namespacePath ?? ''
  const site = sql`${base}::text`
  const terms = searchTerms(text)
  const here = sql`here as materialized (select id, ancestor_ids from namespaces where lower(full_path) = lower(${path}))`
  const items = (rows: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    arrayOf(
      object({
        ...i.fields('id', 'iid', 'type', 'title', 'state', 'confidential'),
        reference: sql`case when lower(n.full_path) = lower(${path}) then '' else n.full_path end || ${referenceSql('i')}`,
        path: sql`${site} || ${pagePathSql('i', 'n')}`,
      }),
      sql`from (${rows}) i join namespaces n on n.id = i.namespace_id`,
      order,
    )
  const nothing = sql`'[]'::json`
  const isEmpty = terms.length === 0
  const recent = items(
    sql`select i.id, i.iid, i.type, i.series, i.title, i.state, i.confidential, i.namespace_id, m.seen_at
      from (select issuable_id, seen_at from read_marks where user_id = ${userIdOrZero(ctx)} order by seen_at desc limit 50) m
      join issuables i on i.id = m.issuable_id where ${isFoundKind('i')} and ${visibleIssuables(ctx.actor, 'i')}
      order by m.seen_at desc limit ${mostRecent}`,
    sql`i.seen_at desc`,
  )
  const ofSeries = (series: IssuableSeries) =>
    isEmpty
      ? nothing
      : items(
          sql`select * from matches where series = ${sql.lit(series)} order by quality, is_elsewhere, state <> 'opened', id desc limit ${offered}`,
          sql`i.quality, i.is_elsewhere, i.state <> 'opened', i.id desc`,
        )
  const shared = isEmpty ? here : sql`${here}, ${matchesOf(ctx, query, text)}`
  const named = (kind: NamedKind, name: RawBuilder<unknown>) => {
    const rest = wordsBesideKind(query, kind)
    const isNamed = (words: string) => nearlyMatches(sql`search_text(${name})`, words)
    return rest === null ? isNamed(text) : sql`(${isNamed(text)} or ${isNamed(mainWords(rest))})`
  }
  const isElsewhere = (alias: string) =>
    sql`not exists (select 1 from here h where ${sql.ref(`${alias}.namespace_id`)} = any (h.ancestor_ids))`
  /** The rank of a name: an exact match, one that begins with the words, any other. */
  const likeness = (name: RawBuilder<unknown>) =>
    sql`case when search_text(${name}) = ${terms.join(' ')} then 0 when starts_with(search_text(${name}), ${terms[0] ?? ''}) then 1 else 2 end`
  const list = (rows: RawBuilder<unknown>) =>
    isEmpty ? nothing : sql`(select coalesce(json_agg(item), '[]') from (${rows} limit ${offered}) listed)`
  const address = (rest: string) =>
    sql`${site} || case when n.kind = 'group' then '/groups/' else '/' end || n.full_path || ${sql.lit(rest)}`
  const { rows } = await sql<{ json: string }>`
    with ${shared}
    select ${object({
      recent: isEmpty ? recent : nothing,
      issues: ofSeries('issue'),
      merge_requests: ofSeries('merge_request'),
      epics: ofSeries('epic'),
      milestones: list(sql`select ${object({
        ...m.fields('id', 'title'),
        ...n.fields('fullPath'),
        path: sql`${address('/-/milestones/')} || m.iid`,
      })} as item
        from milestones m join namespaces n on n.id = m.namespace_id where ${named('milestone', sql`m.title`)} and ${visiblePlan(ctx.actor, 'n')}
        order by ${isElsewhere('m')}, m.state <> 'active', ${likeness(sql`m.title`)}, m.id desc`),
      labels: list(sql`select ${object({
        ...l.fields('id', 'title'),
        ...n.fields('fullPath'),
        ...l.fields('color'),
        path: address('/-/issues'),
      })} as item
        from labels l join namespaces n on n.id = l.namespace_id where ${named('label', sql`l.title`)} and not l.archived and ${visiblePlan(ctx.actor, 'n')}
        order by ${isElsewhere('l')}, ${likeness(sql`l.title`)}, ${nameOrder(sql`l.title`)}, l.id`),
      projects: list(sql`select ${object({
        ...n.fields('id'),
        name_with_namespace: n('fullName'),
        ...n.fields('fullPath'),
        path: sql`${site} || '/' || n.full_path`,
      })} as item
        from namespaces n where n.kind = 'project' and not n.inactive and ${named('project', sql`n.name || ' ' || n.full_path`)}
          and ${visibleNamespaces(ctx.actor, 'n')} order by ${likeness(sql`n.name`)}, ${nameOrder(sql`n.full_name`)}`),
      groups:
        list(sql`select ${object({ ...n.fields('id', 'fullName', 'fullPath'), path: sql`${site} || '/groups/' || n.full_path` })} as item
        from namespaces n where n.kind = 'group' and not n.pending_deletion and ${named('group', sql`n.name || ' ' || n.full_path`)}
          and ${visibleGroups(ctx.actor, 'n')} order by ${likeness(sql`n.name`)}, ${nameOrder(sql`n.full_name`)}`),
      users: list(sql`select ${object({
        ...u.fields('id', 'username', 'name'),
        avatar_url: avatarSql('u', site),
        path: sql`${site} || '/' || u.username`,
      })} as item
        from users u where u.state = 'active' and ${named('user', sql`u.username || ' ' || u.name`)}
        order by ${likeness(sql`u.username`)}, ${likeness(sql`u.name`)}, ${nameOrder(sql`u.name`)}`),
    })}::text as json`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '{}')
}

/**
 * `matches` in a statement with `here`: the issues, merge requests and epics that have the number of a reference (quality 0), or that contain
 * all words: in the title (1), in title and description (2), or in the title with a typo (3). A word may name the kind instead. Only where
 * nothing is found among the newest, typos are looked for in descriptions too.
 */
function matchesOf(ctx: Context, query: string, text: string): RawBuilder<unknown> {
  const named = found.flatMap(kind => {
    const rest = wordsBesideKind(query, kind)
    return rest === null ? [] : [{ kind, words: mainWords(rest) }]
  })
  /** A condition on the words; for the kinds that they name, on the others. */
  const each = (condition: (words: string) => RawBuilder<unknown>) =>
    sql`(${sql.join(
      [condition(text), ...named.map(({ kind, words }) => sql`(i.series = ${sql.lit(kind)} and ${condition(words)})`)],
      sql` or `,
    )})`
  const title = sql`split_part(i.search, E'\n', 1)`
  const numbered = numberedBy(text)
  const isNumber = numbered === null ? sql`false` : sql`(i.iid = ${numbered.iid} ${numbered.ofSeries})`
  const quality = sql`case when ${isNumber} then 0 when ${each(words => wordsIn(title, words))} then 1 when ${each(words => wordsIn(sql`i.search`, words))} then 2 else 3 end`
  const columns = sql`i.id, ${quality} as quality`
  // The search follows the order of the newest, whatever the index of words seems to promise: a common word is soon
  // found there.
  const isNear = sql`${isFoundKind('i')} and (${isNumber} or ${each(words => wordsIn(sql`i.search`, words))} or ${each(words => nearlyMatches(title, words))}) is true`
  const ofPlace = sql`select ${columns} from here h cross join unnest(h.ancestor_ids) place (id)
      cross join unnest(array[${sql.join(found.map(each => sql.lit(each)))}]) kind (series) cross join lateral (
        select * from issuables i where i.namespace_id = place.id and i.series = kind.series
        order by i.created_at desc, i.id desc limit ${newest}) i
      where ${isNear}`
  const ofAll = sql`select ${columns} from (select * from issuables i order by i.id desc limit ${newest}) i where ${isNear}`
  // A number is looked for in the places one has a role in: the index of numbers is one of places.
  const byNumber =
    numbered === null
      ? sql``
      : sql`union select ${columns} from (select unnest(h.ancestor_ids) as id from here h
            union select d.namespace_id from memberships d where d.user_id = ${userIdOrZero(ctx)}) place
          join issuables i on i.namespace_id = place.id and i.iid = ${numbered.iid} ${numbered.ofSeries} where ${isFoundKind('i')}`
  const misspelled = searchTerms(text).some(term => typoPattern(term) !== null)
    ? sql` union select ${columns} from (select count(*) as count from near) known cross join lateral (select * from issuables i
        where known.count = 0 order by i.id desc limit ${newest}) i
        where ${isFoundKind('i')} and ${each(words => nearlyMatches(sql`left(i.search, ${mostRead})`, words))}`
    : sql``
  return sql`near as materialized ((${ofPlace} limit ${mostNear}) union (${ofAll} limit ${mostNear}) ${byNumber}),
    hits as materialized (select * from near union select ${columns} from (select count(*) as count from near) known cross join lateral (select * from issuables i
      where known.count < ${enough} and ${each(words => matchesIndexed({ text: sql`i.search`, letters: sql`i.search_letters` }, words))}
      limit ${mostOlder}) i where ${isFoundKind('i')}${misspelled}),
    matches as materialized (select i.id, i.iid, i.type, i.series, i.title, i.state, i.confidential, i.namespace_id, hits.quality,
        not exists (select 1 from here h join namespaces own on own.id = i.namespace_id
          where own.id = any (h.ancestor_ids) or h.id = any (own.ancestor_ids)) as is_elsewhere
      from hits cross join lateral (select * from issuables i where i.id = hits.id limit 1) i where ${visibleIssuables(ctx.actor, 'i')})`
}

/** Words like "of" and "is" are left out where there are others: people do not remember them. */
function mainWords(query: string): string {
  const terms = searchTerms(query)
  const main = terms.filter(term => !/^[a-z]{1,2}$/.test(term))
  return main.length < 2 ? query.trim() : main.map(term => (term.includes(' ') ? `"${term}"` : term)).join(' ')
}

function wordsIn(text: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  const words = searchTerms(search)
  return words.length === 0 ? sql`false` : sql`${text} like all (${words.map(word => containing(word))}::text[])`
}

/** `12`, `#12`, `!4` or `&3`, also after the path of a place. */
function numberedBy(text: string): { readonly iid: number; readonly ofSeries: RawBuilder<unknown> } | null {
  const [, sign, digits] = /^(?:[\w./-]*(?=[#!&]))?([#!&]?)(\d{1,9})$/u.exec(text) ?? []
  if (digits === undefined) return null
  const series = allSeries.filter(each => issuableKinds[each].sign === sign)
  return {
    iid: Number(digits),
    ofSeries: sign === '' ? sql`` : sql`and i.series in (${sql.join(series.map(each => sql.lit(each)))})`,
  }
}
