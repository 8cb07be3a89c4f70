import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables, visibleVulnerabilities } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { NotFound } from '#server/errors.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { renderParsed, scanMarkdownSafely } from '#server/platform/markdown/markdown.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import type { VulnerabilityRow } from './find.ts'
import {
  identifiersSql,
  linksSql,
  reasonSql,
  reportTypeSql,
  severitySql,
  stateSql,
  vulnerabilityPathSql,
  vulnerabilityTables,
} from './present.ts'

const v = columnsOf('vulnerabilities', 'v')
const c = columnsOf('vulnerabilityChanges', 'c')

export type ReadableVulnerability = Allowed<'project:read-vulnerabilities', VulnerabilityRow>

/** The latest entries of a history. */
const mostChanges = 200

/** The page of a vulnerability, without its code. */
export async function showVulnerabilityPage(ctx: Context, vulnerability: ReadableVulnerability) {
  const { actor, services } = ctx
  const { rows } = await sql<{
    json: string
    history: string
    issues: string
    mergeRequests: string
    description: string
    solution: string
  }>`select ${object({
    ...v.fields('id', 'title', 'description'),
    severity: severitySql,
    state: stateSql,
    ...v.fields('stateComment'),
    dismissal_reason: reasonSql,
    report_type: reportTypeSql,
    scanner: object({ name: sql`s.name`, vendor: sql`s.vendor` }),
    location: sql`v.location`,
    identifiers: identifiersSql,
    links: linksSql,
    sha: sql`nullif(v.sha, '')`,
    ...v.fields('resolvedOnDefaultBranch'),
    ...v.moments('detectedAt', 'updatedAt'),
  })}::text as json, v.description, v.solution,
    (select coalesce(json_agg(${object({
      ...c.fields('id', 'kind', 'fromState', 'toState', 'comment', 'dismissalReason'),
      author: userBasicJson(services.settings, 'u'),
      ...c.moments('createdAt'),
    })} order by c.id desc), '[]')
      from (select * from vulnerability_changes where vulnerability_id = v.id order by id desc limit ${mostChanges}) c
      left join users u on u.id = c.author_id)::text as history,
    (select coalesce(json_agg(${object({ ...linkedFields('issue', '#'), is_created: sql`l.link_type = 'created'` })} order by l.id), '[]')
      from vulnerability_issue_links l join issuables i on i.id = l.issue_id join namespaces n on n.id = i.namespace_id
      where l.vulnerability_id = v.id and ${visibleIssuables(actor, 'i', { series: 'issue' })})::text as issues,
    (select coalesce(json_agg(${object(linkedFields('merge_request', '!'))} order by l.id), '[]')
      from vulnerability_merge_request_links l join issuables i on i.id = l.merge_request_id join namespaces n on n.id = i.namespace_id
      where l.vulnerability_id = v.id and ${visibleIssuables(actor, 'i', { series: 'merge_request' })})::text as merge_requests
    from ${vulnerabilityTables} where v.id = ${vulnerability.id}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound()
  const [descriptionHtml, solutionHtml] = await Promise.all([htmlOf(row.description), htmlOf(row.solution)])
  const { facts } = vulnerability
  return {
    vulnerability: withMembers(row.json, { description_html: descriptionHtml, solution_html: solutionHtml }),
    history: new RawJson(row.history),
    issues: new RawJson(row.issues),
    mergeRequests: new RawJson(row.mergeRequests),
    namespace: await showHeader(ctx, { id: vulnerability.namespaceId, facts }),
    permissions: {
      canUpdate: may(actor, 'project:update-vulnerabilities', facts),
      canLink: may(actor, 'project:link-vulnerabilities', facts),
      canCreateIssue: may(actor, 'project:link-vulnerabilities', facts) && may(actor, 'project:create-issue', facts),
      canReadCode: may(actor, 'project:read-code', facts),
    },
  }
}

const linkedFields = (series: 'issue' | 'merge_request', sign: string) => ({
  link_id: sql`l.id`,
  reference: sql`n.full_path || ${sql.lit(sign)} || i.iid`,
  title: sql`i.title`,
  state: sql`i.state`,
  path: pagePathSql('i', 'n', series),
})

/** The text of a scanner as HTML. It may come from anywhere: a reference in it names nothing. */
async function htmlOf(text: string): Promise<string> {
  return text === '' ? '' : renderParsed(await scanMarkdownSafely(text, [], {}), () => null)
}

/** The vulnerabilities of an issue, as far as the reader may know of them. */
export async function showOfIssue(ctx: Context, issueId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`select coalesce(json_agg(${object({
    ...v.fields('id', 'title'),
    severity: severitySql,
    state: stateSql,
    path: vulnerabilityPathSql,
    project_id: v('namespaceId'),
    link_id: sql`case when not n.inactive then l.id end`,
  })} order by v.severity_rank desc, v.id), '[]')::text as json
    from vulnerability_issue_links l join vulnerabilities v on v.id = l.vulnerability_id join namespaces n on n.id = v.namespace_id
    where l.issue_id = ${issueId} and ${visibleVulnerabilities(ctx.actor, 'n')}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '[]')
}
