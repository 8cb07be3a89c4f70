import { type RawBuilder, sql } from 'kysely'
import { type PipelineState, pipelineStates, pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { gid } from '#contract/gid.ts'
import { may } from '#server/access/may.ts'
import { Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type Page, type PageArgs, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { pipelinePath, pipelineSource, statusFavicon } from './present.ts'
import { type PipelineFilters, pipelinesWhere } from './queries.ts'

interface PipelineNode {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly fullPath: string
  readonly sha: string
  readonly ref: string
  readonly status: PipelineState
  readonly userId: number | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
}

/** The columns of a pipeline, over `pipelines pl` and its project `namespaces n`. */
const columns = sql`pl.id, pl.iid, pl.namespace_id as "projectId", n.full_path as "fullPath", pl.sha, pl.ref, pl.status,
  pl.user_id as "userId", iso(pl.created_at) as "createdAt", iso(pl.updated_at) as "updatedAt", iso(pl.started_at) as "startedAt",
  iso(pl.finished_at) as "finishedAt"`
const from = sql`pipelines pl join namespaces n on n.id = pl.namespace_id`

interface CommitKey {
  readonly projectId: number
  readonly sha: string
}

/**
 * The newest pipeline of a commit, for GraphQL fields: all commits of one step are one statement. The caller has
 * checked that the actor may read the code of the project.
 */
export const headPipelineNode = batch<CommitKey, PipelineNode | null>(
  async (ctx, keys) => {
    const { rows } = await sql<PipelineNode>`
      select distinct on (pl.namespace_id, pl.sha) ${columns} from ${from}
        join unnest(${keys.map(key => key.projectId)}::bigint[], ${keys.map(key => key.sha)}::text[]) as asked (project_id, sha)
          on asked.project_id = pl.namespace_id and asked.sha = pl.sha
      order by pl.namespace_id, pl.sha, pl.id desc`.execute(ctx.db)
    const found = new Map(rows.map(row => [`${row.projectId} ${row.sha}`, row]))
    return ({ projectId, sha }) => found.get(`${projectId} ${sha}`) ?? null
  },
  ({ projectId, sha }) => `${projectId} ${sha}`,
)

const isActive = ({ status }: PipelineNode): boolean => status === 'pending' || status === 'running'

const PipelineStatus = builder.enumType('PipelineStatusEnum', {
  values: Object.fromEntries(pipelineStates.map(state => [state.toUpperCase(), { value: state }])),
})

const DetailedStatus = builder.objectRef<PipelineNode>('DetailedStatus').implement({
  description: 'How the status of a pipeline is shown.',
  fields: t => ({
    id: t.string({ nullable: false, resolve: ({ id, status }) => `${status}-${id}` }),
    name: t.string({ resolve: ({ status }) => status.toUpperCase() }),
    icon: t.string({ resolve: ({ status }) => pipelineStatus[status].icon }),
    group: t.string({ resolve: ({ status }) => status }),
    text: t.string({ resolve: ({ status }) => pipelineStatus[status].text }),
    label: t.string({ resolve: ({ status }) => pipelineStatus[status].label }),
    tooltip: t.string({ resolve: ({ status }) => pipelineStatus[status].label }),
    hasDetails: t.boolean({ resolve: () => true }),
    detailsPath: t.string({ resolve: ({ fullPath, id }) => pipelinePath(fullPath, id) }),
    favicon: t.string({ resolve: () => statusFavicon }),
  }),
})

export const Pipeline = builder.objectRef<PipelineNode>('Pipeline').implement({
  description: 'Commit status reported by external systems.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: pipeline => gid('Ci::Pipeline', pipeline.id) }),
    iid: t.string({ nullable: false, resolve: pipeline => String(pipeline.iid) }),
    sha: t.exposeString('sha'),
    ref: t.exposeString('ref'),
    source: t.string({ resolve: () => pipelineSource }),
    status: t.field({ type: PipelineStatus, nullable: false, resolve: pipeline => pipeline.status }),
    detailedStatus: t.field({ type: DetailedStatus, nullable: false, resolve: pipeline => pipeline }),
    active: t.boolean({ nullable: false, resolve: isActive }),
    complete: t.boolean({ nullable: false, resolve: pipeline => !isActive(pipeline) }),
    path: t.string({ resolve: pipeline => pipelinePath(pipeline.fullPath, pipeline.id) }),
    createdAt: t.field({ type: 'Time', nullable: false, resolve: pipeline => pipeline.createdAt }),
    updatedAt: t.field({ type: 'Time', nullable: false, resolve: pipeline => pipeline.updatedAt }),
    startedAt: t.field({ type: 'Time', resolve: pipeline => pipeline.startedAt }),
    finishedAt: t.field({ type: 'Time', resolve: pipeline => pipeline.finishedAt }),
    duration: t.int({
      description: 'Duration in seconds.',
      resolve: ({ startedAt, finishedAt }) =>
        startedAt === null || finishedAt === null
          ? null
          : Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000),
    }),
    user: t.field({
      type: UserCore,
      resolve: (pipeline, _args, context) => (pipeline.userId === null ? null : userNode(context, pipeline.userId)),
    }),
    project: t.field({
      type: Project,
      resolve: (pipeline, _args, context) => placeNode(context, pipeline.projectId),
    }),
  }),
})

export const PipelineConnection = connectionOf(Pipeline, { count: 'nullable' })

const PipelineScope = builder.enumType('PipelineScopeEnum', {
  values: {
    RUNNING: { value: 'running' },
    PENDING: { value: 'pending' },
    FINISHED: { value: 'finished' },
    BRANCHES: { value: 'branches' },
    TAGS: { value: 'tags' },
  } as const,
})

const RefType = builder.enumType('RefType', {
  values: { HEADS: { value: 'branch' }, TAGS: { value: 'tag' } } as const,
})

/** The filters of the pipelines of a merge request. @source graphql.md 7.1 */
export const pipelineFilterArgs = builder.args(t => ({
  ids: t.idList(),
  ref: t.string(),
  refType: t.field({ type: RefType, description: 'Pipelines of branches, or of tags.' }),
  scope: t.field({ type: PipelineScope }),
  sha: t.string(),
  source: t.string(),
  updatedAfter: t.field({ type: 'Time' }),
  updatedBefore: t.field({ type: 'Time' }),
  username: t.string(),
}))

interface PipelineFilterArgs extends PageArgs {
  readonly ids?: Maybe<readonly (string | number)[]>
  readonly ref?: Maybe<string>
  readonly refType?: Maybe<PipelineFilters['refKind']>
  readonly scope?: Maybe<PipelineFilters['scope']>
  readonly sha?: Maybe<string>
  readonly source?: Maybe<string>
  readonly updatedAfter?: Maybe<string>
  readonly updatedBefore?: Maybe<string>
  readonly username?: Maybe<string>
}

/** The pipelines of projects that meet a condition on `pipelines pl`, newest first. */
export function pipelinesPage(
  context: GraphqlContext,
  projectIds: readonly number[],
  {
    ids,
    ref,
    refType: refKind,
    scope,
    sha,
    source,
    updatedAfter,
    updatedBefore,
    username,
    ...page
  }: PipelineFilterArgs,
  condition: RawBuilder<unknown>,
): Promise<Page<PipelineNode>> {
  const filters = Object.entries({ ref, refKind, scope, sha, source, updatedAfter, updatedBefore, username })
  const wanted = ids == null ? {} : { ids: ids.map(id => readLooseId(id, ['Ci::Pipeline'])) }
  const given = Object.fromEntries(filters.filter(([, value]) => value != null))
  return pageOfRows<PipelineNode>(context, page, {
    columns,
    from,
    where: sql`${pipelinesWhere(projectIds, { ...given, ...wanted })} and ${condition}`,
    keys: [{ value: sql`pl.id`, type: 'bigint', direction: 'desc' }],
  })
}

export function pipelinesFields(): void {
  builder.objectField(Project, 'pipelines', t =>
    t.field({
      type: PipelineConnection,
      description: 'Pipelines of the project, newest first.',
      args: {
        ...pageArgs,
        ref: t.arg.string(),
        sha: t.arg.string(),
        status: t.arg({ type: PipelineStatus }),
        username: t.arg.string(),
      },
      resolve: (node, args, context) => {
        if (!may(context.weft.actor, 'project:read-code', node.facts)) return null
        const { ref, sha, status, username } = args
        return pageOfRows<PipelineNode>(context, args, {
          columns,
          from,
          where: pipelinesWhere([node.id], {
            ...(ref == null ? {} : { ref }),
            ...(sha == null ? {} : { sha }),
            ...(status == null ? {} : { status }),
            ...(username == null ? {} : { username }),
          }),
          keys: [{ value: sql`pl.id`, type: 'bigint', direction: 'desc' }],
        })
      },
    }),
  )
  builder.objectField(Project, 'pipeline', t =>
    t.field({
      type: Pipeline,
      description: 'Get a pipeline by ID, or the newest pipeline of a commit.',
      args: { iid: t.arg.id(), sha: t.arg.string() },
      resolve: async (node, { iid, sha }, context) => {
        if (!may(context.weft.actor, 'project:read-code', node.facts)) return null
        if (sha != null) return headPipelineNode(context, { projectId: node.id, sha })
        if (iid == null || !/^\d{1,9}$/.test(String(iid))) return null
        const { rows } = await sql<PipelineNode>`select ${columns} from ${from}
          where pl.namespace_id = ${node.id} and pl.iid = ${Number(iid)}`.execute(context.weft.db)
        return rows[0] ?? null
      },
    }),
  )
}
