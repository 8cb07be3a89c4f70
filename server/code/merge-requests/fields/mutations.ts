import { load } from '#server/access/load.ts'
import { Unauthenticated, Unprocessable } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { builder } from '#server/graphql/builder.ts'
import { mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { type IssuablePayload, issuableMutations } from '#server/plan/issuables/fields/issuable-mutations.ts'
import { changeBy, OperationMode } from '#server/plan/issuables/fields/operation-mode.ts'
import { readEstimate, setEstimate } from '#server/plan/time-tracking/track.ts'
import { createMergeRequest } from '../create.ts'
import { setBlocks } from '../dependencies/change.ts'
import { namedMergeRequests } from '../dependencies/named.ts'
import { titleAs } from '../draft.ts'
import { mergeRequestByIid } from '../find.ts'
import { acceptMergeRequest } from '../merge/accept.ts'
import { messages } from '../messages.ts'
import { toggleAttention } from '../reviews/attention.ts'
import { requestReviewAgain } from '../reviews/request-again.ts'
import { clearRequestedChanges, requestChanges } from '../reviews/verdict.ts'
import { updateMergeRequest } from '../update.ts'
import { MergeRequest, mergeRequestNode } from './node.ts'

const payload = (t: PayloadFields<IssuablePayload>) => ({
  mergeRequest: t.field({
    type: MergeRequest,
    resolve: ({ id }, _args, context) => (id === undefined ? null : mergeRequestNode(context, id)),
  }),
})

const { change, set, setForAll, find } = issuableMutations({
  prefix: 'mergeRequest',
  aNoun: 'a merge request',
  finder: mergeRequestByIid,
  key: (projectPath, iid) => ({ id: projectPath, mergeRequestIid: iid }),
  payload,
})

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
    run: async (ctx, { projectPath, title, sourceBranch, targetBranch, ...given }): Promise<IssuablePayload> => {
      const source = await load(ctx, 'project:push-code', projectByRef, { id: projectPath })
      const target = await load(ctx, 'project:create-merge-request', projectByRef, { id: source.id })
      return createMergeRequest(ctx, source, target, {
        title,
        sourceBranch,
        targetBranch,
        ...(given.description == null ? {} : { description: given.description }),
        ...(given.labels == null ? {} : { labels: { add: given.labels } }),
        removeSourceBranch: given.removeSourceBranch ?? false,
        mergeAfter: given.mergeAfter,
      })
    },
    payload,
  })
  change('mergeRequestUpdate', {
    description: 'Update a merge request.',
    ability: 'issuable:update',
    input: t => ({
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
    run: async (ctx, mergeRequest, { title, description, ...given }) => {
      await updateMergeRequest(
        ctx,
        mergeRequest,
        {
          attributes: { ...(title == null ? {} : { title }), ...(description == null ? {} : { description }) },
          stateEvent: orLeft(given.state),
          targetBranch: orLeft(given.targetBranch),
          removeSourceBranch: orLeft(given.removeSourceBranch),
          mergeAfter: given.mergeAfter,
        },
        { isStrict: true },
      )
      if (given.timeEstimate != null)
        await setEstimate(ctx, await find(ctx, 'issuable:set-metadata', given), readEstimate(given.timeEstimate))
      if (given.overrideRequestedChanges === true)
        await clearRequestedChanges(ctx, await find(ctx, 'issuable:merge', given))
    },
  })
  change('mergeRequestAccept', {
    description: 'Merge a merge request, or have it merged when its checks pass.',
    ability: 'issuable:merge',
    transaction: 'own',
    input: t => ({
      sha: t.string({ required: true }),
      commitMessage: t.string(),
      shouldRemoveSourceBranch: t.boolean(),
      squash: t.boolean(),
      squashCommitMessage: t.string(),
      strategy: t.field({ type: Strategy }),
    }),
    run: async (ctx, mergeRequest, { sha, strategy, ...given }) => {
      try {
        await acceptMergeRequest(ctx, mergeRequest, {
          sha,
          waits: strategy != null,
          squash: orLeft(given.squash),
          mergeCommitMessage: orLeft(given.commitMessage),
          squashCommitMessage: orLeft(given.squashCommitMessage),
          shouldRemoveSourceBranch: orLeft(given.shouldRemoveSourceBranch),
        })
      } catch (error) {
        // The actor sees the merge request: only the branch is not theirs to merge into.
        if (error instanceof Unauthenticated) throw new Unprocessable(messages.protectedTarget, { cause: error })
        throw error
      }
    },
  })
  setForAll()
  set('mergeRequestSetReviewers', {
    description: 'Set the reviewers of a merge request.',
    input: t => ({
      reviewerUsernames: t.stringList({ required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    changes: ({ reviewerUsernames, operationMode }) => ({ reviewers: changeBy(operationMode, reviewerUsernames) }),
  })
  set('mergeRequestSetLabels', {
    description: 'Set the labels of a merge request.',
    input: t => ({
      labelIds: t.field({ type: ['LabelID'], required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    changes: ({ labelIds, operationMode }) => ({ labels: changeBy(operationMode, labelIds) }),
  })
  set('mergeRequestSetMilestone', {
    description: 'Set the milestone of a merge request.',
    input: t => ({ milestoneId: t.field({ type: 'MilestoneID' }) }),
    changes: ({ milestoneId }) => ({ milestone: milestoneId ?? null }),
  })
  set('mergeRequestSetLocked', {
    description: 'Lock or unlock the discussion of a merge request.',
    input: t => ({ locked: t.boolean({ required: true }) }),
    changes: ({ locked }) => ({ discussionLocked: locked }),
  })
  change('mergeRequestSetDraft', {
    description: 'Mark a merge request as a draft, or as ready.',
    ability: 'issuable:update',
    input: t => ({ draft: t.boolean({ required: true }) }),
    run: async (ctx, mergeRequest, { draft }) => {
      await changeIssuable(ctx, mergeRequest, { title: titleAs(mergeRequest, draft) }, { isStrict: true })
    },
  })
  change('mergeRequestSetBlockingMergeRequests', {
    description: 'Set the merge requests that must be merged first. Those you cannot see are kept.',
    ability: 'issuable:update',
    input: t => ({ blockingMergeRequestReferences: t.stringList({ required: true }) }),
    run: async (ctx, mergeRequest, { blockingMergeRequestReferences: references }) => {
      await setBlocks(ctx, mergeRequest, await namedMergeRequests(ctx, mergeRequest, references))
    },
  })
  change('mergeRequestReviewerRereview', {
    description: 'Request another review from a reviewer.',
    ability: 'issuable:update',
    input: t => ({ userId: t.field({ type: 'UserID', required: true }) }),
    run: async (ctx, mergeRequest, { userId }) => {
      await requestReviewAgain(ctx, mergeRequest, userId)
    },
  })
  change('mergeRequestToggleAttentionRequested', {
    description: 'Request attention from an assignee or reviewer, or remove the request.',
    ability: 'issuable:update',
    input: t => ({ userId: t.field({ type: 'UserID', required: true }) }),
    run: async (ctx, mergeRequest, { userId }) => {
      await toggleAttention(ctx, mergeRequest, userId)
    },
  })
  change('mergeRequestRequestChanges', {
    description: 'Request changes to a merge request.',
    ability: 'issuable:read',
    run: async (ctx, mergeRequest) => {
      await requestChanges(ctx, mergeRequest, false)
    },
  })
  change('mergeRequestDestroyRequestedChanges', {
    description: 'Clear the requests for changes of a merge request.',
    ability: 'issuable:merge',
    run: async (ctx, mergeRequest) => {
      await clearRequestedChanges(ctx, mergeRequest)
    },
  })
}
