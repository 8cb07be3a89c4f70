import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { renderText } from '#server/discuss/references/render.ts'

const verbs = 'clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?'
const reference = String.raw`(?:[\w./-]*#\d+|https?://\S+/-/(?:issues|work_items)/\d+|GL-\d+|\[issue:[^\]\s]+\])`
/** "Closes #1, #2 and group/project#3" */
const closing = new RegExp(
  String.raw`\b(?:${verbs})\b:?(?:\s+issues?)?\s+(${reference}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)${reference})*)`,
  'gi',
)

const fence = /^(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^\1[`~]*[ \t]*$|$(?![\s\S]))/gm

/** A text without its blocks and spans of code. */
export const withoutCode = (text: string): string => text.replace(fence, ' ').split('\n').map(withoutSpans).join('\n')

/** A span ends with as many backticks as it begins with. */
function withoutSpans(line: string): string {
  const runs = runsIn(line)
  if (runs.length < 2) return line
  const later = new Map<number, number>()
  const closing = runs.map(() => -1)
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0
    closing[at] = later.get(length) ?? -1
    later.set(length, at)
  }
  const kept: string[] = []
  let from = 0
  for (let at = 0; at < runs.length; at += 1) {
    const [start, end] = [runs[at], runs[closing[at] ?? -1]]
    if (start === undefined || end === undefined) continue
    kept.push(line.slice(from, start.index))
    from = end.index + end.length
    at = closing[at] ?? at
  }
  return [...kept, line.slice(from)].join(' ')
}

interface Run {
  readonly index: number
  readonly length: number
}

/** The runs of backticks in a line. */
function runsIn(line: string): readonly Run[] {
  const runs: Run[] = []
  for (let index = line.indexOf('`'); index !== -1; ) {
    let end = index + 1
    while (line[end] === '`') end += 1
    runs.push({ index, length: end - index })
    index = line.indexOf('`', end)
  }
  return runs
}

/**
 * The issues that a text closes by a phrase such as "Closes #1 and #2". References inside code close nothing.
 *
 * @returns ids, each once
 * @source MR-014, BRANCH-031
 */
export async function closedBy(
  ctx: Context,
  namespace: TextNamespace,
  text: string,
  named: readonly number[],
): Promise<readonly number[]> {
  const references = [...withoutCode(text).matchAll(closing)].map(match => match[1]).join('\n')
  if (references === '') return []
  const { issuableIds } = await renderText(ctx, namespace, references)
  const among = issuableIds.filter(id => named.includes(id))
  if (among.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from issuables where id = any (${among}::bigint[]) and series = 'issue' order by id`.execute(ctx.db)
  return rows.map(row => row.id)
}

type Audience = NamespaceFacts['visibility']
const audiences: readonly Audience[] = ['private', 'internal', 'public']

/** The visibility of a project's code and merge requests. */
export async function audienceOf(ctx: Context, projectId: number): Promise<Audience> {
  const { rows } = await sql<{ audience: Audience }>`
    select case when p.repository_access_level = 'enabled' and p.merge_requests_access_level = 'enabled' then n.visibility else 'private' end as audience
    from projects p join namespaces n on n.id = p.id where p.id = ${projectId}`.execute(ctx.db)
  return rows[0]?.audience ?? 'private'
}

interface Closed {
  readonly namespaceId: number
  readonly facts: { readonly namespace: Pick<NamespaceFacts, 'visibility'> }
}

/**
 * Whether the history of an issue may name the item that closes it: all its readers may see it, or it is in the same
 * project.
 */
export const isNamedTo = (issue: Closed, projectId: number, audience: Audience): boolean =>
  issue.namespaceId === projectId || audiences.indexOf(audience) >= audiences.indexOf(issue.facts.namespace.visibility)

/** Keep which issues a merge request closes. */
export async function keepClosedIssues(
  ctx: Context,
  mergeRequest: { readonly id: number; readonly namespaceId: number },
  issueIds: readonly number[],
): Promise<void> {
  await sql`
    with gone as (delete from merge_request_closes_issues where merge_request_id = ${mergeRequest.id} and issue_id <> all (${issueIds}::bigint[]))
    insert into merge_request_closes_issues (merge_request_id, issue_id, namespace_id)
    select ${mergeRequest.id}, id, ${mergeRequest.namespaceId} from unnest(${issueIds}::bigint[]) id on conflict do nothing`.execute(
    ctx.db,
  )
}
