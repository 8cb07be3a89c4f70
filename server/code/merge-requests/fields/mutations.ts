import { type Finder, load } from '#server/access/load.ts'
import type { AbilityOf, SubjectOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { NotFound, Unauthenticated, Unprocessable } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { builder } from '#server/graphql/builder.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { changeBy, OperationMode } from '#server/plan/issuables/fields/operation-mode.ts'
import { readEstimate, setEstimate } from '#server/plan/time-tracking/track.ts'
import { createMergeRequest } from '../create.ts'
import { setBlocks } from '../dependencies/change.ts'
import { namedMergeRequests } from '../dependencies/named.ts'
import { titleAs } from '../draft.ts'
import { type MergeRequestRow, mergeRequestByIid } from '../find.ts'
import { acceptMergeRequest } from '../merge/accept.ts'
import { messages } from '../messages.ts'
import { toggleAttention } from '../reviews/attention.ts'
import { requestReviewAgain } from '../reviews/request-again.ts'
import { clearRequestedChanges, requestChanges } from '../reviews/verdict.ts'
import { updateMergeRequest } from '../update.ts'
import { MergeRequest, mergeRequestNode } from './node.ts'

interface MergeRequestRef {
  readonly projectPath: string
  readonly iid: string
}

interface MergeRequestPayload {
  readonly mergeRequestId: number
}

const ref = (t: InputFields) => ({ projectPath: t.id({ required: true }), iid: t.string({ required: true }) })

const payload = (t: PayloadFields<MergeRequestPayload>) => ({
  mergeRequest: t.field({
    type: MergeRequest,
    resolve: ({ mergeRequestId }, _args, context) =>
      mergeRequestId === undefined ? null : mergeRequestNode(context, mergeRequestId),
  }),
})

interface Key {
  readonly id: number | string
  readonly mergeRequestIid: number
}

/** The merge request of an input, for an ability. @throws NotFound */
function find<A extends AbilityOf<'issuable'>>(ctx: Context, ability: A, { projectPath, iid }: MergeRequestRef) {
  if (!/^\d{1,15}$/.test(iid)) throw new NotFound('Merge Request')
  // Every ability on a merge request is about the subject that this finder finds.
  const finder = mergeRequestByIid as unknown as Finder<SubjectOf<A>, Key, MergeRequestRow>
  return load(ctx, ability, finder, { id: projectPath, mergeRequestIid: Number(iid) })
}

/** Change attributes; a value that names nothing that fits here is refused. */
async function set(ctx: Context, given: MergeRequestRef, changes: Changes): Promise<MergeRequestPayload> {
  const mergeRequest = await find(ctx, 'issuable:set-metadata', given)
  await changeIssuable(ctx, mergeRequest, changes, { isStrict: true })
  return { mergeRequestId: mergeRequest.id }
}

const orLeft = <T>(value: T | null | undefined): T | undefined => value ?? undefined

/** The mutations of merge requests. @source graphql.md 9.2 */
export function mergeRequestMutations(): void {
  const NewState = builder.enumType('MergeRequestNewState', {
    values: { OPEN: { value: 'reopen' }, CLOSED: { value: 'close' } } as const,
  })
  const Strategy = builder.enumType('MergeStrategyEnum', { values: { MERGE_WHEN_CHECKS_PASS: {} } as const })

  mutation('mergeRequestCreate', {
    description: 'Create a merge request.',
    transaction: 'own',
    input: t => ({
      projectPath: t.id({ required: true }),
      title: t.string({ required: true }),
      sourceBranch: t.string({ required: true }),
      targetBranch: t.string({ required: true }),
      description: t.string(),
      labels: t.stringList(),
      removeSourceBranch: t.boolean(),
      mergeAfter: t.field({ type: 'Time' }),
    }),
    run: async (ctx, { projectPath, title, sourceBranch, targetBranch, ...given }): Promise<MergeRequestPayload> => {
      const source = await load(ctx, 'project:push-code', projectByRef, { id: projectPath })
      const target = await load(ctx, 'project:create-merge-request', projectByRef, { id: source.id })
      const { id } = await createMergeRequest(ctx, source, target, {
        title,
        sourceBranch,
        targetBranch,
        ...(given.description == null ? {} : { description: given.description }),
        ...(given.labels == null ? {} : { labels: { add: given.labels } }),
        removeSourceBranch: given.removeSourceBranch ?? false,
        mergeAfter: given.mergeAfter,
      })
      return { mergeRequestId: id }
    },
    payload,
  })
  mutation('mergeRequestUpdate', {
    description: 'Update a merge request.',
    input: t => ({
      ...ref(t),
      title: t.string(),
      description: t.string(),
      targetBranch: t.string(),
      removeSourceBranch: t.boolean(),
      mergeAfter: t.field({ type: 'Time' }),
      state: t.field({ type: NewState }),
      timeEstimate: t.string(),
      overrideRequestedChanges: t.boolean({
        description: 'Whether to clear the requests for changes that block merging.',
      }),
    }),
    run: async (
      ctx,
      {
        title,
        description,
        state,
        targetBranch,
        removeSourceBranch,
        timeEstimate,
        mergeAfter,
        overrideRequestedChanges,
        ...given
      },
    ) => {
      const mergeRequest = await find(ctx, 'issuable:update', given)
      await updateMergeRequest(
        ctx,
        mergeRequest,
        {
          attributes: { ...(title == null ? {} : { title }), ...(description == null ? {} : { description }) },
          stateEvent: orLeft(state),
          targetBranch: orLeft(targetBranch),
          removeSourceBranch: orLeft(removeSourceBranch),
          mergeAfter,
        },
        { isStrict: true },
      )
      if (timeEstimate != null)
        await setEstimate(ctx, await find(ctx, 'issuable:set-metadata', given), readEstimate(timeEstimate))
      if (overrideRequestedChanges === true) await clearRequestedChanges(ctx, await find(ctx, 'issuable:merge', given))
      return { mergeRequestId: mergeRequest.id }
    },
    payload,
  })
  mutation('mergeRequestAccept', {
    description: 'Merge a merge request, or have it merged when its checks pass.',
    transaction: 'own',
    input: t => ({
      ...ref(t),
      sha: t.string({ required: true }),
      commitMessage: t.string(),
      shouldRemoveSourceBranch: t.boolean(),
      squash: t.boolean(),
      squashCommitMessage: t.string(),
      strategy: t.field({ type: Strategy }),
    }),
    run: async (ctx, { sha, commitMessage, squashCommitMessage, strategy, ...given }): Promise<MergeRequestPayload> => {
      const mergeRequest = await find(ctx, 'issuable:merge', given)
      try {
        await acceptMergeRequest(ctx, mergeRequest, {
          sha,
          waits: strategy != null,
          squash: orLeft(given.squash),
          mergeCommitMessage: orLeft(commitMessage),
          squashCommitMessage: orLeft(squashCommitMessage),
          shouldRemoveSourceBranch: orLeft(given.shouldRemoveSourceBranch),
        })
      } catch (error) {
        // The actor sees the merge request: only the branch is not theirs to merge into.
        if (error instanceof Unauthenticated) throw new Unprocessable(messages.protectedTarget, { cause: error })
        throw error
      }
      return { mergeRequestId: mergeRequest.id }
    },
    payload,
  })
  mutation('mergeRequestSetAssignees', {
    description: 'Set the assignees of a merge request.',
    input: t => ({
      ...ref(t),
      assigneeUsernames: t.stringList({ required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    run: (ctx, { assigneeUsernames, operationMode, ...given }) =>
      set(ctx, given, { assignees: changeBy(operationMode, assigneeUsernames) }),
    payload,
  })
  mutation('mergeRequestSetReviewers', {
    description: 'Set the reviewers of a merge request.',
    input: t => ({
      ...ref(t),
      reviewerUsernames: t.stringList({ required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    run: (ctx, { reviewerUsernames, operationMode, ...given }) =>
      set(ctx, given, { reviewers: changeBy(operationMode, reviewerUsernames) }),
    payload,
  })
  mutation('mergeRequestSetLabels', {
    description: 'Set the labels of a merge request.',
    input: t => ({
      ...ref(t),
      labelIds: t.field({ type: ['LabelID'], required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    run: (ctx, { labelIds, operationMode, ...given }) => set(ctx, given, { labels: changeBy(operationMode, labelIds) }),
    payload,
  })
  mutation('mergeRequestSetMilestone', {
    description: 'Set the milestone of a merge request.',
    input: t => ({ ...ref(t), milestoneId: t.field({ type: 'MilestoneID' }) }),
    run: (ctx, { milestoneId, ...given }) => set(ctx, given, { milestone: milestoneId ?? null }),
    payload,
  })
  mutation('mergeRequestSetLocked', {
    description: 'Lock or unlock the discussion of a merge request.',
    input: t => ({ ...ref(t), locked: t.boolean({ required: true }) }),
    run: (ctx, { locked, ...given }) => set(ctx, given, { discussionLocked: locked }),
    payload,
  })
  mutation('mergeRequestSetDraft', {
    description: 'Mark a merge request as a draft, or as ready.',
    input: t => ({ ...ref(t), draft: t.boolean({ required: true }) }),
    run: async (ctx, { draft, ...given }): Promise<MergeRequestPayload> => {
      const mergeRequest = await find(ctx, 'issuable:update', given)
      await changeIssuable(ctx, mergeRequest, { title: titleAs(mergeRequest, draft) }, { isStrict: true })
      return { mergeRequestId: mergeRequest.id }
    },
    payload,
  })
  mutation('mergeRequestSetBlockingMergeRequests', {
    description: 'Set the merge requests that must be merged first. Those you cannot see are kept.',
    input: t => ({ ...ref(t), blockingMergeRequestReferences: t.stringList({ required: true }) }),
    run: async (ctx, { blockingMergeRequestReferences: references, ...given }): Promise<MergeRequestPayload> => {
      const mergeRequest = await find(ctx, 'issuable:update', given)
      await setBlocks(ctx, mergeRequest, await namedMergeRequests(ctx, mergeRequest, references))
      return { mergeRequestId: mergeRequest.id }
    },
    payload,
  })
  mutation('mergeRequestSetSubscription', {
    description: 'Set the subscription to a merge request.',
    input: t => ({ ...ref(t), subscribedState: t.boolean({ required: true }) }),
    run: async (ctx, { subscribedState, ...given }): Promise<MergeRequestPayload> => {
      const mergeRequest = await find(ctx, 'issuable:subscribe', given)
      await setSubscription(ctx, mergeRequest, subscribedState)
      return { mergeRequestId: mergeRequest.id }
    },
    payload,
  })
  mutation('mergeRequestReviewerRereview', {
    description: 'Request another review from a reviewer.',
    input: t => ({ ...ref(t), userId: t.field({ type: 'UserID', required: true }) }),
    run: async (ctx, { userId, ...given }): Promise<MergeRequestPayload> => {
      const mergeRequest = await find(ctx, 'issuable:update', given)
      await requestReviewAgain(ctx, mergeRequest, userId)
      return { mergeRequestId: mergeRequest.id }
    },
    payload,
  })
  mutation('mergeRequestToggleAttentionRequested', {
    description: 'Request attention from an assignee or reviewer, or remove the request.',
    input: t => ({ ...ref(t), userId: t.field({ type: 'UserID', required: true }) }),
    run: async (ctx, { userId, ...given }): Promise<MergeRequestPayload> => {
      const mergeRequest = await find(ctx, 'issuable:update', given)
      await toggleAttention(ctx, mergeRequest, userId)
      return { mergeRequestId: mergeRequest.id }
    },
    payload,
  })
  mutation('mergeRequestRequestChanges', {
    description: 'Request changes to a merge request.',
    input: ref,
    run: async (ctx, given): Promise<MergeRequestPayload> => {
      const mergeRequest = await find(ctx, 'issuable:read', given)
      await requestChanges(ctx, mergeRequest, false)
      return { mergeRequestId: mergeRequest.id }
    },
    payload,
  })
  mutation('mergeRequestDestroyRequestedChanges', {
    description: 'Clear the requests for changes of a merge request.',
    input: ref,
    run: async (ctx, given): Promise<MergeRequestPayload> => {
      const mergeRequest = await find(ctx, 'issuable:merge', given)
      await clearRequestedChanges(ctx, mergeRequest)
      return { mergeRequestId: mergeRequest.id }
    },
    payload,
  })
}
