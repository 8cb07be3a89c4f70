import { workItemTypes } from '#contract/plan/work-items/work-item-types.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { FollowUpWish } from '#server/discuss/notes/follow-up.ts'
import { Invalid } from '#server/errors.ts'
import { Namespace, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { builder } from '#server/graphql/builder.ts'
import type { GlobalRef } from '#server/graphql/ids.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { epicById } from '#server/plan/epics/find.ts'
import { deleteEpic } from '#server/plan/epics/state.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { createOnce } from '#server/plan/issuables/create-once.ts'
import { deleteIssue } from '#server/plan/issues/delete.ts'
import { createWorkItem, placeOfNew } from '../create.ts'
import { loadWorkItem } from '../find.ts'
import { LinkType } from '../linked-items.ts'
import { bulkUpdateMutation } from './bulk-update.ts'
import { exportMutations } from './csv-export.ts'
import { taskMutation } from './from-task.ts'
import { hierarchyMutations } from './hierarchy.ts'
import { linkItem, linkMutations } from './links.ts'
import { type Done, payload, typeWithId } from './payload.ts'
import { reorderMutation } from './reorder.ts'
import { subscribe, trackTime, updateMutation } from './update.ts'
import { attributesOf, given, HierarchyCreate, planOf, sharedInputs } from './widget-inputs.ts'

/** @source graphql.md 9.7 */
export function workItemMutations(): void {
  const shared = sharedInputs()
  const ContactsCreate = builder.inputType('WorkItemWidgetCrmContactsCreateInput', {
    fields: t => ({ contactIds: t.field({ type: ['CustomerRelationsContactID'], required: true }) }),
  })
  const LabelsCreate = builder.inputType('WorkItemWidgetLabelsCreateInput', {
    fields: t => ({ labelIds: t.field({ type: ['LabelID'], required: true }) }),
  })
  const LinksCreate = builder.inputType('WorkItemWidgetLinkedItemsCreateInput', {
    fields: t => ({
      workItemsIds: t.field({ type: ['WorkItemID'], required: true }),
      linkType: t.field({ type: LinkType }),
    }),
  })
  // GitLab's schema has no such input: there an estimate can only be set afterwards.
  const TimeTrackingCreate = builder.inputType('WorkItemWidgetTimeTrackingCreateInput', {
    fields: t => ({ timeEstimate: t.string() }),
  })
  const ResolveDiscussions = builder.inputType('WorkItemResolveDiscussionsInput', {
    fields: t => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      discussionId: t.string({ description: 'ID of the discussion. If omitted, all open discussions.' }),
    }),
  })
  mutation('workItemCreate', {
    alias: 'createWorkItem',
    description: 'Create a work item.',
    input: t => ({
      title: t.string({ required: true }),
      workItemTypeId: t.field({ type: 'WorkItemsTypeID', required: true }),
      namespacePath: t.id({ description: 'Full path of the project or group.' }),
      projectPath: t.id({ description: 'Full path of the project; the older name.' }),
      description: t.string(),
      createSource: t.string({ description: 'Source of the request, for statistics. Not stored.' }),
      createdAt: t.field({ type: 'Time' }),
      idempotencyKey: t.string({ description: 'Of several requests with the same key, one creates a work item.' }),
      discussionsToResolve: t.field({ type: ResolveDiscussions }),
      crmContactsWidget: t.field({ type: ContactsCreate }),
      hierarchyWidget: t.field({ type: HierarchyCreate }),
      labelsWidget: t.field({ type: LabelsCreate }),
      linkedItemsWidget: t.field({ type: LinksCreate }),
      timeTrackingWidget: t.field({ type: TimeTrackingCreate }),
      ...shared(t),
    }),
    run: async (ctx, asked): Promise<Done> => {
      const type = typeWithId(asked.workItemTypeId)
      const path = asked.namespacePath ?? asked.projectPath
      if (path == null || (asked.namespacePath != null && asked.projectPath != null))
        throw new Invalid('Exactly one of namespacePath and projectPath is required')
      const create = async (inner: Context) => {
        const made = await createWorkItem(
          inner,
          path,
          type,
          {
            title: asked.title,
            ...given('description', asked.description),
            ...attributesOf(asked, type === 'epic'),
            ...given('labels', asked.labelsWidget ? { replace: asked.labelsWidget.labelIds } : undefined),
            ...given('parent', asked.hierarchyWidget?.parentId ?? undefined),
            ...given('createdAt', asked.createdAt ?? undefined),
          },
          planOf(asked),
          followUpWish(asked.discussionsToResolve),
        )
        if (asked.timeTrackingWidget != null) await trackTime(inner, made.id, asked.timeTrackingWidget)
        const links = asked.linkedItemsWidget
        if (links != null) await linkItem(inner, made.id, links.workItemsIds, links.linkType)
        return made
      }
      const key = asked.idempotencyKey
      if (key == null) return { workItemId: (await create(ctx)).id }
      if (key === '' || key.length > 255) throw new Invalid('The idempotency key must have 1 to 255 characters')
      const place = await placeOfNew(ctx, path, type)
      return { workItemId: await createOnce(ctx, place.id, key, create) }
    },
    payload,
  })
  updateMutation(shared)
  bulkUpdateMutation(shared)
  taskMutation()
  hierarchyMutations()
  linkMutations()
  reorderMutation()
  exportMutations()
  mutation('workItemConvert', {
    description: 'Change the type of a work item.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemTypeId: t.field({ type: 'WorkItemsTypeID', required: true }),
    }),
    run: async (ctx, { id, workItemTypeId }): Promise<Done> => {
      const type = typeWithId(workItemTypeId)
      const item = await loadWorkItem(ctx, 'issuable:set-metadata', id)
      if (item.type === 'epic' || workItemTypes[type].madeIn !== 'project')
        throw new Invalid({ workItemTypeId: [`cannot be changed to ${workItemTypes[type].name}`] })
      await changeIssuable(ctx, item, { type })
      return { workItemId: id }
    },
    payload,
  })
  mutation('workItemDelete', {
    description: 'Delete a work item.',
    input: t => ({ id: t.field({ type: 'WorkItemID', required: true }) }),
    run: async (ctx, { id }): Promise<{ readonly namespaceId: number }> => {
      const item = await loadWorkItem(ctx, 'issuable:delete', id)
      if (item.type === 'epic') await deleteEpic(ctx, await load(ctx, 'issuable:delete', epicById, { id }))
      else await deleteIssue(ctx, item)
      return { namespaceId: item.namespaceId }
    },
    payload: t => ({
      namespace: t.field({
        type: Namespace,
        resolve: ({ namespaceId }, _args, context) =>
          namespaceId === undefined ? null : placeNode(context, namespaceId),
      }),
      project: t.field({
        type: Project,
        resolve: async ({ namespaceId }, _args, context) => {
          const place = namespaceId === undefined ? null : await placeNode(context, namespaceId)
          return place?.kind === 'project' ? place : null
        },
      }),
    }),
  })
  mutation('workItemSubscribe', {
    description: 'Set the subscription to a work item.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      subscribed: t.boolean({ required: true }),
    }),
    run: async (ctx, { id, subscribed }): Promise<Done> => {
      await subscribe(ctx, id, subscribed)
      return { workItemId: id }
    },
    payload,
  })
}

interface ToResolve {
  readonly noteableId: GlobalRef
  readonly discussionId?: string | null | undefined
}

/** The threads that a new work item resolves: one, by its global id or its 40 digits, or all open ones of an item. */
const followUpWish = (asked: ToResolve | null | undefined): FollowUpWish =>
  asked == null
    ? {}
    : asked.discussionId == null
      ? { noteableId: asked.noteableId.id }
      : { discussionToResolve: asked.discussionId.slice(asked.discussionId.lastIndexOf('/') + 1) }
