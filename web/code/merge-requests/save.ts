import { call } from '#web/api/client.ts'
import {
  addContextCommits,
  deleteMergeRequestBlock,
  deleteMergeRequestEntity,
  removeContextCommits,
  subscribeToMergeRequest,
  trackMergeRequestTime,
  unsubscribeFromMergeRequest,
  updateMergeRequest,
  updateMergeRequestEntity,
} from '#web/api/operations.gen.ts'
import type { Carried } from '#web/api/own-writes.ts'
import type { IssuableSaves, Target } from '#web/plan/issuable/issuable-context.tsx'
import type { TimeChange } from '#web/plan/issuable/sidebar/widgets/TimeForm.tsx'
import { idsOf, type ListChange } from '#web/plan/pickers/list-change.ts'

interface ChosenRow {
  readonly id: number
}

type MergeRequestChanges = NonNullable<Parameters<typeof send>[1]>

const send = (
  { namespace, iid }: Pick<Target, 'namespace' | 'iid'>,
  mergeRequest: Parameters<
    typeof call<typeof import('#contract/code/merge-requests/merge-request-pages.ts').updateMergeRequestEntity>
  >[1]['mergeRequest'],
  carried: Carried,
) => call(updateMergeRequestEntity, { namespace, iid, ...(mergeRequest && { mergeRequest }) }, { carried })

/** Save options of the merge: when, into which branch, squashed or not, and what becomes of the source branch. */
export const saveOptions = (
  target: Target,
  options: Pick<
    MergeRequestChanges,
    'targetBranch' | 'squash' | 'removeSourceBranch' | 'allowCollaboration' | 'mergeAfter'
  >,
  carried: Carried,
) => send(target, options, carried)

/** Merge requests that must be merged first, by reference or address. */
export const addDependencies = (target: Target, references: readonly string[], carried: Carried) =>
  send(target, { addBlockingReferences: [...references] }, carried)

/** @param blockId  the dependency's, not the merge request's */
export const removeDependency = ({ namespaceId, iid }: Target, blockId: number, carried: Carried) =>
  call(deleteMergeRequestBlock, { id: namespaceId, mergeRequestIid: iid, blockId }, { carried })

/** @param commits  full ids of commits of the target project */
export const addContext = ({ namespaceId, iid }: Target, commits: readonly string[], carried: Carried) =>
  call(addContextCommits, { id: namespaceId, mergeRequestIid: iid, commits: [...commits] }, { carried })

export const removeContext = ({ namespaceId, iid }: Target, commit: string, carried: Carried) =>
  call(removeContextCommits, { id: namespaceId, mergeRequestIid: iid, commits: [commit] }, { carried })

/** @source TIME-001, TIME-002 */
export const saveTime = ({ namespace, iid }: Target, change: TimeChange, carried: Carried) =>
  call(trackMergeRequestTime, { namespace, iid, ...change }, { carried })

/** Save the reviewers. */
export const saveReviewers = (target: Target, { added, removed }: ListChange<ChosenRow>, carried: Carried) =>
  send(target, { addReviewerIds: idsOf(added), removeReviewerIds: idsOf(removed) }, carried)

export const mergeRequestSaves: IssuableSaves = {
  texts: async (target, { type: _type, ...texts }, carried) => {
    const reply = await send(target, texts, carried)
    return 'lockVersion' in reply ? reply : null
  },
  task: (target, edit, carried) => send(target, edit, carried),
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
