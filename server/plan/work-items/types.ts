import { gid } from '#contract/gid.ts'
import {
  type WorkItemTypeWord,
  type WorkItemWidget,
  workItemTypes,
  workItemTypeWords,
} from '#contract/plan/work-items/work-item-types.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Group, Namespace, type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { IssueType } from '#server/plan/lists/graphql-filter.ts'

/** The widgets of all types, and those of the contract that no type has, because clients name them to exclude them. @source graphql.md 10 */
const widgetTypes = [
  ...new Set<string>([
    ...workItemTypeWords.flatMap((word): readonly WorkItemWidget[] => workItemTypes[word].widgets),
    ...['CUSTOM_FIELDS', 'DESIGNS', 'PROGRESS', 'REQUIREMENT_LEGACY', 'STATUS', 'TEST_REPORTS', 'VERIFICATION_STATUS'],
    'VULNERABILITIES',
  ]),
].sort()

/** A widget's name in the names of types: `StartAndDueDate`. */
export const widgetWords = (type: string): string =>
  type
    .toLowerCase()
    .split('_')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const WidgetType = builder.enumType('WorkItemWidgetType', { values: words(widgetTypes) })

/** A widget, as work items of a type have it. */
export interface DefinitionNode {
  readonly type: WorkItemWidget
  readonly of: WorkItemTypeWord
}

/** The widgets whose definitions have fields of their own. */
export const definedWidgets = [
  'ASSIGNEES',
  'HIERARCHY',
  'LABELS',
  'WEIGHT',
] as const satisfies readonly WorkItemWidget[]

export const definitionNameOf = (type: string): string => `WorkItemWidgetDefinition${widgetWords(type)}`

export const WidgetDefinition = builder.interfaceRef<DefinitionNode>('WorkItemWidgetDefinition').implement({
  description: 'A widget available for a work item type.',
  resolveType: ({ type }) => definitionNameOf(definedWidgets.find(each => each === type) ?? 'GENERIC'),
  fields: t => ({ type: t.field({ type: WidgetType, nullable: false, resolve: ({ type }) => type }) }),
})

/** @source graphql.md 8 */
export const WorkItemType = builder.objectRef<WorkItemTypeWord>('WorkItemType').implement({
  description: 'A work item type.',
  fields: t => ({
    id: t.field({
      type: 'WorkItemsTypeID',
      nullable: false,
      resolve: word => gid('WorkItems::Type', workItemTypes[word].id),
    }),
    name: t.string({ nullable: false, resolve: word => workItemTypes[word].name }),
    iconName: t.string({ resolve: word => workItemTypes[word].icon }),
    widgetDefinitions: t.field({
      type: [WidgetDefinition],
      resolve: word => workItemTypes[word].widgets.map(type => ({ type, of: word })),
    }),
  }),
})
builder.objectField(WorkItemType, 'supportedConversionTypes', t =>
  t.field({
    type: [WorkItemType],
    description: 'Types that work items of this type can be converted to.',
    resolve: word => (workItemTypes[word].madeIn === 'project' ? typesOf('project').filter(each => each !== word) : []),
  }),
)
export const WorkItemTypeConnection = connectionOf(WorkItemType)

/** The types that are made in a project, or in a group. */
const typesOf = (kind: PlaceNode['kind']): readonly WorkItemTypeWord[] =>
  workItemTypeWords.filter(word => workItemTypes[word].madeIn === kind)

/** Whether the actor may create work items of a type in a place. */
function mayCreate({ actor }: Context, { kind, facts }: PlaceNode, word: WorkItemTypeWord): boolean {
  if (kind === 'group') return may(actor, 'group:create-epic', facts)
  return may(actor, word === 'incident' ? 'project:create-incident' : 'project:create-issue', facts)
}

/** A user who may see the contents of a namespace may know its types. */
function mayLook({ actor }: Context, { kind, facts }: PlaceNode): boolean {
  if (kind === 'user') return false
  return kind === 'group' ? may(actor, 'group:read-epics', facts) : may(actor, 'project:read-issues', facts)
}

interface TypeArguments {
  readonly name?: string | null | undefined
  readonly onlyAvailable?: boolean | null | undefined
}

function typesPage(context: GraphqlContext, place: PlaceNode, { name, onlyAvailable, ...page }: TypeArguments) {
  const { weft } = context
  if (!mayLook(weft, place)) return emptyPage
  const shown = typesOf(place.kind)
    .filter(word => name == null || word === name)
    .filter(word => !onlyAvailable || mayCreate(weft, place, word))
  return pageOfList(context, page, shown, word => workItemTypes[word].id)
}

/** The types of a project or group. */
export function workItemTypeFields(): void {
  for (const Place of [Project, Group, Namespace])
    builder.objectField(Place, 'workItemTypes', t =>
      t.field({
        type: WorkItemTypeConnection,
        description: 'Work item types available in the namespace.',
        args: {
          ...pageArgs,
          name: t.arg({ type: IssueType }),
          onlyAvailable: t.arg.boolean({ description: 'Only the types that the current user can create there.' }),
        },
        resolve: (place, args, context) => typesPage(context, place, args),
      }),
    )
}
