import { loadIfAllowed } from '#server/access/load.ts'
import { Group, knownProject, Namespace, type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { emptyPage, type PageArgs, pageArgs } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { Timeframe } from '#server/graphql/timeframe.ts'
import { countsByState, issuableSorts, issuablesPage } from '#server/plan/lists/graphql-page.ts'
import type { ProjectScope } from '#server/plan/lists/where.ts'
import { itemFilterFields } from './filter-fields.ts'
import { type AskedItems, readItemFilter } from './item-filter.ts'
import { type WorkItemNode, workItemColumns, workItemTables } from './node.ts'
import { workItemsOfGroup } from './of-group.ts'
import { StateCounts } from './states.ts'
import { WorkItemConnection } from './widgets.ts'

/** The work items of a project, when the actor may look at them at all. */
async function scopeOf(context: GraphqlContext, node: PlaceNode): Promise<ProjectScope | null> {
  const project = await loadIfAllowed(context.weft, 'project:read-issues', knownProject, node)
  return project === null ? null : { kind: 'project', project }
}

async function workItemsOfProject(context: GraphqlContext, node: PlaceNode, asked: AskedItems & PageArgs) {
  const scope = await scopeOf(context, node)
  if (scope === null) return emptyPage
  const listed = { columns: workItemColumns, joins: workItemTables }
  return issuablesPage<WorkItemNode>(context, scope, readItemFilter(context.weft, asked), asked, listed)
}

/** The lists of work items of projects and groups. @source graphql.md 6 */
export function workItemListFields(): void {
  const Sort = builder.enumType('WorkItemSort', { values: words(issuableSorts) })
  const listArgs = builder.args(t => ({ ...itemFilterFields(t), sort: t.field({ type: Sort }) }))
  const inGroup = builder.args(t => ({
    includeDescendants: t.boolean(),
    includeAncestors: t.boolean(),
    timeframe: t.field({ type: Timeframe, description: 'Range that must overlap the dates of the work item.' }),
    excludeProjects: t.boolean(),
    excludeGroupWorkItems: t.boolean(),
  }))
  builder.objectFields(Project, t => ({
    workItems: t.field({
      type: WorkItemConnection,
      description: 'Work items of the project.',
      args: { ...pageArgs, ...listArgs },
      resolve: (node, args, context) => workItemsOfProject(context, node, args),
    }),
    workItemStateCounts: t.field({
      type: StateCounts,
      description: 'Number of work items of the project by state.',
      args: listArgs,
      resolve: async (node, args, context) => {
        const scope = await scopeOf(context, node)
        return scope === null ? null : countsByState(context, scope, readItemFilter(context.weft, args))
      },
    }),
  }))
  for (const Place of [Group, Namespace])
    builder.objectField(Place, 'workItems', t =>
      t.field({
        type: WorkItemConnection,
        description:
          'Work items of a group: its epics; with includeDescendants, also the epics of its subgroups and the work items of its projects. For the namespace of a project, the work items of the project.',
        args: { ...pageArgs, ...listArgs, ...inGroup },
        resolve: (place, args, context) => {
          if (place.kind === 'user') return emptyPage
          return place.kind === 'group'
            ? workItemsOfGroup(context, place, args)
            : workItemsOfProject(context, place, args)
        },
      }),
    )
}
