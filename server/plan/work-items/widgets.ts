import { workItemTypeOf } from '#contract/plan/work-items/work-item-types.ts'
import { DiscussionConnection, NoteConnection, NotesFilter } from '#server/discuss/notes/fields/fields.ts'
import { discussionsPage, notesPage, shownHtml } from '#server/discuss/notes/fields/node.ts'
import { AwardEmojiConnection, awardsPage } from '#server/discuss/reactions/award-fields.ts'
import { pageOfUsers, UserCore, UserCoreConnection, userOf } from '#server/foundation/users/fields.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { ContactConnection, contactsOfIssue, readsContactsOf } from '#server/plan/contacts/fields.ts'
import { choiceEnums } from '#server/plan/issuables/fields/choice-enums.ts'
import { Completion } from '#server/plan/issuables/fields/completion.ts'
import { assigneesOf, participantsOf, subscribedOf } from '#server/plan/issuables/fields/people.ts'
import { Iteration, iterationNode } from '#server/plan/iterations/fields.ts'
import { issuableLabelsPage, LabelConnection } from '#server/plan/labels/fields.ts'
import { blockersOf, blockingOf } from '#server/plan/links/fields.ts'
import { Milestone, milestoneNode } from '#server/plan/milestones/fields.ts'
import { WeightDefinition } from './definitions.ts'
import { LinkedConnection, LinkType, linkedItemsPage } from './linked-items.ts'
import {
  ancestorsOfItem,
  CurrentUserTodosWidget,
  childrenOfItem,
  DevelopmentWidget,
  ErrorTrackingWidget,
  factsOfItem,
  type WidgetNode,
  WorkItem,
  type WorkItemNode,
  workItemNode,
} from './node.ts'
import {
  countsByType,
  dateSourcesOf,
  depthsOf,
  levelOf,
  type RolledUp,
  rolledUpOf,
  sumOf,
  type TypeCounts,
  type TypeDepth,
} from './roll-ups.ts'
import { ItemState, StateCounts } from './states.ts'
import { WidgetType, WorkItemType, widgetWords } from './types.ts'

export const itemsPage = (context: GraphqlContext, args: PageArgs, items: readonly WorkItemNode[]) =>
  pageOfList(context, args, items, item => item.id)

/** The name of a widget's type: `WorkItemWidgetStartAndDueDate`. */
export const widgetNameOf = (type: string): string => `WorkItemWidget${widgetWords(type)}`

export const WorkItemWidget = builder.interfaceRef<WidgetNode>('WorkItemWidget').implement({
  description: 'A widget of a work item.',
  resolveType: ({ type }) => widgetNameOf(type),
  fields: t => ({ type: t.field({ type: WidgetType, resolve: ({ type }) => type }) }),
})

export const WorkItemConnection = connectionOf(WorkItem)

/** The parent, for those who may know of it. */
const parentOf = async (context: GraphqlContext, { parentId }: WorkItemNode): Promise<WorkItemNode | null> =>
  parentId === null ? null : workItemNode(context, parentId)

/** The widgets, each with its fields. @source graphql.md 8 */
export function widgetFields(): void {
  const widget = (type: string) => builder.objectRef<WidgetNode>(widgetNameOf(type))
  const common = { interfaces: [WorkItemWidget] }
  widget('ASSIGNEES').implement({
    ...common,
    fields: t => ({
      allowsMultipleAssignees: t.boolean({ resolve: () => true }),
      canInviteMembers: t.boolean({ nullable: false, resolve: () => false }),
      assignees: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async ({ item }, args, context) => pageOfUsers(context, args, await assigneesOf(context, item.id)),
      }),
    }),
  })
  widget('AWARD_EMOJI').implement({
    ...common,
    fields: t => ({
      // There are no custom emoji.
      newCustomEmojiPath: t.string({ resolve: () => null }),
      upvotes: t.int({ nullable: false, resolve: ({ item }) => item.upvotes }),
      downvotes: t.int({ nullable: false, resolve: ({ item }) => item.downvotes }),
      awardEmoji: t.field({
        type: AwardEmojiConnection,
        args: pageArgs,
        resolve: ({ item }, args, context) => awardsPage(context, args, item.id),
      }),
    }),
  })
  widget('COLOR').implement({
    ...common,
    fields: t => ({
      color: t.string({ resolve: ({ item }) => item.color }),
      textColor: t.string({ resolve: ({ item }) => item.textColor }),
    }),
  })
  widget('CRM_CONTACTS').implement({
    ...common,
    fields: t => ({
      contacts: t.field({
        type: ContactConnection,
        args: pageArgs,
        resolve: async ({ item }, args, context) =>
          pageOfList(context, args, await contactsOfIssue(context, item.id), contact => contact.id),
      }),
      contactsAvailable: t.boolean({
        nullable: false,
        resolve: ({ item }, _args, context) => readsContactsOf(context, item.id),
      }),
    }),
  })
  CurrentUserTodosWidget.implement({ ...common })
  DevelopmentWidget.implement({ ...common })
  ErrorTrackingWidget.implement({ ...common })
  widget('DESCRIPTION').implement({
    ...common,
    fields: t => ({
      description: t.string({ resolve: ({ item }) => item.description }),
      descriptionHtml: t.string({ resolve: ({ item }, _args, context) => shownHtml(context, item.descriptionHtml) }),
      edited: t.boolean({ nullable: false, resolve: ({ item }) => item.lastEditedAt !== null }),
      lastEditedAt: t.field({ type: 'Time', resolve: ({ item }) => item.lastEditedAt }),
      lastEditedBy: t.field({
        type: UserCore,
        resolve: ({ item }, _args, context) =>
          item.lastEditedById === null ? null : userOf(context, item.lastEditedById),
      }),
      taskCompletionStatus: t.field({ type: Completion, nullable: false, resolve: ({ item }) => item }),
    }),
  })
  const HealthCount = builder.objectRef<HealthCountNode>('WorkItemWidgetHealthStatusCount').implement({
    description: 'Number of work items with a health status.',
    fields: t => ({
      healthStatus: t.field({ type: choiceEnums.healthStatus, resolve: ({ status }) => status }),
      count: t.exposeInt('count', { nullable: false }),
    }),
  })
  widget('HEALTH_STATUS').implement({
    ...common,
    fields: t => ({
      healthStatus: t.field({ type: choiceEnums.healthStatus, resolve: ({ item }) => item.healthStatus }),
      rolledUpHealthStatus: t.field({
        type: [HealthCount],
        description: 'Number of open work items below this one by health status.',
        resolve: async ({ item }, _args, context) => healthCounts(await rolledUpOf(context, item.id)),
      }),
    }),
  })
  const CountsByState = builder.objectRef<TypeCounts>('WorkItemTypeCountsByState').implement({
    description: 'Number of work items of a type by state.',
    fields: t => ({
      workItemType: t.field({ type: WorkItemType, nullable: false, resolve: ({ type }) => type }),
      countsByState: t.field({ type: StateCounts, nullable: false, resolve: ({ counts }) => counts }),
    }),
  })
  const DepthLimit = builder.objectRef<TypeDepth>('WorkItemTypeDepthLimitReachedByType').implement({
    description: 'Whether the maximum depth prevents adding child items of a type.',
    fields: t => ({
      workItemType: t.field({ type: WorkItemType, nullable: false, resolve: ({ type }) => type }),
      depthLimitReached: t.exposeBoolean('isReached', { nullable: false }),
    }),
  })
  widget('HIERARCHY').implement({
    ...common,
    fields: t => ({
      rolledUpCountsByType: t.field({
        type: [CountsByState],
        nullable: false,
        description: 'Number of work items below this one by type and state.',
        resolve: async ({ item }, _args, context) => [...countsByType(item, await rolledUpOf(context, item.id))],
      }),
      depthLimitReachedByType: t.field({
        type: [DepthLimit],
        nullable: false,
        resolve: async ({ item }, _args, context) => [...depthsOf(item, await levelOf(context, item.id))],
      }),
      hasParent: t.boolean({
        nullable: false,
        resolve: async ({ item }, _args, context) => (await parentOf(context, item)) !== null,
      }),
      parent: t.field({ type: WorkItem, resolve: ({ item }, _args, context) => parentOf(context, item) }),
      ancestors: t.field({
        type: WorkItemConnection,
        args: pageArgs,
        resolve: async ({ item }, args, context) => itemsPage(context, args, await ancestorsOfItem(context, item.id)),
      }),
      hasChildren: t.boolean({
        nullable: false,
        resolve: async ({ item }, _args, context) => (await childrenOfItem(context, item.id)).length > 0,
      }),
      children: t.field({
        type: WorkItemConnection,
        args: { ...pageArgs, state: t.arg({ type: ItemState }) },
        resolve: async ({ item }, { state, ...args }, context) => {
          const children = await childrenOfItem(context, item.id)
          return itemsPage(context, args, state == null ? children : children.filter(child => child.state === state))
        },
      }),
    }),
  })
  widget('ITERATION').implement({
    ...common,
    fields: t => ({
      iteration: t.field({
        type: Iteration,
        resolve: ({ item }, _args, context) =>
          item.iterationId === null ? null : iterationNode(context, item.iterationId),
      }),
    }),
  })
  widget('LABELS').implement({
    ...common,
    fields: t => ({
      allowsScopedLabels: t.boolean({ resolve: () => true }),
      labels: t.field({
        type: LabelConnection,
        args: pageArgs,
        resolve: ({ item }, args, context) => issuableLabelsPage(context, args, item.id),
      }),
    }),
  })
  widget('LINKED_ITEMS').implement({
    ...common,
    fields: t => ({
      blocked: t.boolean({
        resolve: async ({ item }, _args, context) => (await blockersOf(context, item.id)).length > 0,
      }),
      blockedByCount: t.int({
        resolve: async ({ item }, _args, context) => (await blockersOf(context, item.id)).length,
      }),
      blockingCount: t.int({ resolve: ({ item }, _args, context) => blockingOf(context, item.id) }),
      linkedItems: t.field({
        type: LinkedConnection,
        args: { ...pageArgs, filter: t.arg({ type: LinkType }) },
        resolve: ({ item }, args, context) => linkedItemsPage(context, item.id, args),
      }),
    }),
  })
  widget('MILESTONE').implement({
    ...common,
    fields: t => ({
      milestone: t.field({
        type: Milestone,
        resolve: ({ item }, _args, context) =>
          item.milestoneId === null ? null : milestoneNode(context, item.milestoneId),
      }),
    }),
  })
  const DiscussionsSort = builder.enumType('WorkItemDiscussionsSort', {
    values: words(['CREATED_ASC', 'CREATED_DESC']),
  })
  widget('NOTES').implement({
    ...common,
    fields: t => ({
      discussionLocked: t.boolean({ resolve: ({ item }) => item.discussionLocked }),
      notes: t.field({
        type: NoteConnection,
        nullable: false,
        args: { ...pageArgs, filter: t.arg({ type: NotesFilter, defaultValue: 'ALL_NOTES' }) },
        resolve: ({ item }, args, context) => notesPage(context, item.id, args),
      }),
      discussions: t.field({
        type: DiscussionConnection,
        args: {
          ...pageArgs,
          filter: t.arg({ type: NotesFilter, defaultValue: 'ALL_NOTES' }),
          sort: t.arg({ type: DiscussionsSort, defaultValue: 'CREATED_ASC' }),
        },
        resolve: ({ item }, args, context) => discussionsPage(context, item.id, args),
      }),
    }),
  })
  widget('NOTIFICATIONS').implement({
    ...common,
    fields: t => ({
      subscribed: t.boolean({
        nullable: false,
        resolve: ({ item }, _args, context) => subscribedOf(context, item.id),
      }),
    }),
  })
  widget('PARTICIPANTS').implement({
    ...common,
    fields: t => ({
      participants: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async ({ item }, args, context) => {
          const facts = await factsOfItem(context, item)
          return pageOfUsers(context, args, await participantsOf(context, item.id, facts))
        },
      }),
    }),
  })
  widget('START_AND_DUE_DATE').implement({
    ...common,
    fields: t => ({
      startDate: t.field({ type: 'Date', resolve: ({ item }) => item.startDate }),
      dueDate: t.field({ type: 'Date', resolve: ({ item }) => item.dueDate }),
      isFixed: t.boolean({ nullable: false, resolve: ({ item }) => item.isFixed ?? true }),
      rollUp: t.boolean({ nullable: false, resolve: ({ item }) => item.isFixed === false }),
      startDateSourcingMilestone: t.field({ type: Milestone, resolve: sourceMilestone('startMilestoneId') }),
      startDateSourcingWorkItem: t.field({ type: WorkItem, resolve: sourceItem('startItemId') }),
      dueDateSourcingMilestone: t.field({ type: Milestone, resolve: sourceMilestone('dueMilestoneId') }),
      dueDateSourcingWorkItem: t.field({ type: WorkItem, resolve: sourceItem('dueItemId') }),
    }),
  })
  const weightBelow = (column: 'weight' | 'closedWeight') => async (item: WorkItemNode, context: GraphqlContext) =>
    sumOf(await rolledUpOf(context, item.id), column)
  widget('WEIGHT').implement({
    ...common,
    fields: t => ({
      weight: t.int({ resolve: ({ item }) => item.weight }),
      rolledUpWeight: t.int({
        description:
          'Sum of the weights of all descendants. Items below a descendant with its own weight are not counted.',
        resolve: ({ item }, _args, context) => weightBelow('weight')(item, context),
      }),
      rolledUpCompletedWeight: t.int({
        description: 'The part of rolledUpWeight that belongs to closed work items.',
        resolve: ({ item }, _args, context) => weightBelow('closedWeight')(item, context),
      }),
      widgetDefinition: t.field({
        type: WeightDefinition,
        resolve: ({ item }) => ({ type: 'WEIGHT' as const, of: workItemTypeOf(item.type) }),
      }),
    }),
  })
}

const sourceMilestone =
  (column: 'startMilestoneId' | 'dueMilestoneId') =>
  async ({ item }: WidgetNode, _args: object, context: GraphqlContext) => {
    const id = (await dateSourcesOf(context, item.id))?.[column]
    return id == null ? null : milestoneNode(context, id)
  }

const sourceItem =
  (column: 'startItemId' | 'dueItemId') =>
  async ({ item }: WidgetNode, _args: object, context: GraphqlContext) => {
    const id = (await dateSourcesOf(context, item.id))?.[column]
    return id == null ? null : workItemNode(context, id)
  }

interface HealthCountNode {
  readonly status: string
  readonly count: number
}

const healthCounts = (rows: readonly RolledUp[]): HealthCountNode[] =>
  (
    [
      ['on_track', 'onTrack'],
      ['needs_attention', 'needsAttention'],
      ['at_risk', 'atRisk'],
    ] as const
  ).map(([status, column]) => ({ status, count: rows.reduce((sum, row) => sum + row[column], 0) }))
