import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { workItemTypeWords } from '#contract/plan/work-items/work-item-types.ts'
import { builder } from '#server/graphql/builder.ts'
import { pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { countsByType, typesIn } from './roll-ups.ts'
import { type DefinitionNode, definitionNameOf, WidgetDefinition, WorkItemTypeConnection } from './types.ts'

export const WeightDefinition = builder.objectRef<DefinitionNode>(definitionNameOf('WEIGHT'))

/** The definitions of the widgets of a type of work items, each with its fields. @source graphql.md 8 */
export function definitionFields(): void {
  const common = { interfaces: [WidgetDefinition] }
  const definition = (name: string) => builder.objectRef<DefinitionNode>(definitionNameOf(name))
  definition('GENERIC').implement({ ...common, description: 'Definition of a widget without fields of its own.' })
  definition('ASSIGNEES').implement({
    ...common,
    description: 'Definition of the assignees widget of a work item type.',
    fields: t => ({
      allowsMultipleAssignees: t.boolean({ nullable: false, resolve: () => true }),
      canInviteMembers: t.boolean({ nullable: false, resolve: () => false }),
    }),
  })
  definition('LABELS').implement({
    ...common,
    description: 'Definition of the labels widget of a work item type.',
    fields: t => ({ allowsScopedLabels: t.boolean({ nullable: false, resolve: () => true }) }),
  })
  definition('HIERARCHY').implement({
    ...common,
    description: 'Definition of the hierarchy widget of a work item type.',
    fields: t => ({
      allowedChildTypes: t.field({
        type: WorkItemTypeConnection,
        args: pageArgs,
        resolve: ({ of }, args, context) => pageOfList(context, args, typesIn(of), word => word),
      }),
      allowedParentTypes: t.field({
        type: WorkItemTypeConnection,
        args: pageArgs,
        resolve: ({ of }, args, context) => {
          const parents = workItemTypeWords.filter(word => parentTypesOf(of).includes(word))
          return pageOfList(context, args, parents, word => word)
        },
      }),
    }),
  })
  WeightDefinition.implement({
    ...common,
    description: 'Definition of the weight widget of a work item type.',
    fields: t => ({
      editable: t.boolean({ nullable: false, resolve: ({ of }) => of !== 'epic' }),
      rollUp: t.boolean({ nullable: false, resolve: ({ of }) => countsByType({ type: of }, []).length > 0 }),
    }),
  })
}
