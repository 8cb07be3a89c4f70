import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { may } from '#server/access/may.ts'
import { visibleReleases } from '#server/access/visible.ts'
import { Commit, type CommitNode } from '#server/code/repository/fields/commit.ts'
import { type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, type PageArgs, pageArgs, pageOfList, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { Milestone, MilestoneConnection, milestoneNode } from '#server/plan/milestones/fields.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { camelCase } from '#server/platform/text/case.ts'
import { showByIds } from './list.ts'
import type { ShownRelease } from './present.ts'

type LinkNode = ShownRelease['assets']['links'][number]
type EvidenceNode = NonNullable<ShownRelease['evidences']>[number]
type SourceNode = NonNullable<ShownRelease['assets']['sources']>[number]

/** A release by its id, for those who may see it. */
const releaseNode = batch<number, ShownRelease | null>(async (ctx, ids) =>
  byId(await showByIds(ctx, ids, { withHtml: true })),
)

const ReleaseSort = builder.enumType('ReleaseSort', {
  values: {
    CREATED_ASC: { value: 'created_at asc' },
    CREATED_DESC: { value: 'created_at desc' },
    RELEASED_AT_ASC: { value: 'released_at asc' },
    RELEASED_AT_DESC: { value: 'released_at desc' },
  } as const,
})

export const ReleaseAssetLinkType = builder.enumType('ReleaseAssetLinkType', {
  values: {
    OTHER: { value: 'other' },
    RUNBOOK: { value: 'runbook' },
    IMAGE: { value: 'image' },
    PACKAGE: { value: 'package' },
  } as const,
})

export const ReleaseAssetLink = builder.objectRef<LinkNode>('ReleaseAssetLink').implement({
  description: 'A link of a release.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: link => gid('Releases::Link', link.id) }),
    name: t.exposeString('name'),
    url: t.exposeString('url'),
    directAssetUrl: t.exposeString('direct_asset_url'),
    directAssetPath: t.exposeString('filepath'),
    linkType: t.field({ type: ReleaseAssetLinkType, resolve: link => link.link_type }),
    external: t.boolean({
      description: 'Whether the link leads to another site.',
      resolve: (link, _args, { weft }) => !link.url.startsWith(`${weft.services.settings.externalUrl}/`),
    }),
  }),
})
const ReleaseAssetLinkConnection = connectionOf(ReleaseAssetLink)

const ReleaseSource = builder.objectRef<SourceNode>('ReleaseSource').implement({
  description: 'An archive of the source code of a release.',
  fields: t => ({ format: t.exposeString('format'), url: t.exposeString('url') }),
})
const ReleaseSourceConnection = connectionOf(ReleaseSource)

const ReleaseEvidence = builder.objectRef<EvidenceNode>('ReleaseEvidence').implement({
  description: 'A snapshot of a release with its digest.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: ({ filepath }) => gid('Releases::Evidence', evidenceIdOf(filepath)) }),
    sha: t.exposeString('sha'),
    filepath: t.exposeString('filepath'),
    collectedAt: t.field({ type: 'Time', resolve: evidence => evidence.collected_at }),
  }),
})
const ReleaseEvidenceConnection = connectionOf(ReleaseEvidence)

const evidenceIdOf = (filepath: string): number => Number(/(\d+)\.json$/.exec(filepath)?.[1] ?? 0)

const ReleaseAssets = builder.objectRef<ShownRelease['assets']>('ReleaseAssets').implement({
  description: 'The files of a release.',
  fields: t => ({
    count: t.exposeInt('count'),
    links: t.field({
      type: ReleaseAssetLinkConnection,
      args: pageArgs,
      resolve: ({ links }, args, context) => pageOfList(context, args, links, ({ id }) => id),
    }),
    sources: t.field({
      type: ReleaseSourceConnection,
      args: pageArgs,
      resolve: ({ sources = [] }, args, context) => pageOfList(context, args, sources, ({ format }) => format),
    }),
  }),
})

const ReleaseLinks = builder.objectRef<ShownRelease['_links']>('ReleaseLinks').implement({
  description: 'The pages that belong to a release.',
  fields: t => ({
    selfUrl: t.string({ resolve: links => links.self ?? null }),
    editUrl: t.string({ resolve: links => links.edit_url ?? null }),
    openedIssuesUrl: t.string({ resolve: links => links.opened_issues_url ?? null }),
    closedIssuesUrl: t.string({ resolve: links => links.closed_issues_url ?? null }),
    openedMergeRequestsUrl: t.string({ resolve: links => links.opened_merge_requests_url ?? null }),
    closedMergeRequestsUrl: t.string({ resolve: links => links.closed_merge_requests_url ?? null }),
    mergedMergeRequestsUrl: t.string({ resolve: links => links.merged_merge_requests_url ?? null }),
  }),
})

/** The names of the wire back to those of the type `Commit`; the keys of trailers are data. */
const commitNode = (commit: NonNullable<ShownRelease['commit']>): CommitNode =>
  // Both types are of the same shape of the contract.
  Object.fromEntries(Object.entries(commit).map(([name, value]) => [camelCase(name), value])) as unknown as CommitNode

export const Release = builder.objectRef<ShownRelease>('Release').implement({
  description: 'A release: a tag with notes and files.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: release => gid('Release', release.id) }),
    name: t.exposeString('name'),
    tagName: t.string({
      description: 'Null for readers without access to the code.',
      resolve: it => it.tag_name ?? null,
    }),
    tagPath: t.string({ resolve: release => release.tag_path ?? null }),
    description: t.exposeString('description'),
    descriptionHtml: t.exposeString('html'),
    createdAt: t.field({ type: 'Time', resolve: release => release.created_at }),
    releasedAt: t.field({ type: 'Time', resolve: release => release.released_at }),
    upcomingRelease: t.exposeBoolean('upcoming_release'),
    historicalRelease: t.boolean({ resolve: release => release.released_at < release.created_at }),
    author: t.field({
      type: UserCore,
      resolve: ({ author }, _args, context) => (author === null ? null : userNode(context, author.id)),
    }),
    commit: t.field({ type: Commit, resolve: ({ commit }) => (commit == null ? null : commitNode(commit)) }),
    assets: t.field({ type: ReleaseAssets, resolve: release => release.assets }),
    evidences: t.field({
      type: ReleaseEvidenceConnection,
      args: pageArgs,
      resolve: ({ evidences = [] }, args, context) => pageOfList(context, args, evidences, ({ filepath }) => filepath),
    }),
    links: t.field({ type: ReleaseLinks, resolve: release => release._links }),
    milestones: t.field({
      type: MilestoneConnection,
      args: pageArgs,
      resolve: async ({ milestones = [] }, args, context) => {
        const nodes = await Promise.all(milestones.map(({ id }) => milestoneNode(context, id)))
        return pageOfList(
          context,
          args,
          nodes.flatMap(node => node ?? []),
          ({ id }) => id,
        )
      },
    }),
  }),
})
const ReleaseConnection = connectionOf(Release, { count: 'always' })

interface ReleaseKey {
  readonly id: number
}

const columns = sql`r.id`
const from = sql`releases r join projects p on p.id = r.project_id join namespaces n on n.id = p.id`

interface ReleasesArgs extends PageArgs {
  readonly sort?: string | null | undefined
}

function keysOf(sort: string): readonly SortKey[] {
  const direction = sort.endsWith('asc') ? 'asc' : 'desc'
  const value = sort.startsWith('created_at') ? sql`r.created_at` : sql`r.released_at`
  return [
    { value, type: 'timestamptz', direction },
    { value: sql`r.id`, type: 'bigint', direction },
  ]
}

async function pageOfReleases(context: GraphqlContext, { sort, ...args }: ReleasesArgs, where: RawBuilder<unknown>) {
  const listing = { columns, from, where, keys: keysOf(sort ?? 'released_at desc') }
  const page = await pageOfRows<ReleaseKey>(context, args, listing)
  const nodes = await Promise.all(page.edges.map(({ node }) => releaseNode(context, node.id)))
  return {
    ...page,
    edges: page.edges.flatMap((edge, index) => {
      const node = nodes[index]
      return node == null ? [] : [{ ...edge, node }]
    }),
  }
}

async function releaseByTag(context: GraphqlContext, { id, facts }: PlaceNode, tag: string) {
  if (!may(context.weft.actor, 'project:open-release', facts)) return null
  const { rows } = await sql<ReleaseKey>`
    select id from releases where project_id = ${id} and tag = ${tag}`.execute(context.weft.db)
  return rows[0] === undefined ? null : releaseNode(context, rows[0].id)
}

/** @source graphql.md 6: `Project.releases`, `Milestone.releases` */
export function releasesFields(): void {
  builder.objectField(Project, 'releases', t =>
    t.field({
      type: ReleaseConnection,
      description: 'Releases of the project, the latest first.',
      args: { ...pageArgs, sort: t.arg({ type: ReleaseSort, defaultValue: 'released_at desc' }) },
      resolve: (node, args, context) =>
        may(context.weft.actor, 'project:read-releases', node.facts)
          ? pageOfReleases(context, args, sql`r.project_id = ${node.id}`)
          : emptyPage,
    }),
  )
  builder.objectField(Project, 'release', t =>
    t.field({
      type: Release,
      description: 'A release of the project by its tag.',
      args: { tagName: t.arg.string({ required: true }) },
      resolve: (node, { tagName }, context) => releaseByTag(context, node, tagName),
    }),
  )
  builder.objectField(Milestone, 'releases', t =>
    t.field({
      type: ReleaseConnection,
      description: 'Releases of the milestone.',
      args: pageArgs,
      resolve: ({ id }, args, context) =>
        pageOfReleases(
          context,
          args,
          sql`r.id in (select k.release_id from release_milestones k where k.milestone_id = ${id})
            and ${visibleReleases(context.weft.actor, 'n', 'p')}`,
        ),
    }),
  )
}

/** Read a release again, after a mutation. */
export const releaseAfter = releaseNode
