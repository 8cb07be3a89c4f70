import { GraphQLError } from 'graphql'
import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import type { VulnerabilityState } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { may } from '#server/access/may.ts'
import { visibleVulnerabilities } from '#server/access/visible.ts'
import { Group, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, type PageArgs, pageArgs, pageOfList, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import { Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { vulnerabilityTables } from '../present.ts'
import { LinkType, Reason, ReportTypeEnum, Severity, Sort, State } from './enums.ts'
import {
  IssueLink,
  issueLinksOf,
  Vulnerability,
  type VulnerabilityNode,
  vulnerabilityColumns,
  vulnerabilityNode,
} from './node.ts'

const VulnerabilityConnection = connectionOf(Vulnerability)
const IssueLinkConnection = connectionOf(IssueLink)

interface VulnerabilityFilterInput {
  readonly dismissalReason?: readonly string[] | null | undefined
  readonly hasIssues?: boolean | null | undefined
  readonly hasMergeRequest?: boolean | null | undefined
  readonly hasResolution?: boolean | null | undefined
  readonly identifierName?: string | null | undefined
  readonly image?: readonly string[] | null | undefined
  readonly projectId?: readonly (string | number)[] | null | undefined
  readonly reportType?: readonly string[] | null | undefined
  readonly scanner?: readonly string[] | null | undefined
  readonly scannerId?: readonly number[] | null | undefined
  readonly severity?: readonly string[] | null | undefined
  readonly sort?: string | null | undefined
  readonly state?: readonly string[] | null | undefined
}

const filters = builder.args(t => ({
  dismissalReason: t.field({ type: [Reason] }),
  hasIssues: t.boolean({ description: 'Whether issues are linked to it.' }),
  hasMergeRequest: t.boolean({ description: 'Whether merge requests are linked to it.' }),
  hasResolution: t.boolean({ description: 'Whether the default branch no longer has it.' }),
  identifierName: t.string({ description: 'Name of one of its identifiers, such as CVE-2021-44228.' }),
  image: t.stringList({ description: 'Container images.' }),
  projectId: t.idList(),
  reportType: t.field({ type: [ReportTypeEnum] }),
  scanner: t.stringList({ description: 'IDs of scanners, as reports have them.' }),
  scannerId: t.field({ type: ['VulnerabilitiesScannerID'] }),
  severity: t.field({ type: [Severity] }),
  sort: t.field({ type: Sort, defaultValue: 'severity_desc' }),
  state: t.field({ type: [State] }),
}))

/** Values of one filter. */
const mostValues = 100

function oneOf(
  name: string,
  value: RawBuilder<unknown>,
  words: readonly (string | number)[] | null | undefined,
  type: 'text' | 'bigint',
) {
  if (words == null) return []
  if (words.length > mostValues) throw new GraphQLError(`${name} takes up to ${mostValues} values`)
  return [sql`${value} = any (${[...words]}::${sql.raw(type)}[])`]
}

const isThere = (condition: RawBuilder<unknown>, wanted: boolean | null | undefined) =>
  wanted == null ? [] : [wanted ? condition : sql`not ${condition}`]

/** A condition on `vulnerabilities v` and their scanners `s`. */
function matches(filter: VulnerabilityFilterInput): RawBuilder<unknown> {
  const projectIds = filter.projectId?.slice(0, mostValues + 1).map(id => readLooseId(id, ['Project']))
  const name = bounded('identifierName', filter.identifierName)
  return sql.join(
    [
      sql`true`,
      ...oneOf('dismissalReason', sql`v.dismissal_reason`, filter.dismissalReason, 'text'),
      ...oneOf('image', sql`v.location->>'image'`, filter.image, 'text'),
      ...oneOf('projectId', sql`v.namespace_id`, projectIds, 'bigint'),
      ...oneOf('reportType', sql`v.report_type`, filter.reportType, 'text'),
      ...oneOf('scanner', sql`s.external_id`, filter.scanner, 'text'),
      ...oneOf('scannerId', sql`v.scanner_id`, filter.scannerId, 'bigint'),
      ...oneOf('severity', sql`v.severity`, filter.severity, 'text'),
      ...oneOf('state', sql`v.state`, filter.state, 'text'),
      ...isThere(sql`v.resolved_on_default_branch`, filter.hasResolution),
      ...isThere(
        sql`exists (select 1 from vulnerability_issue_links l where l.vulnerability_id = v.id)`,
        filter.hasIssues,
      ),
      ...isThere(
        sql`exists (select 1 from vulnerability_merge_request_links l where l.vulnerability_id = v.id)`,
        filter.hasMergeRequest,
      ),
      ...(name == null ? [] : [sql`v.identifiers @> ${JSON.stringify([{ name }])}::jsonb`]),
    ],
    sql` and `,
  )
}

function keysOf(sort: string | null | undefined): readonly SortKey[] {
  const [order, direction] = (sort ?? 'severity_desc').split('_')
  const by = direction === 'asc' ? 'asc' : 'desc'
  return [
    order === 'detected'
      ? { value: sql`v.detected_at`, type: 'timestamptz', direction: by }
      : { value: sql`v.severity_rank`, type: 'integer', direction: by },
    { value: sql`v.id`, type: 'bigint', direction: by },
  ]
}

const pageOf = (context: GraphqlContext, args: VulnerabilityFilterInput & PageArgs, among: RawBuilder<unknown>) =>
  pageOfRows<VulnerabilityNode>(context, args, {
    columns: vulnerabilityColumns,
    from: vulnerabilityTables,
    where: sql`${among} and ${matches(args)}`,
    keys: keysOf(args.sort),
  })

interface PermissionsNode {
  readonly adminVulnerability: boolean
  readonly adminVulnerabilityIssueLink: boolean
  readonly createVulnerability: boolean
}

/** @source graphql.md 6, 7.5 */
export function vulnerabilityFields(): void {
  const Permissions = builder.objectRef<PermissionsNode>('VulnerabilityPermissions').implement({
    description: 'Permissions of the current user on a vulnerability.',
    fields: t => ({
      adminVulnerability: t.exposeBoolean('adminVulnerability', { nullable: false }),
      adminVulnerabilityIssueLink: t.exposeBoolean('adminVulnerabilityIssueLink', { nullable: false }),
      createVulnerability: t.exposeBoolean('createVulnerability', { nullable: false }),
    }),
  })
  IssueLink.implement({
    description: 'Link between a vulnerability and an issue.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: ({ id }) => gid('Vulnerabilities::IssueLink', id) }),
      linkType: t.field({ type: LinkType, nullable: false, resolve: ({ linkType }) => linkType }),
      issue: t.field({ type: Issue, resolve: ({ issueId }, _args, context) => issueNode(context, issueId) }),
    }),
  })
  const text = (value: string) => (value === '' ? null : value)
  const whenIn = (state: VulnerabilityState) => (node: VulnerabilityNode) =>
    node.state === state ? node.stateChangedAt : null
  const whoIn = (state: VulnerabilityState) => (node: VulnerabilityNode, _args: unknown, context: GraphqlContext) =>
    node.state === state && node.stateChangedById !== null ? userNode(context, node.stateChangedById) : null
  Vulnerability.implement({
    description: 'Vulnerability of a project.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: ({ id }) => gid('Vulnerability', id) }),
      title: t.exposeString('title'),
      description: t.string({ resolve: ({ description }) => text(description) }),
      severity: t.field({ type: Severity, resolve: ({ severity }) => severity }),
      state: t.field({ type: State, resolve: ({ state }) => state }),
      stateComment: t.string({ resolve: ({ stateComment }) => text(stateComment) }),
      dismissalReason: t.field({ type: Reason, resolve: ({ dismissalReason }) => dismissalReason }),
      reportType: t.field({ type: ReportTypeEnum, resolve: ({ reportType }) => reportType }),
      resolvedOnDefaultBranch: t.exposeBoolean('resolvedOnDefaultBranch', { nullable: false }),
      detectedAt: t.field({ type: 'Time', nullable: false, resolve: ({ detectedAt }) => detectedAt }),
      updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
      confirmedAt: t.field({ type: 'Time', resolve: whenIn('confirmed') }),
      confirmedBy: t.field({ type: UserCore, resolve: whoIn('confirmed') }),
      dismissedAt: t.field({ type: 'Time', resolve: whenIn('dismissed') }),
      dismissedBy: t.field({ type: UserCore, resolve: whoIn('dismissed') }),
      resolvedAt: t.field({ type: 'Time', resolve: whenIn('resolved') }),
      resolvedBy: t.field({ type: UserCore, resolve: whoIn('resolved') }),
      project: t.field({
        type: Project,
        resolve: ({ namespaceId }, _args, context) => placeNode(context, namespaceId),
      }),
      userNotesCount: t.int({
        nullable: false,
        description: 'Number of comments in the history of its states.',
        resolve: ({ commentsCount }) => commentsCount,
      }),
      userPermissions: t.field({
        type: Permissions,
        nullable: false,
        resolve: async ({ namespaceId }, _args, context) => {
          const { actor } = context.weft
          const place = await placeNode(context, namespaceId)
          const canUpdate = place !== null && may(actor, 'project:update-vulnerabilities', place.facts)
          return {
            adminVulnerability: canUpdate,
            adminVulnerabilityIssueLink: place !== null && may(actor, 'project:link-vulnerabilities', place.facts),
            createVulnerability: canUpdate,
          }
        },
      }),
      vulnerabilityPath: t.exposeString('path'),
      webUrl: t.string({ resolve: ({ path }, _args, { weft }) => `${weft.services.settings.externalUrl}${path}` }),
      issueLinks: t.field({
        type: IssueLinkConnection,
        nullable: false,
        args: { ...pageArgs, linkType: t.arg({ type: LinkType }) },
        resolve: async ({ id }, { linkType, ...args }, context) => {
          const links = await issueLinksOf(context, id)
          return pageOfList(
            context,
            args,
            links.filter(link => linkType == null || link.linkType === linkType),
            link => link.id,
          )
        },
      }),
    }),
  })
  builder.queryFields(t => ({
    vulnerability: t.field({
      type: Vulnerability,
      description: 'Find a vulnerability.',
      args: { id: t.arg({ type: 'VulnerabilityID', required: true }) },
      resolve: (_root, { id }, context) => vulnerabilityNode(context, id),
    }),
    vulnerabilities: t.field({
      type: VulnerabilityConnection,
      description: 'Vulnerabilities of the projects in which the current user is a developer.',
      args: { ...pageArgs, ...filters },
      resolve: (_root, args, context) => pageOf(context, args, visibleVulnerabilities(context.weft.actor, 'n')),
    }),
  }))
  builder.objectField(Project, 'vulnerabilities', t =>
    t.field({
      type: VulnerabilityConnection,
      description: 'Vulnerabilities of the project. Empty unless the current user is a developer.',
      args: { ...pageArgs, ...filters },
      resolve: ({ id, facts }, args, context) =>
        may(context.weft.actor, 'project:read-vulnerabilities', facts)
          ? pageOf(context, args, sql`v.namespace_id = ${id}`)
          : emptyPage,
    }),
  )
  builder.objectField(Group, 'vulnerabilities', t =>
    t.field({
      type: VulnerabilityConnection,
      description: 'Vulnerabilities of the projects of the group in which the current user is a developer.',
      args: { ...pageArgs, ...filters },
      resolve: ({ id }, args, context) =>
        pageOf(
          context,
          args,
          sql`n.ancestor_ids @> array[${id}]::bigint[] and ${visibleVulnerabilities(context.weft.actor, 'n')}`,
        ),
    }),
  )
}
