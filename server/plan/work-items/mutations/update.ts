import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { ownReaction, react, takeBackReaction, toggleReaction } from '#server/discuss/reactions/react.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { builder, words } from '#server/graphql/builder.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { epicById } from '#server/plan/epics/find.ts'
import { updateEpic } from '#server/plan/epics/update.ts'
import { listChangeOf } from '#server/plan/issuables/changes/list-change.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { OperationMode } from '#server/plan/issuables/fields/operation-mode.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { updateIssue } from '#server/plan/issues/update.ts'
import { readEstimate, readSpent, setEstimate, spendTime } from '#server/plan/time-tracking/track.ts'
import { loadWorkItem } from '../find.ts'
import { changeOwnTodos } from '../own-todos.ts'
import { changeHierarchy, Position } from './hierarchy.ts'
import { type Done, payload } from './payload.ts'
import { attributesOf, given, planOf, type sharedInputs } from './widget-inputs.ts'

export const StateEvent = builder.enumType('WorkItemStateEvent', {
  values: { CLOSE: { value: 'close' }, REOPEN: { value: 'reopen' } } as const,
})

export const LabelsInput = builder.inputType('WorkItemWidgetLabelsUpdateInput', {
  fields: t => ({ addLabelIds: t.field({ type: ['LabelID'] }), removeLabelIds: t.field({ type: ['LabelID'] }) }),
})

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

export function updateMutation(shared: ReturnType<typeof sharedInputs>): void {
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
      childrenIds: t.field({ type: ['WorkItemID'], description: 'Child items to add. Existing child items are kept.' }),
      adjacentWorkItemId: t.field({ type: 'WorkItemID' }),
      relativePosition: t.field({ type: Position }),
    }),
  })
  const Notes = builder.inputType('WorkItemWidgetNotesInput', {
    fields: t => ({ discussionLocked: t.boolean({ required: true }) }),
  })
  const Notifications = builder.inputType('WorkItemWidgetNotificationsUpdateInput', {
    fields: t => ({ subscribed: t.boolean({ required: true }) }),
  })
  const TodoAction = builder.enumType('WorkItemTodoUpdateAction', { values: words(['ADD', 'MARK_AS_DONE']) })
  const Todos = builder.inputType('WorkItemWidgetCurrentUserTodosInput', {
    fields: t => ({
      action: t.field({ type: TodoAction, required: true }),
      todoId: t.field({
        type: 'TodoID',
        description: 'ID of the to-do to mark as done. If omitted, all to-dos of the current user on the work item.',
      }),
    }),
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
      currentUserTodosWidget: t.field({ type: Todos }),
      hierarchyWidget: t.field({ type: Hierarchy }),
      labelsWidget: t.field({ type: LabelsInput }),
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
      if (asked.currentUserTodosWidget != null) {
        const { action, todoId } = asked.currentUserTodosWidget
        await loadWorkItem(ctx, 'issuable:subscribe', id)
        await changeOwnTodos(ctx, id, action, todoId ?? null)
      }
      if (asked.timeTrackingWidget != null) await trackTime(ctx, id, asked.timeTrackingWidget)
      return { workItemId: id }
    },
    payload,
  })
}

export async function subscribe(ctx: Context, id: number, subscribed: boolean): Promise<void> {
  await setSubscription(ctx, await loadWorkItem(ctx, 'issuable:subscribe', id), subscribed)
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

export async function trackTime(ctx: Context, id: number, { timeEstimate, timelog }: TimesGiven): Promise<void> {
  const item = await loadWorkItem(ctx, 'issuable:set-metadata', id)
  if (timeEstimate != null) await setEstimate(ctx, item, readEstimate(timeEstimate))
  if (timelog == null) return
  await spendTime(ctx, item, {
    seconds: readSpent(timelog.timeSpent),
    summary: timelog.summary ?? undefined,
    day: timelog.spentAt?.slice(0, 10),
  })
}
