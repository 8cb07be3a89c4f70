import { sql } from 'kysely'
import type {
  DismissalReason,
  ReportType,
  VulnerabilityLinkType,
  VulnerabilitySeverity,
  VulnerabilityState,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { visibleIssuables, visibleVulnerabilities } from '#server/access/visible.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { vulnerabilityPathSql, vulnerabilityTables } from '../present.ts'

export interface VulnerabilityNode {
  readonly id: number
  readonly namespaceId: number
  readonly title: string
  readonly description: string
  readonly severity: VulnerabilitySeverity
  readonly state: VulnerabilityState
  readonly reportType: ReportType
  readonly stateComment: string
  readonly dismissalReason: DismissalReason | null
  readonly stateChangedAt: string | null
  readonly stateChangedById: number | null
  readonly resolvedOnDefaultBranch: boolean
  readonly detectedAt: string
  readonly updatedAt: string
  readonly commentsCount: number
  readonly path: string
}

export interface IssueLinkNode {
  readonly id: number
  readonly vulnerabilityId: number
  readonly issueId: number
  readonly linkType: VulnerabilityLinkType
}

export const Vulnerability = builder.objectRef<VulnerabilityNode>('Vulnerability')
export const IssueLink = builder.objectRef<IssueLinkNode>('VulnerabilityIssueLink')

export const vulnerabilityColumns = sql`v.id, v.namespace_id, v.title, v.description, v.severity, v.state, v.report_type, v.state_comment,
  v.dismissal_reason, iso(v.state_changed_at) as state_changed_at, v.state_changed_by_id, v.resolved_on_default_branch,
  iso(v.detected_at) as detected_at, iso(v.updated_at) as updated_at, ${vulnerabilityPathSql} as path,
  (select count(*) from vulnerability_changes c where c.vulnerability_id = v.id and c.comment <> '') as comments_count`

/** A vulnerability by its id; null for one that the actor may not know of. */
export const vulnerabilityNode = batch<number, VulnerabilityNode | null>(async (ctx, ids) => {
  const { rows } = await sql<VulnerabilityNode>`select ${vulnerabilityColumns} from ${vulnerabilityTables}
    where v.id = any (${[...ids]}::bigint[]) and ${visibleVulnerabilities(ctx.actor, 'n')}`.execute(ctx.db)
  return byId(rows)
})

/** The links to issues that the actor can see, by the id of a vulnerability that they can see. */
export const issueLinksOf = batch<number, readonly IssueLinkNode[]>(async (ctx, ids) => {
  const { rows } = await sql<IssueLinkNode>`select l.id, l.vulnerability_id, l.issue_id, l.link_type
    from vulnerability_issue_links l join issuables i on i.id = l.issue_id
    where l.vulnerability_id = any (${[...ids]}::bigint[]) and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })} order by l.id`.execute(
    ctx.db,
  )
  const byVulnerability = Map.groupBy(rows, ({ vulnerabilityId }) => vulnerabilityId)
  return id => byVulnerability.get(id) ?? []
})
