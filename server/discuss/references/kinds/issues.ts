import { type RawBuilder, sql } from 'kysely'
import { type IssuableSeries, issuableKinds, pagePath, referenceOf } from '#contract/issuable-kinds.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import {
  issueReferences,
  ofSeries,
  type ReferenceMatch,
  type ReferenceSyntax,
} from '#server/platform/markdown/references.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { meantPaths, type ReferenceKind, type Resolved, siteBase, type TextNamespace } from '../reference-kind.ts'

interface IssueReferenceRow {
  readonly place: number
  readonly id: number
  readonly iid: number
  readonly type: string
  readonly title: string
  readonly projectId: number
  readonly projectPath: string
  readonly milestone: string | null
  readonly assignees: string | null
}

/** References to issuables of a series by their numbers within a project or group. @param syntaxes  more than the sign and the page of the kind */
export const numberedKind = (
  series: IssuableSeries,
  syntaxes: readonly ReferenceSyntax[] = [ofSeries(series)],
): ReferenceKind => ({
  kind: series,
  syntaxes,
  resolve: (ctx, namespace, matches) => resolve(ctx, series, namespace, matches),
  visibleIds: (ctx, ids) => sql`select i.id::text as id from issuables i
    where i.id = any (${ids.filter(id => /^\d{1,18}$/.test(id))}::bigint[]) and ${visibleIssuables(ctx.actor, 'i', { series })}`,
})

/** `#12`, `project#12`, `group/project#12`, `[issue:12]`, `GL-12` and addresses of issues. */
export const issueKind: ReferenceKind = numberedKind('issue', issueReferences)

interface IssueMatch {
  readonly match: ReferenceMatch
  readonly iid: string
  /** Null: the project of the text. */
  readonly path: string | null
}

async function resolve(
  ctx: Context,
  series: IssuableSeries,
  namespace: TextNamespace | null,
  matches: readonly ReferenceMatch[],
): Promise<ReadonlyMap<ReferenceMatch, Resolved>> {
  const asked = matches.flatMap(match => askedBy(namespace, match))
  if (asked.length === 0) return new Map()
  const withDetails = matches.some(match => match.suffix === '+s')
  const { rows } = await sql<IssueReferenceRow>`
    select a.place, i.id, i.iid, i.type, i.title, n.id as project_id, n.full_path as project_path,
      ${
        withDetails
          ? sql`(select m.title from milestones m where m.id = i.milestone_id) as milestone,
            (select string_agg(u.name, ', ' order by ${nameOrder(sql`u.name`)}) from issuable_assignees ia join users u on u.id = ia.user_id
              where ia.issuable_id = i.id) as assignees`
          : sql`null as milestone, null as assignees`
      }
    from unnest(${asked.map(each => each.path)}::text[], ${asked.map(each => each.iid)}::bigint[]) with ordinality as a(path, iid, place)
    join namespaces n on n.kind = ${sql.lit(issuableKinds[series].namespace)}
      and case when a.path is null then n.id = ${ownPlace(series, namespace)} else lower(n.full_path) = lower(a.path) end
    join issuables i on i.namespace_id = n.id and i.series = ${sql.lit(series)} and i.iid = a.iid`.execute(ctx.db)
  const base = siteBase(ctx)
  const answer = new Map<ReferenceMatch, Resolved>()
  for (const row of [...rows].sort((a, b) => a.place - b.place)) {
    const match = asked[row.place - 1]?.match
    if (match !== undefined && !answer.has(match)) answer.set(match, shown(base, series, namespace, match, row))
  }
  return answer
}

/** The namespace in which a number alone is looked up: the project of the text, or the group that it is in. */
const ownPlace = (series: IssuableSeries, namespace: TextNamespace | null): RawBuilder<unknown> =>
  issuableKinds[series].namespace === 'project'
    ? sql`${namespace?.id ?? 0}`
    : sql`(select case when own.kind = 'group' then own.id else own.parent_id end from namespaces own where own.id = ${namespace?.id ?? 0})`

function askedBy(namespace: TextNamespace | null, match: ReferenceMatch): readonly IssueMatch[] {
  if (!/^\d{1,18}$/.test(match.target)) return []
  if (match.path === null) return namespace === null ? [] : [{ match, iid: match.target, path: null }]
  const paths = match.form === 'text' ? meantPaths(namespace, match.path) : [match.path]
  return paths.map(path => ({ match, iid: match.target, path }))
}

function shown(
  base: string,
  series: IssuableSeries,
  namespace: TextNamespace | null,
  match: ReferenceMatch,
  row: IssueReferenceRow,
): Resolved {
  const isOfGroup = issuableKinds[series].namespace === 'group'
  const near = isOfGroup ? namespace?.ancestorIds.slice(-2).includes(row.projectId) : namespace?.id === row.projectId
  const short = `${near ? '' : shortPath(namespace, row)}${referenceOf(series, row.iid)}`
  const note = /^note_(\d+)$/.exec(match.fragment ?? '')?.[1]
  const named = note === undefined ? short : `${short} (comment ${note})`
  const details = [row.assignees, row.milestone].filter(each => each !== null).join(' • ')
  const text =
    match.suffix === ''
      ? named
      : `${row.title} (${named})${match.suffix === '+s' && details !== '' ? ` • ${details}` : ''}`
  return {
    issuableId: row.id,
    through: row.projectPath,
    rendered: {
      href: `${base}${pagePath(series, row.projectPath, row.iid)}${match.fragment === null ? '' : `#${match.fragment}`}`,
      text,
      title: row.title,
      classes: '',
      data: {
        ...(isOfGroup ? { group: row.projectId } : { project: row.projectId }),
        [series]: row.id,
        iid: row.iid,
        ...(isOfGroup ? {} : { projectPath: row.projectPath }),
        ...(series === 'issue' ? { issueType: row.type } : {}),
        referenceId: row.id,
      },
    },
  }
}

/** `project` within its group, else the full path. */
function shortPath(namespace: TextNamespace | null, row: IssueReferenceRow): string {
  const cut = row.projectPath.lastIndexOf('/')
  const parent = namespace?.fullPath.slice(0, Math.max(0, namespace.fullPath.lastIndexOf('/')))
  return parent === row.projectPath.slice(0, cut) ? row.projectPath.slice(cut + 1) : row.projectPath
}
