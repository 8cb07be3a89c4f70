import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { errorsPath } from '#contract/monitor/error-tracking/error-paths.ts'
import {
  type ErrorStatus,
  errorSorts,
  type StackTraceEntry,
  usualErrorSort,
} from '#contract/monitor/error-tracking/error-words.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { Project } from '#server/foundation/namespaces/nodes.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { errorOrders, errorsWhere } from './list.ts'
import { errorUrlSql } from './paths.ts'
import { frequencySql, latestEvent, titleSql } from './present.ts'

interface ErrorNode {
  readonly id: number
  readonly namespaceId: number
  readonly title: string
  readonly type: string
  readonly message: string
  readonly culprit: string
  readonly status: ErrorStatus
  readonly eventsCount: number
  readonly usersCount: number
  readonly firstSeenAt: string
  readonly lastSeenAt: string
  readonly externalUrl: string
  readonly projectName: string
  readonly projectSlug: string
  readonly frequency: readonly (readonly [seconds: number, count: number])[]
}

interface DetailedNode extends ErrorNode {
  readonly level: string
  readonly logger: string | null
  readonly firstRelease: string | null
  readonly lastRelease: string | null
  readonly issuePath: string | null
  /** Null where the latest event is no longer kept. */
  readonly receivedAt: string | null
  readonly entries: readonly StackTraceEntry[] | null
}

const columnsFor = (
  ctx: Context,
) => sql`t.id, t.namespace_id, ${titleSql} as title, t.name as type, t.description as message,
  t.actor as culprit, t.status, t.events_count, t.users_count, t.first_seen_at, t.last_seen_at, ${errorUrlSql(ctx.services.settings)} as external_url,
  n.name as project_name, n.path as project_slug, ${frequencySql(ctx.now)} as frequency`

/** An error by its id, for callers who have checked that the actor reads those of its project. */
const detailedNode = batch<number, DetailedNode | null>(async (ctx, ids) => {
  const { rows } = await sql<DetailedNode>`
    select ${columnsFor(ctx)}, t.level, t.first_release, t.last_release, e.payload->>'logger' as logger, e.received_at,
      e.payload->'entries' as entries, case when i.id is not null then ${pagePathSql('i', 'n', 'issue')} end as issue_path
    from tracked_errors t join namespaces n on n.id = t.namespace_id ${latestEvent}
    left join issuables i on i.id = t.issue_id and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}
    where t.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return byId(rows)
})

/** @returns null for an error of another project */
async function errorOf(context: GraphqlContext, projectId: number, id: number): Promise<DetailedNode | null> {
  const found = await detailedNode(context, id)
  return found?.namespaceId === projectId ? found : null
}

const Status = builder.enumType('SentryErrorStatus', {
  values: words(['IGNORED', 'RESOLVED', 'RESOLVED_IN_NEXT_RELEASE', 'UNRESOLVED']),
})

const Frequency = builder.objectRef<ErrorNode['frequency'][number]>('SentryErrorFrequency').implement({
  description: 'Number of events of an error within an hour.',
  fields: t => ({
    count: t.int({ nullable: false, resolve: ([, count]) => count }),
    time: t.field({ type: 'Time', nullable: false, resolve: ([seconds]) => new Date(seconds * 1000).toISOString() }),
  }),
})

const Tags = builder.objectRef<Pick<DetailedNode, 'level' | 'logger'>>('SentryErrorTags').implement({
  description: 'Level and logger of an error.',
  fields: t => ({ level: t.exposeString('level'), logger: t.string({ resolve: ({ logger }) => logger }) }),
})

const StackTraceContext = builder
  .objectRef<StackTraceEntry['context'][number]>('SentryErrorStackTraceContext')
  .implement({
    description: 'Line of code in a stack trace.',
    fields: t => ({
      line: t.int({ nullable: false, resolve: ([line]) => line }),
      code: t.string({ nullable: false, resolve: ([, code]) => code }),
    }),
  })

const text = (value: number | null): string | null => (value === null ? null : String(value))

const Entry = builder.objectRef<StackTraceEntry>('SentryErrorStackTraceEntry').implement({
  description: 'Call in a stack trace.',
  fields: t => ({
    col: t.string({ resolve: ({ colNo }) => text(colNo) }),
    line: t.string({ resolve: ({ lineNo }) => text(lineNo) }),
    fileName: t.string({ resolve: ({ filename }) => filename }),
    function: t.string({ resolve: entry => entry.function }),
    traceContext: t.field({ type: [StackTraceContext], resolve: ({ context }) => [...context] }),
  }),
})

interface StackTraceNode {
  readonly id: number
  readonly receivedAt: string
  readonly entries: readonly StackTraceEntry[]
}

const StackTrace = builder.objectRef<StackTraceNode>('SentryErrorStackTrace').implement({
  description: 'Stack trace of the latest event of an error. The outermost call is first.',
  fields: t => ({
    issueId: t.string({ nullable: false, resolve: ({ id }) => String(id) }),
    dateReceived: t.string({ nullable: false, resolve: ({ receivedAt }) => receivedAt }),
    stackTraceEntries: t.field({ type: [Entry], nullable: false, resolve: ({ entries }) => [...entries] }),
  }),
})

const errorFields = <Node extends ErrorNode>(t: FieldsOf<Node>) => ({
  id: t.id({ nullable: false, resolve: ({ id }) => gid('Gitlab::ErrorTracking::DetailedError', id) }),
  sentryId: t.string({ nullable: false, resolve: ({ id }) => String(id) }),
  shortId: t.string({ nullable: false, resolve: ({ id }) => String(id) }),
  title: t.string({ nullable: false, resolve: ({ title }) => title }),
  type: t.string({ nullable: false, resolve: ({ type }) => type }),
  message: t.string({ resolve: ({ message }) => message }),
  culprit: t.string({ nullable: false, resolve: ({ culprit }) => culprit }),
  count: t.int({ nullable: false, resolve: ({ eventsCount }) => Math.min(eventsCount, 2_147_483_647) }),
  userCount: t.int({ nullable: false, resolve: ({ usersCount }) => usersCount }),
  firstSeen: t.field({ type: 'Time', nullable: false, resolve: ({ firstSeenAt }) => firstSeenAt }),
  lastSeen: t.field({ type: 'Time', nullable: false, resolve: ({ lastSeenAt }) => lastSeenAt }),
  externalUrl: t.string({ nullable: false, resolve: ({ externalUrl }) => externalUrl }),
  sentryProjectId: t.id({ nullable: false, resolve: ({ namespaceId }) => String(namespaceId) }),
  sentryProjectName: t.string({ nullable: false, resolve: ({ projectName }) => projectName }),
  sentryProjectSlug: t.string({ nullable: false, resolve: ({ projectSlug }) => projectSlug }),
  status: t.field({
    type: Status,
    nullable: false,
    resolve: ({ status }) => status.toUpperCase() as Uppercase<ErrorStatus>,
  }),
  frequency: t.field({ type: [Frequency], nullable: false, resolve: ({ frequency }) => [...frequency] }),
})

type FieldsOf<Node> = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<Node>>['implement']>[0]['fields']>
>[0]

const ListedError = builder.objectRef<ErrorNode>('SentryError').implement({
  description: 'Error of a project.',
  fields: t => errorFields(t),
})
const ErrorConnection = connectionOf(ListedError)

const DetailedError = builder.objectRef<DetailedNode>('SentryDetailedError').implement({
  description: 'Error of a project, with its releases and its issue.',
  fields: t => ({
    ...errorFields(t),
    externalBaseUrl: t.string({
      nullable: false,
      resolve: (_error, _args, { weft }) => weft.services.settings.externalUrl,
    }),
    firstReleaseVersion: t.string({ resolve: ({ firstRelease }) => firstRelease }),
    firstReleaseShortVersion: t.string({ resolve: ({ firstRelease }) => firstRelease }),
    lastReleaseVersion: t.string({ resolve: ({ lastRelease }) => lastRelease }),
    lastReleaseShortVersion: t.string({ resolve: ({ lastRelease }) => lastRelease }),
    // Releases are not linked to commits.
    firstReleaseLastCommit: t.string({ resolve: () => null }),
    lastReleaseLastCommit: t.string({ resolve: () => null }),
    gitlabCommit: t.string({ resolve: () => null }),
    gitlabCommitPath: t.string({ resolve: () => null }),
    gitlabIssuePath: t.string({
      description: 'Path of the issue that was created from the error.',
      resolve: ({ issuePath }) => issuePath,
    }),
    integrated: t.boolean({ resolve: () => true }),
    tags: t.field({ type: Tags, nullable: false, resolve: error => error }),
  }),
})

interface CollectionNode {
  readonly projectId: number
  readonly fullPath: string
}

const idArg = { id: { type: 'GitlabErrorTrackingDetailedErrorID', required: true } } as const

const Collection = builder.objectRef<CollectionNode>('SentryErrorCollection').implement({
  description: 'Errors of a project.',
  fields: t => ({
    externalUrl: t.string({
      resolve: ({ fullPath }, _args, { weft }) => weft.services.settings.externalUrl + errorsPath(fullPath),
    }),
    detailedError: t.field({
      type: DetailedError,
      args: { id: t.arg(idArg.id) },
      resolve: ({ projectId }, { id }, context) => errorOf(context, projectId, id),
    }),
    errorStackTrace: t.field({
      type: StackTrace,
      args: { id: t.arg(idArg.id) },
      resolve: async ({ projectId }, { id }, context) => {
        const found = await errorOf(context, projectId, id)
        if (found === null || found.receivedAt === null) return null
        return { id: found.id, receivedAt: found.receivedAt, entries: found.entries ?? [] }
      },
    }),
    errors: t.field({
      type: ErrorConnection,
      description: 'Unresolved errors.',
      args: {
        ...pageArgs,
        searchTerm: t.arg.string(),
        sort: t.arg.string({ description: 'last_seen (default), first_seen or frequency.' }),
      },
      resolve: ({ projectId }, { searchTerm, sort, ...args }, context) => {
        const order = errorSorts.find(each => each === (sort ?? usualErrorSort))
        if (order === undefined) throw new GraphQLError('sort must be last_seen, first_seen or frequency')
        return pageOfRows<ErrorNode>(context, args, {
          columns: columnsFor(context.weft),
          from: sql`tracked_errors t join namespaces n on n.id = t.namespace_id`,
          where: errorsWhere(projectId, { search: searchTerm ?? '', status: 'unresolved' }),
          keys: errorOrders[order],
        })
      },
    }),
  }),
})

/** The errors of projects. @source graphql.md 7.5 */
export function errorTrackingFields(): void {
  builder.objectFields(Project, t => ({
    sentryErrors: t.field({
      type: Collection,
      description: 'Errors of the project. Null if the current user cannot read them.',
      resolve: (project, _args, { weft }) =>
        may(weft.actor, 'project:read-errors', project.facts)
          ? { projectId: project.id, fullPath: project.fullPath }
          : null,
    }),
    sentryDetailedError: t.field({
      type: DetailedError,
      description: 'Error of the project. Null if the current user cannot read errors.',
      args: { id: t.arg(idArg.id) },
      resolve: (project, { id }, context) =>
        may(context.weft.actor, 'project:read-errors', project.facts) ? errorOf(context, project.id, id) : null,
    }),
  }))
}
