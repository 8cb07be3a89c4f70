import { sql } from 'kysely'
import { flagPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { gid } from '#contract/gid.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { knownProject, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { DevelopmentWidget } from '#server/plan/work-items/node.ts'

interface FlagNode {
  readonly issueId: number
  readonly id: number
  readonly iid: number
  readonly name: string
  readonly active: boolean
  readonly namespacePath: string
}

const FeatureFlag = builder.objectRef<FlagNode>('FeatureFlag').implement({
  description: 'A feature flag of a project.',
  fields: t => ({
    id: t.id({ resolve: ({ id }) => gid('Operations::FeatureFlag', id) }),
    name: t.exposeString('name', { nullable: true }),
    active: t.exposeBoolean('active', { nullable: true }),
    path: t.string({ resolve: ({ namespacePath, iid }) => flagPath(namespacePath, iid) }),
    reference: t.string({ resolve: ({ namespacePath, iid }) => `[feature_flag:${namespacePath}/${iid}]` }),
  }),
})
const FeatureFlagConnection = connectionOf(FeatureFlag)

/** The flags of issues, for actors who may see the flags of their project. */
const flagsOf = batch<number, readonly FlagNode[]>(async (ctx, ids) => {
  const { rows } =
    await sql<FlagNode>`select l.issuable_id as issue_id, f.id, f.iid, f.name, f.active, n.full_path as namespace_path
    from feature_flag_issues l join feature_flags f on f.id = l.flag_id join namespaces n on n.id = f.namespace_id
    join issuables i on i.id = l.issuable_id and i.namespace_id = f.namespace_id
    where l.issuable_id = any (${[...ids]}::bigint[]) order by l.id`.execute(ctx.db)
  return id => rows.filter(({ issueId }) => issueId === id)
})

/** The feature flags of a work item. @source graphql.md 8 */
export function featureFlagFields(): void {
  builder.objectField(DevelopmentWidget, 'featureFlags', t =>
    t.field({
      type: FeatureFlagConnection,
      description: 'Feature flags that the work item is linked to.',
      args: pageArgs,
      resolve: async ({ item }, args, context) => {
        const node = await placeNode(context, item.namespaceId)
        const project = node && (await loadIfAllowed(context.weft, 'project:read-feature-flags', knownProject, node))
        return project === null ? emptyPage : pageOfList(context, args, await flagsOf(context, item.id), ({ id }) => id)
      },
    }),
  )
}
