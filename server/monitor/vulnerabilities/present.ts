import { sql } from 'kysely'
import type { Vulnerability } from '#contract/monitor/vulnerabilities/vulnerabilities.ts'
import type {
  DismissalReason,
  ReportType,
  VulnerabilityIdentifier,
  VulnerabilityLink,
  VulnerabilitySeverity,
  VulnerabilityState,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { columnsOf, moment, object, type WireFields } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Settings } from '#server/settings.ts'

const v = columnsOf('vulnerabilities', 'v')
const n = columnsOf('namespaces', 'n')
const s = columnsOf('vulnerabilityScanners', 's')

/** The tables that the JSON of a vulnerability reads. */
export const vulnerabilityTables = sql`vulnerabilities v join vulnerability_scanners s on s.id = v.scanner_id join namespaces n on n.id = v.namespace_id`

/** The path of the page of `vulnerabilities v` in its project `n`, as `vulnerabilityPath` has it. */
export const vulnerabilityPathSql = sql<string>`'/' || n.full_path || '/-/security/vulnerabilities/' || v.id`

// The columns' checks know the words, and only reports of the known types are stored.
export const severitySql = sql<VulnerabilitySeverity>`v.severity`
export const stateSql = sql<VulnerabilityState>`v.state`
export const reportTypeSql = sql<ReportType>`v.report_type`
export const reasonSql = sql<DismissalReason | null>`v.dismissal_reason`
export const identifiersSql = sql<VulnerabilityIdentifier[]>`v.identifiers`
export const linksSql = sql<VulnerabilityLink[]>`v.links`

/** Who, or when, for vulnerabilities that have a state now. */
const inState = <Value>(state: VulnerabilityState, value: unknown) =>
  sql<Value | null>`case when v.state = ${sql.lit(state)} then ${value} end`

/** @source rest.md 15.5 */
const vulnerabilityFields = ({ externalUrl }: Settings): WireFields<typeof Vulnerability> => ({
  ...v.fields('id', 'title'),
  description: sql`nullif(v.description, '')`,
  state: stateSql,
  severity: severitySql,
  report_type: reportTypeSql,
  project: object({
    ...n.fields('id', 'description', 'name'),
    name_with_namespace: n('fullName'),
    ...n.fields('path'),
    path_with_namespace: n('fullPath'),
    ...n.moments('createdAt'),
  }),
  finding: object({
    name: v('title'),
    severity: severitySql,
    report_type: reportTypeSql,
    scanner: object({ ...s.fields('externalId', 'name', 'vendor') }),
    location: sql<object>`v.location`,
    identifiers: identifiersSql,
    links: linksSql,
    solution: sql<string | null>`nullif(v.solution, '')`,
    sha: sql<string | null>`nullif(v.sha, '')`,
  }),
  ...v.fields('resolvedOnDefaultBranch'),
  state_comment: sql`nullif(v.state_comment, '')`,
  dismissal_reason: reasonSql,
  ...v.fields('authorId'),
  confirmed_by_id: inState('confirmed', v('stateChangedById')),
  resolved_by_id: inState('resolved', v('stateChangedById')),
  dismissed_by_id: inState('dismissed', v('stateChangedById')),
  updated_by_id: v('stateChangedById'),
  last_edited_by_id: v('stateChangedById'),
  ...v.moments('createdAt', 'updatedAt'),
  confirmed_at: inState('confirmed', moment(v('stateChangedAt'))),
  resolved_at: inState('resolved', moment(v('stateChangedAt'))),
  dismissed_at: inState('dismissed', moment(v('stateChangedAt'))),
  last_edited_at: moment(v('stateChangedAt')),
  start_date: sql`null`,
  due_date: sql`null`,
  web_url: sql`${sql.lit(externalUrl)} || ${vulnerabilityPathSql}`,
})

export const vulnerabilityJson = ({ services }: Context) => object(vulnerabilityFields(services.settings))

/** @throws NotFound */
export async function showVulnerability(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${vulnerabilityJson(ctx)}::text as json from ${vulnerabilityTables} where v.id = ${id}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound()
  return new RawJson(rows[0].json)
}
