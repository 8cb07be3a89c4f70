import { gid } from '#contract/gid.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import { workItemPath, workItemTypeOf } from '#contract/plan/work-items/work-item-types.ts'
import { may } from '#server/access/may.ts'
import { issuablePermissions } from '#server/discuss/notes/fields/issuable-permissions.ts'
import { shownHtml } from '#server/discuss/notes/fields/node.ts'
import { Group, Namespace, type PlaceNode, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userOf } from '#server/foundation/users/fields.ts'
import { builder } from '#server/graphql/builder.ts'
import { pageArgs } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { epicOfGroup } from '#server/plan/epics/node.ts'
import { Issue, issueOfProject } from '#server/plan/issuables/fields/issue-node.ts'
import { discussedOf } from '#server/plan/issuables/fields/people.ts'
import { replyAddressOf } from '#server/plan/issuables/reply-address.ts'
import { requesterOf } from '#server/plan/issuables/requester.ts'
import { itemsByReference } from './by-reference.ts'
import { factsOfItem, WorkItem, type WorkItemNode, widgetsOf, workItemNode } from './node.ts'
import { ItemState, stateOf } from './states.ts'
import { WidgetType, WorkItemType } from './types.ts'
import { itemsPage, WorkItemConnection, WorkItemWidget } from './widgets.ts'

const Permissions = issuablePermissions<WorkItemNode>('WorkItemPermissions', 'work item', {
  adminParentLink: 'issuable:update',
  adminWorkItem: 'issuable:set-metadata',
  adminWorkItemLink: 'issuable:link',
  blockedWorkItems: 'issuable:link',
  cloneWorkItem: 'issuable:move',
  createNote: 'issuable:comment',
  deleteWorkItem: 'issuable:delete',
  markNoteAsInternal: 'issuable:comment-internally',
  moveWorkItem: 'issuable:move',
  readWorkItem: 'issuable:read',
  reportSpam: 'issuable:submit-as-spam',
  setWorkItemMetadata: 'issuable:set-metadata',
  // Weft does not summarize comments.
  summarizeComments: false,
  updateWorkItem: 'issuable:update',
})

/** Epics have the page that all epics have. */
const path = ({ type, namespacePath, iid }: WorkItemNode): string =>
  type === 'epic' ? pagePath('epic', namespacePath, iid) : workItemPath(namespacePath, iid)

const webUrl = ({ weft }: GraphqlContext, item: WorkItemNode): string =>
  `${weft.services.settings.externalUrl}${path(item)}`

/** The address of another work item, for those who may know of it. */
async function urlOf(context: GraphqlContext, id: number | null): Promise<string | null> {
  const item = id === null ? null : await workItemNode(context, id)
  return item === null ? null : webUrl(context, item)
}

const signOf = ({ type }: WorkItemNode): string => (type === 'epic' ? '&' : '#')

/** The work item of a number in a place, for those who may know of it. */
async function itemOfPlace(
  context: GraphqlContext,
  place: Pick<PlaceNode, 'id' | 'fullPath' | 'kind' | 'facts'>,
  iid: string,
): Promise<WorkItemNode | null> {
  const found =
    place.kind === 'group' ? await epicOfGroup(context, place.id, iid) : await issueOfProject(context, place, iid)
  return found === null ? null : workItemNode(context, found.id)
}

/** Work items in GraphQL. @source graphql.md 5, 6, 8 */
export function workItemFields(): void {
  WorkItem.implement({
    description: 'An issue, incident, task or epic, with its parts as widgets.',
    fields: t => ({
      id: t.field({ type: 'WorkItemID', nullable: false, resolve: item => gid('WorkItem', item.id) }),
      iid: t.string({ nullable: false, resolve: item => String(item.iid) }),
      title: t.exposeString('title', { nullable: false }),
      titleHtml: t.string({ resolve: (item, _args, context) => shownHtml(context, item.titleHtml) }),
      name: t.exposeString('title'),
      description: t.exposeString('description'),
      descriptionHtml: t.string({ resolve: (item, _args, context) => shownHtml(context, item.descriptionHtml) }),
      state: t.field({
        type: ItemState,
        nullable: false,
        resolve: item => stateOf(item.state),
      }),
      workItemType: t.field({ type: WorkItemType, nullable: false, resolve: item => workItemTypeOf(item.type) }),
      confidential: t.boolean({ nullable: false, resolve: item => item.confidential }),
      hidden: t.exposeBoolean('hidden'),
      archived: t.exposeBoolean('archived', { nullable: false }),
      imported: t.boolean({ nullable: false, resolve: () => false }),
      lockVersion: t.exposeInt('lockVersion', { nullable: false }),
      author: t.field({ type: UserCore, resolve: (item, _args, context) => userOf(context, item.authorId) }),
      externalAuthor: t.string({
        description: 'Email address of the requester of a service desk issue. Partly hidden from users below planner.',
        resolve: ({ id }, _args, context) => requesterOf(context, id),
      }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: item => item.createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: item => item.updatedAt }),
      closedAt: t.field({ type: 'Time', resolve: item => item.closedAt }),
      userDiscussionsCount: t.int({
        nullable: false,
        resolve: async (item, _args, context) => (await discussedOf(context, item.id)).discussions,
      }),
      namespace: t.field({ type: Namespace, resolve: (item, _args, context) => placeNode(context, item.namespaceId) }),
      project: t.field({
        type: Project,
        resolve: (item, _args, context) => (item.type === 'epic' ? null : placeNode(context, item.namespaceId)),
      }),
      webPath: t.string({ resolve: path }),
      webUrl: t.string({ resolve: (item, _args, context) => webUrl(context, item) }),
      createNoteEmail: t.string({
        description: 'Address to which the current user can send comments by email.',
        resolve: async (item, _args, context) => {
          const facts = await factsOfItem(context, item)
          return facts === null
            ? null
            : replyAddressOf(context.weft, item.id, may(context.weft.actor, 'issuable:comment', facts))
        },
      }),
      duplicatedToWorkItemUrl: t.string({
        description: 'URL of the work item that this one duplicates.',
        resolve: (item, _args, context) => urlOf(context, item.duplicatedToId),
      }),
      movedToWorkItemUrl: t.string({
        description: 'URL of the work item to which this one was moved.',
        resolve: (item, _args, context) => urlOf(context, item.movedToId),
      }),
      promotedToEpicUrl: t.string({
        description: 'URL of the epic to which this work item was promoted.',
        resolve: (item, _args, context) => urlOf(context, item.promotedToId),
      }),
      reference: t.string({
        nullable: false,
        args: { full: t.arg.boolean({ defaultValue: false }) },
        resolve: (item, { full }) => `${full ? item.namespacePath : ''}${signOf(item)}${item.iid}`,
      }),
      userPermissions: t.field({ type: Permissions, nullable: false, resolve: item => item }),
      widgets: t.field({
        type: [WorkItemWidget],
        args: { onlyTypes: t.arg({ type: [WidgetType] }), exceptTypes: t.arg({ type: [WidgetType] }) },
        resolve: (item, { onlyTypes, exceptTypes }) =>
          widgetsOf(item).filter(
            ({ type }) => (onlyTypes == null || onlyTypes.includes(type)) && !exceptTypes?.includes(type),
          ),
      }),
    }),
  })
  builder.queryField('workItem', t =>
    t.field({
      type: WorkItem,
      description: 'Get a work item by ID.',
      args: { id: t.arg({ type: 'WorkItemID', required: true }) },
      resolve: (_root, { id }, context) => workItemNode(context, id),
    }),
  )
  builder.queryField('workItemsByReference', t =>
    t.field({
      type: WorkItemConnection,
      description: 'Find work items by their references or URLs, at most 10 at a time.',
      args: {
        ...pageArgs,
        contextNamespacePath: t.arg.id({
          description: 'Full path of the project or group that references without a path belong to.',
        }),
        refs: t.arg.stringList({ required: true }),
      },
      resolve: async (_root, { contextNamespacePath, refs, ...args }, context) =>
        itemsPage(context, args, await itemsByReference(context, contextNamespacePath, refs)),
    }),
  )
  for (const Place of [Project, Group, Namespace])
    builder.objectField(Place, 'workItem', t =>
      t.field({
        type: WorkItem,
        args: { iid: t.arg.string({ required: true }) },
        resolve: (place, { iid }, context) => itemOfPlace(context, place, iid),
      }),
    )
  builder.objectField(Issue, 'hasParent', t =>
    t.boolean({
      nullable: false,
      resolve: async ({ parentId }, _args, context) =>
        parentId !== null && (await workItemNode(context, parentId)) !== null,
    }),
  )
}
