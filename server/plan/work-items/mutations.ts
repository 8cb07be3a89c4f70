import { workItemTypes, workItemTypeWithId } from '#contract/plan/work-items/work-item-types.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { ownReaction, react, takeBackReaction, toggleReaction } from '#server/discuss/reactions/react.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { Forbidden, Invalid, NotFound, Unchanged } from '#server/errors.ts'
import { Namespace, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { epicById } from '#server/plan/epics/find.ts'
import type { EpicPlan } from '#server/plan/epics/plan.ts'
import { deleteEpic } from '#server/plan/epics/state.ts'
import { updateEpic } from '#server/plan/epics/update.ts'
import { changeIssuable } from '#server/plan/issuables/change.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { listChangeOf } from '#server/plan/issuables/list-change.ts'
import { deleteIssue } from '#server/plan/issues/delete.ts'
import { choiceEnums } from '#server/plan/issues/fields/choice-enums.ts'
import { changeBy, OperationMode, type OperationModeWord } from '#server/plan/issues/fields/operation-mode.ts'
import { updateIssue } from '#server/plan/issues/update.ts'
import { linkIssues } from '#server/plan/links/link.ts'
import { findLinked } from '#server/plan/links/queries.ts'
import { unlinkIssue } from '#server/plan/links/unlink.ts'
import { readEstimate, readSpent, setEstimate, spendTime } from '#server/plan/time-tracking/track.ts'
import { createWorkItem } from './create.ts'
import { createFromTask } from './create-from-task.ts'
import { loadWorkItem } from './find.ts'
import { parentIdOf, reorderIn, setParent } from './hierarchy.ts'
import { WorkItem, workItemNode } from './node.ts'
import { LinkType } from './widgets.ts'

type Maybe<T> = T | null | undefined

interface Done {
  readonly workItemId: number
}

const itemField = <Value extends object>(t: PayloadFields<Value>, idOf: (value: Partial<Value>) => Maybe<number>) =>
  t.field({
    type: WorkItem,
    resolve: (value, _args, context) => {
      // Pothos tells the payload's own fields apart from those of a failed one.
      const id = idOf(value as Partial<Value>)
      return id == null ? null : workItemNode(context, id)
    },
  })

const payload = (t: PayloadFields<Done>) => ({ workItem: itemField<Done>(t, ({ workItemId }) => workItemId) })

/** The type of an id in an input. @throws Invalid */
function typeWithId(id: number) {
  const type = workItemTypeWithId(id)
  if (type === undefined) throw new Invalid({ workItemTypeId: ['could not be found'] })
  return type
}

interface Widgets {
  readonly confidential?: Maybe<boolean>
  readonly assigneesWidget?: Maybe<{ readonly assigneeIds: readonly number[] }>
  readonly descriptionWidget?: Maybe<{ readonly description: string }>
  readonly healthStatusWidget?: Maybe<{ readonly healthStatus?: Maybe<string> }>
  readonly iterationWidget?: Maybe<{ readonly iterationId?: Maybe<number> }>
  readonly milestoneWidget?: Maybe<{ readonly milestoneId?: Maybe<number> }>
  readonly startAndDueDateWidget?: Maybe<{
    readonly startDate?: Maybe<string>
    readonly dueDate?: Maybe<string>
    readonly isFixed?: Maybe<boolean>
  }>
  readonly weightWidget?: Maybe<{ readonly weight?: Maybe<number> }>
  readonly colorWidget?: Maybe<{ readonly color: string }>
  readonly crmContactsWidget?: Maybe<{
    readonly contactIds: readonly number[]
    readonly operationMode?: Maybe<OperationModeWord>
  }>
}

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  // One property, when there is a value.
  (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value }

/** The attributes that the widgets of an input set. A date of an epic is part of its plan. */
function attributesOf(widgets: Widgets, isEpic: boolean): Changes {
  const {
    confidential,
    assigneesWidget,
    descriptionWidget,
    crmContactsWidget: contacts,
    startAndDueDateWidget: dates,
  } = widgets
  // The schema has checked the word, and its values are those of the attribute.
  const health = widgets.healthStatusWidget?.healthStatus as Changes['healthStatus']
  return {
    ...given('confidential', confidential ?? undefined),
    ...given('description', descriptionWidget?.description),
    ...given('assignees', assigneesWidget ? { replace: assigneesWidget.assigneeIds } : undefined),
    ...given('contacts', contacts ? changeBy(contacts.operationMode, contacts.contactIds) : undefined),
    ...given('healthStatus', health),
    ...given('iteration', widgets.iterationWidget?.iterationId),
    ...given('milestone', widgets.milestoneWidget?.milestoneId),
    ...given('weight', widgets.weightWidget?.weight),
    ...(isEpic ? {} : { ...given('startDate', dates?.startDate), ...given('dueDate', dates?.dueDate) }),
  }
}

function planOf({ colorWidget, startAndDueDateWidget: dates }: Widgets): EpicPlan {
  const isFixed = dates?.isFixed ?? undefined
  return {
    ...given('color', colorWidget?.color),
    ...given('startDateFixed', dates?.startDate),
    ...given('dueDateFixed', dates?.dueDate),
    ...given('startDateIsFixed', isFixed),
    ...given('dueDateIsFixed', isFixed),
  }
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

async function subscribe(ctx: Context, id: number, subscribed: boolean): Promise<void> {
  try {
    await setSubscription(ctx, await loadWorkItem(ctx, 'issuable:subscribe', id), subscribed)
  } catch (error) {
    // It is so already, which is what was asked for.
    if (!(error instanceof Unchanged)) throw error
  }
}

/** @source graphql.md 9.7 */
export function workItemMutations(): void {
  const shared = sharedInputs()
  const HierarchyCreate = builder.inputType('WorkItemWidgetHierarchyCreateInput', {
    fields: t => ({ parentId: t.field({ type: 'WorkItemID' }) }),
  })
  const ContactsCreate = builder.inputType('WorkItemWidgetCrmContactsCreateInput', {
    fields: t => ({ contactIds: t.field({ type: ['CustomerRelationsContactID'], required: true }) }),
  })
  const LabelsCreate = builder.inputType('WorkItemWidgetLabelsCreateInput', {
    fields: t => ({ labelIds: t.field({ type: ['LabelID'], required: true }) }),
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
      createdAt: t.field({ type: 'Time' }),
      crmContactsWidget: t.field({ type: ContactsCreate }),
      hierarchyWidget: t.field({ type: HierarchyCreate }),
      labelsWidget: t.field({ type: LabelsCreate }),
      ...shared(t),
    }),
    run: async (ctx, asked): Promise<Done> => {
      const type = typeWithId(asked.workItemTypeId)
      const path = asked.namespacePath ?? asked.projectPath
      if (path == null || (asked.namespacePath != null && asked.projectPath != null))
        throw new Invalid('Exactly one of namespacePath and projectPath is required')
      const { id } = await createWorkItem(
        ctx,
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
      )
      return { workItemId: id }
    },
    payload,
  })
  updateMutation(shared)
  taskMutation()
  hierarchyMutations()
  linkMutations()
  mutation('workItemConvert', {
    description: 'Give a work item another type.',
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

/** The widgets that are set alike when a work item is created and when it is changed. */
function sharedInputs() {
  const Assignees = builder.inputType('WorkItemWidgetAssigneesInput', {
    fields: t => ({ assigneeIds: t.field({ type: ['UserID'], required: true }) }),
  })
  const Color = builder.inputType('WorkItemWidgetColorInput', {
    fields: t => ({ color: t.field({ type: 'Color', required: true }) }),
  })
  const Description = builder.inputType('WorkItemWidgetDescriptionInput', {
    fields: t => ({ description: t.string({ required: true }) }),
  })
  const Health = builder.inputType('WorkItemWidgetHealthStatusInput', {
    fields: t => ({ healthStatus: t.field({ type: choiceEnums.healthStatus }) }),
  })
  const Iteration = builder.inputType('WorkItemWidgetIterationInput', {
    fields: t => ({ iterationId: t.field({ type: 'IterationID' }) }),
  })
  const Milestone = builder.inputType('WorkItemWidgetMilestoneInput', {
    fields: t => ({ milestoneId: t.field({ type: 'MilestoneID' }) }),
  })
  const Dates = builder.inputType('WorkItemWidgetStartAndDueDateUpdateInput', {
    fields: t => ({
      startDate: t.field({ type: 'Date' }),
      dueDate: t.field({ type: 'Date' }),
      isFixed: t.boolean({ description: 'Of an epic: its dates are not those of what is in it.' }),
    }),
  })
  const Weight = builder.inputType('WorkItemWidgetWeightInput', { fields: t => ({ weight: t.int() }) })
  return (t: InputFields) => ({
    confidential: t.boolean(),
    assigneesWidget: t.field({ type: Assignees }),
    colorWidget: t.field({ type: Color }),
    descriptionWidget: t.field({ type: Description }),
    healthStatusWidget: t.field({ type: Health }),
    iterationWidget: t.field({ type: Iteration }),
    milestoneWidget: t.field({ type: Milestone }),
    startAndDueDateWidget: t.field({ type: Dates }),
    weightWidget: t.field({ type: Weight }),
  })
}

const Position = builder.enumType('RelativePositionType', {
  values: { BEFORE: { value: 'moveBeforeId' }, AFTER: { value: 'moveAfterId' } } as const,
})

function updateMutation(shared: ReturnType<typeof sharedInputs>): void {
  const StateEvent = builder.enumType('WorkItemStateEvent', {
    values: { CLOSE: { value: 'close' }, REOPEN: { value: 'reopen' } } as const,
  })
  const AwardAction = builder.enumType('WorkItemAwardEmojiUpdateAction', { values: words(['ADD', 'REMOVE', 'TOGGLE']) })
  const Award = builder.inputType('WorkItemWidgetAwardEmojiUpdateInput', {
    fields: t => ({
      action: t.field({ type: AwardAction, required: true }),
      name: t.string({ required: true }),
    }),
  })
  const Contacts = builder.inputType('WorkItemWidgetCrmContactsUpdateInput', {
    fields: t => ({
      contactIds: t.field({ type: ['CustomerRelationsContactID'], required: true }),
      operationMode: t.field({ type: OperationMode }),
    }),
  })
  const Hierarchy = builder.inputType('WorkItemWidgetHierarchyUpdateInput', {
    fields: t => ({
      parentId: t.field({ type: 'WorkItemID', description: 'Null removes it from its parent.' }),
      childrenIds: t.field({ type: ['WorkItemID'], description: 'Added to those that are there.' }),
      adjacentWorkItemId: t.field({ type: 'WorkItemID' }),
      relativePosition: t.field({ type: Position }),
    }),
  })
  const Labels = builder.inputType('WorkItemWidgetLabelsUpdateInput', {
    fields: t => ({ addLabelIds: t.field({ type: ['LabelID'] }), removeLabelIds: t.field({ type: ['LabelID'] }) }),
  })
  const Notes = builder.inputType('WorkItemWidgetNotesInput', {
    fields: t => ({ discussionLocked: t.boolean({ required: true }) }),
  })
  const Notifications = builder.inputType('WorkItemWidgetNotificationsUpdateInput', {
    fields: t => ({ subscribed: t.boolean({ required: true }) }),
  })
  const Timelog = builder.inputType('WorkItemWidgetTimeTrackingTimelogInput', {
    fields: t => ({
      timeSpent: t.string({ required: true }),
      spentAt: t.field({ type: 'Time' }),
      summary: t.string(),
    }),
  })
  const Times = builder.inputType('WorkItemWidgetTimeTrackingInput', {
    fields: t => ({ timeEstimate: t.string(), timelog: t.field({ type: Timelog }) }),
  })
  mutation('workItemUpdate', {
    description: 'Update a work item.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      title: t.string(),
      stateEvent: t.field({ type: StateEvent }),
      awardEmojiWidget: t.field({ type: Award }),
      crmContactsWidget: t.field({ type: Contacts }),
      hierarchyWidget: t.field({ type: Hierarchy }),
      labelsWidget: t.field({ type: Labels }),
      notesWidget: t.field({ type: Notes }),
      notificationsWidget: t.field({ type: Notifications }),
      timeTrackingWidget: t.field({ type: Times }),
      ...shared(t),
    }),
    run: async (ctx, asked): Promise<Done> => {
      const { id, title, stateEvent, labelsWidget, notesWidget, hierarchyWidget } = asked
      const item = await loadWorkItem(ctx, 'issuable:read', id)
      const isEpic = item.type === 'epic'
      const labels = listChangeOf('labelIds', {
        add: labelsWidget?.addLabelIds,
        remove: labelsWidget?.removeLabelIds,
      })
      const changes: Changes = {
        ...given('title', title ?? undefined),
        ...attributesOf(asked, isEpic),
        ...given('labels', labels),
        ...given('discussionLocked', notesWidget?.discussionLocked),
      }
      const plan = isEpic ? planOf(asked) : {}
      if (!isEmpty(changes) || !isEmpty(plan) || stateEvent != null) {
        const options = { isStrict: true, createsLabels: false }
        if (isEpic)
          await updateEpic(
            ctx,
            await load(ctx, 'issuable:update', epicById, { id }),
            { attributes: changes, plan, stateEvent: stateEvent ?? undefined },
            options,
          )
        else
          await updateIssue(
            ctx,
            await load(ctx, 'issuable:update', issueById, { issueId: id }),
            changes,
            stateEvent ?? null,
            options,
          )
      }
      if (hierarchyWidget != null) await changeHierarchy(ctx, id, hierarchyWidget)
      if (asked.notificationsWidget != null) await subscribe(ctx, id, asked.notificationsWidget.subscribed)
      if (asked.awardEmojiWidget != null) await award(ctx, id, asked.awardEmojiWidget)
      if (asked.timeTrackingWidget != null) await trackTime(ctx, id, asked.timeTrackingWidget)
      return { workItemId: id }
    },
    payload,
  })
}

interface HierarchyGiven {
  readonly parentId?: Maybe<number>
  readonly childrenIds?: Maybe<readonly number[]>
  readonly adjacentWorkItemId?: Maybe<number>
  readonly relativePosition?: Maybe<'moveBeforeId' | 'moveAfterId'>
}

/** At a time. */
const maxChildrenAdded = 50

async function addChildren(ctx: Context, parentId: number, childrenIds: readonly number[]): Promise<void> {
  if (childrenIds.length > maxChildrenAdded) throw new Invalid(`Add at most ${maxChildrenAdded} child items at a time`)
  for (const childId of childrenIds) await setParent(ctx, childId, parentId)
}

async function changeHierarchy(ctx: Context, id: number, asked: HierarchyGiven): Promise<void> {
  const { parentId, childrenIds, adjacentWorkItemId: adjacent, relativePosition } = asked
  if (parentId !== undefined) await setParent(ctx, id, parentId)
  if (childrenIds != null) await addChildren(ctx, id, childrenIds)
  if (adjacent == null && relativePosition == null) return
  if (adjacent == null || relativePosition == null)
    throw new Invalid('Both adjacentWorkItemId and relativePosition are required to reorder')
  const inside = await parentIdOf(ctx, id)
  if (inside === null) throw new Invalid('The work item has no parent in which it could be reordered')
  await reorderIn(ctx, inside, id, { [relativePosition]: adjacent })
}

async function award(
  ctx: Context,
  id: number,
  { action, name }: { readonly action: 'ADD' | 'REMOVE' | 'TOGGLE'; readonly name: string },
): Promise<void> {
  const issuable = await loadWorkItem(ctx, 'issuable:award-emoji', id)
  const on = { issuable, noteId: null, internal: false }
  const unknown = new Invalid({ name: ['is not a valid emoji name'] })
  switch (action) {
    case 'TOGGLE':
      if ((await toggleReaction(ctx, on, name)) === false) throw unknown
      return
    case 'ADD':
      if ((await ownReaction(ctx, on, name)) !== null) return
      try {
        await react(ctx, on, name)
      } catch (error) {
        throw error instanceof NotFound ? unknown : error
      }
      return
    case 'REMOVE':
      await takeBackReaction(ctx, on, name)
      return
    default:
      return action satisfies never
  }
}

interface TimesGiven {
  readonly timeEstimate?: Maybe<string>
  readonly timelog?: Maybe<{
    readonly timeSpent: string
    readonly spentAt?: Maybe<string>
    readonly summary?: Maybe<string>
  }>
}

async function trackTime(ctx: Context, id: number, { timeEstimate, timelog }: TimesGiven): Promise<void> {
  const item = await load(ctx, 'issuable:set-metadata', issueById, { issueId: id })
  if (timeEstimate != null) await setEstimate(ctx, item, readEstimate(timeEstimate))
  if (timelog == null) return
  await spendTime(ctx, item, {
    seconds: readSpent(timelog.timeSpent),
    summary: timelog.summary ?? undefined,
    day: timelog.spentAt?.slice(0, 10),
  })
}

interface FromTask extends Done {
  readonly newWorkItemId: number
}

function taskMutation(): void {
  const Data = builder.inputType('WorkItemConvertTaskInput', {
    fields: t => ({
      title: t.string({ required: true }),
      workItemTypeId: t.field({ type: 'WorkItemsTypeID', required: true }),
      lineNumberStart: t.int({ required: true }),
      lineNumberEnd: t.int({ required: true }),
      lockVersion: t.int({ required: true }),
    }),
  })
  mutation('workItemCreateFromTask', {
    description: 'Make a work item of an item of a task list: its line then refers to the work item.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemData: t.field({ type: Data, required: true }),
    }),
    run: async (ctx, { id, workItemData }): Promise<FromTask> => {
      const { workItemTypeId, ...task } = workItemData
      const item = await loadWorkItem(ctx, 'issuable:update', id)
      const created = await createFromTask(ctx, item, { ...task, type: typeWithId(workItemTypeId) })
      return { workItemId: id, newWorkItemId: created.id }
    },
    payload: t => ({
      workItem: itemField<FromTask>(t, ({ workItemId }) => workItemId),
      newWorkItem: itemField<FromTask>(t, ({ newWorkItemId }) => newWorkItemId),
    }),
  })
}

interface Reordered extends Done {
  readonly adjacentId: number | null
}

function hierarchyMutations(): void {
  mutation('workItemsHierarchyReorder', {
    description: 'Move a work item among its siblings, or into another parent.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      parentId: t.field({ type: 'WorkItemID' }),
      adjacentWorkItemId: t.field({ type: 'WorkItemID' }),
      relativePosition: t.field({ type: Position }),
    }),
    run: async (ctx, { id, parentId, adjacentWorkItemId, relativePosition }): Promise<Reordered> => {
      await loadWorkItem(ctx, 'issuable:read', id)
      const isElsewhere = parentId != null && parentId !== (await parentIdOf(ctx, id))
      await changeHierarchy(ctx, id, {
        ...(isElsewhere ? { parentId } : {}),
        adjacentWorkItemId: adjacentWorkItemId ?? null,
        relativePosition: relativePosition ?? null,
      })
      return { workItemId: id, adjacentId: adjacentWorkItemId ?? null }
    },
    payload: t => ({
      workItem: itemField<Reordered>(t, ({ workItemId }) => workItemId),
      adjacentWorkItem: itemField<Reordered>(t, ({ adjacentId }) => adjacentId),
      parentWorkItem: t.field({
        type: WorkItem,
        resolve: async ({ workItemId }, _args, context) => {
          const parentId = workItemId === undefined ? null : (await workItemNode(context, workItemId))?.parentId
          return parentId == null ? null : workItemNode(context, parentId)
        },
      }),
    }),
  })
  mutation('workItemHierarchyAddChildrenItems', {
    description: 'Put work items into another one.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      childrenIds: t.field({ type: ['WorkItemID'], required: true }),
    }),
    run: async (ctx, { id, childrenIds }): Promise<{ readonly addedIds: readonly number[] }> => {
      await loadWorkItem(ctx, 'issuable:read', id)
      await addChildren(ctx, id, childrenIds)
      return { addedIds: childrenIds }
    },
    payload: t => ({
      addedChildren: t.field({
        type: [WorkItem],
        nullable: false,
        resolve: async ({ addedIds = [] }, _args, context) =>
          (await Promise.all(addedIds.map(id => workItemNode(context, id)))).filter(item => item !== null),
      }),
    }),
  })
}

interface Linked extends Done {
  readonly message: string
}

/** @throws Forbidden  not the actor's to link */
async function loadOthers(ctx: Context, ids: readonly number[]) {
  const others = []
  for (const issueId of ids) {
    const other = await load(ctx, 'issuable:read', issueById, { issueId })
    if (!may(ctx.actor, 'issuable:link', other.facts)) throw new Forbidden()
    others.push(other)
  }
  return others
}

function linkMutations(): void {
  mutation('workItemAddLinkedItems', {
    description: 'Link a work item to others.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemsIds: t.field({ type: ['WorkItemID'], required: true }),
      linkType: t.field({ type: LinkType }),
    }),
    run: async (ctx, { id, workItemsIds, linkType }): Promise<Linked> => {
      const item = await load(ctx, 'issuable:link', issueById, { issueId: id })
      checkLinked(workItemsIds)
      const made = await linkIssues(ctx, item, await loadOthers(ctx, workItemsIds), linkType ?? 'relates_to')
      if (made.size === 0) throw new Invalid('These work items are linked already')
      return { workItemId: id, message: 'The work items are linked.' }
    },
    payload: linkedPayload,
  })
  mutation('workItemRemoveLinkedItems', {
    description: 'Remove the links of a work item to others.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemsIds: t.field({ type: ['WorkItemID'], required: true }),
    }),
    run: async (ctx, { id, workItemsIds }): Promise<Linked> => {
      const item = await load(ctx, 'issuable:link', issueById, { issueId: id })
      checkLinked(workItemsIds)
      const gone = (await findLinked(ctx, id)).filter(link => workItemsIds.includes(link.id))
      if (gone.length === 0) throw new Invalid('No link to these work items was found')
      for (const link of gone) await unlinkIssue(ctx, item, link)
      return { workItemId: id, message: 'The links are removed.' }
    },
    payload: linkedPayload,
  })
}

const linkedPayload = (t: PayloadFields<Linked>) => ({
  workItem: itemField<Linked>(t, ({ workItemId }) => workItemId),
  message: t.string({ resolve: ({ message }) => message ?? null }),
})

function checkLinked(ids: readonly number[]): void {
  if (ids.length === 0 || ids.length > maxChildrenAdded)
    throw new Invalid(`Name from 1 to ${maxChildrenAdded} work items`)
}
