import { gid } from '#contract/gid.ts'
import { call } from '#web/api/client.ts'
import { query } from '#web/api/graphql.ts'
import {
  addGroupEpicChildren,
  createChildEpic,
  deleteGroupEpicEntity,
  removeChildEpic,
  removeEpicIssue,
  reorderChildEpic,
  reorderEpicIssue,
  subscribeToEpic,
  unsubscribeFromEpic,
  updateGroupEpicEntity,
} from '#web/api/operations.gen.ts'
import type { Carried } from '#web/api/own-writes.ts'
import type { IssuableSaves, Target } from '#web/plan/issuable/issuable-context.tsx'
import type { ChildMove } from '#web/plan/issuable/rows/ChildList.tsx'
import type { TimeChange } from '#web/plan/issuable/sidebar/widgets/TimeForm.tsx'
import { workItemGid } from '#web/plan/issuable/work-items/calls.ts'
import { idsOf } from '#web/plan/pickers/list-change.ts'
import { setEpicMilestone } from './set-epic-milestone.graphql.gen.ts'
import { trackEpicTime } from './track-epic-time.graphql.gen.ts'

type EpicChanges = NonNullable<
  Parameters<typeof call<typeof import('#contract/plan/epics/epic-pages.ts').updateGroupEpicEntity>>[1]['epic']
>

/** Change an epic from its page. */
export const saveEpic = ({ namespace, iid }: Target, epic: EpicChanges, carried: Carried) =>
  call(updateGroupEpicEntity, { namespace, iid, epic }, { carried })

/** @source TIME-002 */
export const saveTime = ({ id }: Target, { estimate, spent }: TimeChange, carried: Carried) =>
  query(
    trackEpicTime,
    {
      id: workItemGid(id),
      times: {
        // An estimate of 0h removes it.
        ...(estimate === undefined ? {} : { timeEstimate: estimate.trim() || '0h' }),
        ...(spent === undefined ? {} : { timelog: { timeSpent: spent } }),
      },
    },
    { carried },
  )

export type ChildKind = 'epic' | 'issue'

/** Put issues or epics into it, by their references or addresses. */
export const addChildren = (
  { namespace, iid }: Target,
  { kind, references }: { readonly kind: ChildKind; readonly references: readonly string[] },
  carried: Carried,
) => call(addGroupEpicChildren, { namespace, iid, kind, references: [...references] }, { carried })

export const createChild = ({ namespaceId, iid }: Target, title: string, carried: Carried) =>
  call(createChildEpic, { id: namespaceId, epicIid: iid, title }, { carried })

interface ChildRef {
  readonly kind: ChildKind
  readonly id: number
}

export const removeChild = (
  { namespaceId, iid }: Target,
  { kind, id }: ChildRef,
  carried: Carried,
): Promise<unknown> =>
  kind === 'issue'
    ? call(removeEpicIssue, { id: namespaceId, epicIid: iid, epicIssueId: id }, { carried })
    : call(removeChildEpic, { id: namespaceId, epicIid: iid, childEpicId: id }, { carried })

export const reorderChild =
  (kind: ChildKind) =>
  ({ namespaceId, iid }: Target, { id, neighbourId, side }: ChildMove, carried: Carried): Promise<unknown> => {
    const place = side === 'before' ? { moveAfterId: neighbourId } : { moveBeforeId: neighbourId }
    return kind === 'issue'
      ? call(reorderEpicIssue, { id: namespaceId, epicIid: iid, epicIssueId: id, ...place }, { carried })
      : call(reorderChildEpic, { id: namespaceId, epicIid: iid, childEpicId: id, ...place }, { carried })
  }

export const epicSaves: IssuableSaves = {
  texts: async (target, { type: _type, ...texts }, carried) => {
    const reply = await saveEpic(target, texts, carried)
    return 'lockVersion' in reply ? reply : null
  },
  task: (target, edit, carried) => saveEpic(target, edit, carried),
  state: (target, stateEvent, carried) => saveEpic(target, { stateEvent }, carried),
  assignees: (target, { added, removed }, carried) =>
    saveEpic(target, { addAssigneeIds: idsOf(added), removeAssigneeIds: idsOf(removed) }, carried),
  assign: (target, assigneeIds, carried) => saveEpic(target, { assigneeIds: [...assigneeIds] }, carried),
  labels: (target, { added, removed }, carried) =>
    saveEpic(target, { addLabelIds: idsOf(added), removeLabelIds: idsOf(removed) }, carried),
  milestone: ({ id }, milestoneId, carried) =>
    query(
      setEpicMilestone,
      { id: workItemGid(id), milestoneId: milestoneId === null ? null : gid('Milestone', milestoneId) },
      { carried },
    ),
  confidential: (target, confidential, carried) => saveEpic(target, { confidential }, carried),
  discussionLocked: (target, discussionLocked, carried) => saveEpic(target, { discussionLocked }, carried),
  subscription: ({ namespaceId, iid }, subscribed, carried) =>
    call(subscribed ? subscribeToEpic : unsubscribeFromEpic, { id: namespaceId, epicIid: iid }, { carried }),
  remove: ({ namespace, iid }) => call(deleteGroupEpicEntity, { namespace, iid, destroyConfirm: true }),
}
