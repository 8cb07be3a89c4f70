import { gid } from '#contract/gid.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import { may } from '#server/access/may.ts'
import { issuablePermissions } from '#server/discuss/notes/fields/issuable-permissions.ts'
import { issuableFactsOf, shownHtml } from '#server/discuss/notes/fields/node.ts'
import { discussedType } from '#server/discuss/notes/fields/noteable-type.ts'
import { AwardEmojiConnection, awardsPage } from '#server/discuss/reactions/award-fields.ts'
import { NotFound } from '#server/errors.ts'
import { Group, type PlaceNode, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { pageOfUsers, UserCore, UserCoreConnection, userOf } from '#server/foundation/users/fields.ts'
import { builder } from '#server/graphql/builder.ts'
import { pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { issuableFields } from '#server/plan/issuables/fields/issuable-fields.ts'
import { Issue, type IssueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { discussedOf, participantsOf } from '#server/plan/issuables/fields/people.ts'
import { viewArgs } from '#server/plan/saved-views/view-args.ts'
import { descendantsOf, Epic, type EpicNode, epicNode, epicOfGroup } from '../node.ts'
import { ancestorsOf, childrenPage, EpicIssueConnection, hasChildrenWithin, issuesPage } from './hierarchy.ts'
import { EpicConnection, EpicState, epicsPage, filterArgs, filterOf, viewedEpicsPage } from './list.ts'
import { DescendantCount, DescendantWeights, EpicHealthStatus } from './sums.ts'

const Permissions = issuablePermissions<EpicNode>('EpicPermissions', 'epic', {
  adminEpic: 'issuable:set-metadata',
  adminEpicRelation: 'issuable:update',
  awardEmoji: 'issuable:award-emoji',
  createEpic: (facts, { weft }) => may(weft.actor, 'group:create-epic', facts.namespace),
  createNote: 'issuable:comment',
  destroyEpic: 'issuable:delete',
  readEpic: 'issuable:read',
  readEpicIid: 'issuable:read',
  updateEpic: 'issuable:update',
})

const path = (epic: EpicNode): string => pagePath('epic', epic.namespacePath, epic.iid)

/** A reader of an epic may know of its group. */
async function groupOf({ namespaceId }: EpicNode, context: GraphqlContext): Promise<PlaceNode> {
  const group = await placeNode(context, namespaceId)
  if (group === null) throw new NotFound('Group')
  return group
}

/** The type of an epic, and how to find one. @source graphql.md 5, 7.1 */
export function epicFields(): void {
  Epic.implement({
    description: 'An epic, which groups issues and epics that share a goal.',
    fields: t => ({
      ...issuableFields(t, 'epic'),
      id: t.id({ nullable: false, resolve: epic => gid('Epic', epic.id) }),
      iid: t.string({ nullable: false, resolve: epic => String(epic.iid) }),
      workItemId: t.field({ type: 'WorkItemID', nullable: false, resolve: epic => gid('WorkItem', epic.id) }),
      title: t.exposeString('title'),
      titleHtml: t.string({ resolve: (epic, _args, context) => shownHtml(context, epic.titleHtml) }),
      name: t.exposeString('title'),
      description: t.exposeString('description'),
      descriptionHtml: t.string({ resolve: (epic, _args, context) => shownHtml(context, epic.descriptionHtml) }),
      state: t.field({ type: EpicState, nullable: false, resolve: epic => epic.state }),
      confidential: t.exposeBoolean('confidential'),
      color: t.exposeString('color'),
      textColor: t.exposeString('textColor'),
      group: t.field({ type: Group, nullable: false, resolve: (epic, _args, context) => groupOf(epic, context) }),
      author: t.field({
        type: UserCore,
        nullable: false,
        resolve: (epic, _args, context) => userOf(context, epic.authorId),
      }),
      startDate: t.field({ type: 'Time', resolve: epic => epic.startDate }),
      startDateIsFixed: t.exposeBoolean('startDateIsFixed'),
      startDateFixed: t.field({ type: 'Time', resolve: epic => epic.startDateFixed }),
      startDateFromInheritedSource: t.field({ type: 'Time', resolve: epic => epic.startDateInherited }),
      startDateFromMilestones: t.field({ type: 'Time', resolve: epic => epic.startDateInherited }),
      dueDate: t.field({ type: 'Time', resolve: epic => epic.dueDate }),
      dueDateIsFixed: t.exposeBoolean('dueDateIsFixed'),
      dueDateFixed: t.field({ type: 'Time', resolve: epic => epic.dueDateFixed }),
      dueDateFromInheritedSource: t.field({ type: 'Time', resolve: epic => epic.dueDateInherited }),
      dueDateFromMilestones: t.field({ type: 'Time', resolve: epic => epic.dueDateInherited }),
      createdAt: t.field({ type: 'Time', resolve: epic => epic.createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: epic => epic.updatedAt }),
      closedAt: t.field({ type: 'Time', resolve: epic => epic.closedAt }),
      participants: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (epic, args, context) => {
          const facts = (await issuableFactsOf(context, epic.id))?.facts ?? null
          return pageOfUsers(context, args, await participantsOf(context, epic.id, facts))
        },
      }),
      awardEmoji: t.field({
        type: AwardEmojiConnection,
        args: pageArgs,
        resolve: (epic, args, context) => awardsPage(context, args, epic.id),
      }),
      userDiscussionsCount: t.int({
        nullable: false,
        resolve: async (epic, _args, context) => (await discussedOf(context, epic.id)).discussions,
      }),
      parent: t.field({
        type: Epic,
        resolve: (epic, _args, context) => (epic.parentId === null ? null : epicNode(context, epic.parentId)),
      }),
      hasParent: t.boolean({
        nullable: false,
        resolve: async (epic, _args, context) =>
          epic.parentId !== null && (await epicNode(context, epic.parentId)) !== null,
      }),
      ancestors: t.field({
        type: EpicConnection,
        args: { ...pageArgs, ...filterArgs },
        resolve: async (epic, args, context) =>
          pageOfList(context, args, await ancestorsOf(context, epic, args), ancestor => ancestor.id),
      }),
      children: t.field({
        type: EpicConnection,
        args: { ...pageArgs, ...filterArgs },
        resolve: (epic, args, context) => childrenPage(context, epic, args),
      }),
      issues: t.field({
        type: EpicIssueConnection,
        args: pageArgs,
        resolve: (epic, args, context) => issuesPage(context, epic, args),
      }),
      hasChildren: t.boolean({
        nullable: false,
        resolve: async (epic, _args, context) => (await descendantsOf(context, epic.id)).childEpics > 0,
      }),
      hasChildrenWithinTimeframe: t.boolean({
        nullable: false,
        description: 'Whether child epics have dates within the period of the epic.',
        resolve: (epic, _args, context) => hasChildrenWithin(context, epic.id),
      }),
      hasIssues: t.boolean({
        nullable: false,
        resolve: async (epic, _args, context) => (await descendantsOf(context, epic.id)).childIssues > 0,
      }),
      descendantCounts: t.field({
        type: DescendantCount,
        resolve: (epic, _args, context) => descendantsOf(context, epic.id),
      }),
      descendantWeightSum: t.field({
        type: DescendantWeights,
        resolve: (epic, _args, context) => descendantsOf(context, epic.id),
      }),
      healthStatus: t.field({
        type: EpicHealthStatus,
        resolve: (epic, _args, context) => descendantsOf(context, epic.id),
      }),
      relationPath: t.string({
        description: 'Path of the link to the parent epic.',
        resolve: async ({ id, parentId }, _args, context) => {
          const parent = parentId === null ? null : await epicNode(context, parentId)
          return parent === null ? null : `${path(parent)}/links/${id}`
        },
      }),
      relativePosition: t.int({ resolve: ({ parentPosition: at }) => (at !== null && at < 2 ** 31 ? at : null) }),
      userPermissions: t.field({ type: Permissions, nullable: false, resolve: epic => epic }),
    }),
  })
  discussedType('epic', Epic, epicNode)
  const mayRead = ({ weft }: GraphqlContext, { facts }: PlaceNode) => may(weft.actor, 'group:read-epics', facts)
  builder.objectFields(Group, t => ({
    epicsEnabled: t.boolean({ resolve: () => true }),
    epic: t.field({
      type: Epic,
      args: filterArgs,
      resolve: async (group, args, context) => {
        if (!mayRead(context, group)) return null
        if (args.iid != null && Object.keys(filterOf({ iid: args.iid })).length === 2)
          return epicOfGroup(context, group.id, args.iid)
        const { edges } = await epicsPage(context, group, { ...args, first: 1 })
        return edges[0]?.node ?? null
      },
    }),
    epics: t.field({
      type: EpicConnection,
      args: { ...pageArgs, ...filterArgs, ...viewArgs },
      resolve: (group, args, context) => (mayRead(context, group) ? viewedEpicsPage(context, group, args) : null),
    }),
  }))
  const epicOfIssue = ({ parentId }: IssueNode, context: GraphqlContext) =>
    parentId === null ? null : epicNode(context, parentId)
  const isInOne = async (issue: IssueNode, _args: object, context: GraphqlContext): Promise<boolean> =>
    (await epicOfIssue(issue, context)) !== null
  builder.objectFields(Issue, t => ({
    epic: t.field({ type: Epic, resolve: (issue, _args, context) => epicOfIssue(issue, context) }),
    hasEpic: t.boolean({ nullable: false, resolve: isInOne }),
  }))
}
