import { call } from '#web/api/client.ts'
import {
  deleteMergeRequestEntity,
  subscribeToMergeRequest,
  unsubscribeFromMergeRequest,
  updateMergeRequest,
  updateMergeRequestEntity,
} from '#web/api/operations.gen.ts'
import type { Carried } from '#web/api/own-writes.ts'
import type { IssuableSaves, Target } from '#web/plan/issuable/issuable-context.tsx'
import { idsOf, type ListChange } from '#web/plan/list-change.ts'

interface Row {
  readonly id: number
}

type Changes = NonNullable<Parameters<typeof send>[1]>

const send = (
  { namespace, iid }: Pick<Target, 'namespace' | 'iid'>,
  mergeRequest: Parameters<
    typeof call<typeof import('#contract/code/merge-request-pages.ts').updateMergeRequestEntity>
  >[1]['mergeRequest'],
  carried: Carried,
) => call(updateMergeRequestEntity, { namespace, iid, ...(mergeRequest && { mergeRequest }) }, { carried })

/** Save options of the merge: the target branch, squash and what becomes of the source branch. */
export const saveOptions = (
  target: Target,
  options: Pick<Changes, 'targetBranch' | 'squash' | 'removeSourceBranch' | 'allowCollaboration'>,
  carried: Carried,
) => send(target, options, carried)

/** Who is asked to review. */
export const saveReviewers = (target: Target, { added, removed }: ListChange<Row>, carried: Carried) =>
  send(target, { addReviewerIds: idsOf(added), removeReviewerIds: idsOf(removed) }, carried)

export const mergeRequestSaves: IssuableSaves = {
  texts: async (target, { type: _type, ...texts }, carried) => {
    const reply = await send(target, texts, carried)
    return 'lockVersion' in reply ? reply : null
  },
  task: (target, { toggle, lockVersion }, carried) => send(target, { updateTask: toggle, lockVersion }, carried),
  state: (target, stateEvent, carried) => send(target, { stateEvent }, carried),
  assignees: (target, { added, removed }, carried) =>
    send(target, { addAssigneeIds: idsOf(added), removeAssigneeIds: idsOf(removed) }, carried),
  assign: ({ namespaceId, iid }, assigneeIds, carried) =>
    call(updateMergeRequest, { id: namespaceId, mergeRequestIid: iid, assigneeIds: [...assigneeIds] }, { carried }),
  labels: (target, { added, removed }, carried) =>
    send(target, { addLabelIds: idsOf(added), removeLabelIds: idsOf(removed) }, carried),
  milestone: (target, milestoneId, carried) => send(target, { milestoneId }, carried),
  confidential: async () => undefined,
  discussionLocked: (target, discussionLocked, carried) => send(target, { discussionLocked }, carried),
  subscription: ({ namespaceId, iid }, subscribed, carried) =>
    call(
      subscribed ? subscribeToMergeRequest : unsubscribeFromMergeRequest,
      { id: namespaceId, mergeRequestIid: iid },
      { carried },
    ),
  remove: ({ namespace, iid }) => call(deleteMergeRequestEntity, { namespace, iid, destroyConfirm: true }),
}
