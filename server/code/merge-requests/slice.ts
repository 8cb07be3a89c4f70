import { sql } from 'kysely'
import {
  mergeRequestDiscussion,
  mergeRequestDiscussionPage,
} from '#contract/code/merge-requests/merge-request-discussion.ts'
import { mergeRequestTimes, trackMergeRequestTime } from '#contract/code/merge-requests/merge-request-times.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { noteableAnswers } from '#server/discuss/noteable-answers.ts'
import { numberedKind } from '#server/discuss/references/kinds/issues.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { conditionsOf } from '#server/plan/lists/filter.ts'
import { timesAnswers, trackTimeAnswer } from '#server/plan/time-tracking/answers.ts'
import type { Slice } from '#server/slice.ts'
import { mergeRequestAnswers } from './answers.ts'
import { approvalAnswers } from './approvals/answers.ts'
import { authenticateReview } from './approvals/authenticate.ts'
import { mergeRequestChanger } from './changer.ts'
import { mergeRequestChecks } from './checks.ts'
import { conflictAnswers } from './conflicts/answers.ts'
import { contextCommitAnswers } from './context-commits/answers.ts'
import { dependencyAnswers } from './dependencies/answers.ts'
import { mergeRequestFields } from './fields/fields.ts'
import { mergeRequestMutations } from './fields/mutations.ts'
import { suggestedInteraction } from './fields/people.ts'
import { fileMarkAnswers } from './file-marks/answers.ts'
import { mergeRequestById, mergeRequestOfAddress } from './find.ts'
import { mergeRequestFollowers } from './follow.ts'
import { mergeRequestListAnswers } from './list/answers.ts'
import { mergeRequestExport } from './list/export.ts'
import { splitFilter } from './list/filter.ts'
import { mergeRequestListFields } from './list/list-fields.ts'
import { mergeRequestListPageAnswers } from './list/list-page.ts'
import { mergeRequestListPages, turnOnHome } from './list/pages.ts'
import { finishMerges } from './merge/merge.ts'
import { reachMergeTimes } from './merge/merge-time.ts'
import { mergeRequestPageAnswers } from './page/answers.ts'
import { mergeRequestPages } from './page/pages.ts'
import { mergeRequestJoins, mergeRequestJson } from './present.ts'
import { mergeRequestQuickActions } from './quick-actions.ts'
import { reviewAnswers } from './reviews/answers.ts'
import { reviewFollowers } from './reviews/follow.ts'
import { reviewQuickActions } from './reviews/quick-actions.ts'
import { giveVerdict } from './reviews/verdict.ts'
import { settingsPage, settingsPageAnswers } from './settings-page.ts'
import { recheckMergeRequests } from './versions/recheck.ts'

export const mergeRequests: Slice = {
  name: 'merge-requests',
  fields: () => {
    mergeRequestFields()
    suggestedInteraction()
    mergeRequestListFields()
    mergeRequestMutations()
  },
  answers: [
    ...conflictAnswers,
    ...mergeRequestAnswers,
    ...mergeRequestListAnswers,
    ...mergeRequestPageAnswers,
    ...approvalAnswers,
    ...contextCommitAnswers,
    ...dependencyAnswers,
    ...fileMarkAnswers,
    ...reviewAnswers,
    ...mergeRequestListPageAnswers,
    ...settingsPageAnswers,
    ...timesAnswers(
      { series: 'merge_request', what: 'Merge Request', parameter: 'mergeRequestIid' },
      mergeRequestTimes,
    ),
    trackTimeAnswer(trackMergeRequestTime, mergeRequestOfAddress),
    ...noteableAnswers(issuableKinds.merge_request, mergeRequestDiscussion, mergeRequestDiscussionPage),
  ],
  pages: [...mergeRequestListPages, ...mergeRequestPages, settingsPage],
  pageParts: [turnOnHome],
  followers: [...mergeRequestFollowers, ...reviewFollowers],
  topics: {
    merge_request: async (ctx, id) => (await loadIfAllowed(ctx, 'issuable:read', mergeRequestById, { id })) !== null,
    'file-marks': async (ctx, id) => ctx.actor.kind === 'user' && ctx.actor.id === id,
    merge_requests: async (ctx, id) =>
      (await loadIfAllowed(ctx, 'project:read-merge-requests', projectByRef, { id })) !== null,
    'group-merge_requests': async (ctx, id) => (await loadIfAllowed(ctx, 'group:read', groupByRef, { id })) !== null,
  },
  plugs: {
    noteables: [issuableKinds.merge_request],
    todoTargets: [
      {
        series: 'merge_request',
        json: ctx =>
          sql`(select (${mergeRequestJson(ctx)})::json from issuables i ${mergeRequestJoins} where i.id = t.issuable_id)`,
      },
    ],
    changers: [mergeRequestChanger],
    listExports: [mergeRequestExport],
    viewChecks: [
      { lists: ['merge_request'], check: (ctx, input) => conditionsOf(ctx, splitFilter(ctx, input).filter) },
    ],
    referenceKinds: [numberedKind('merge_request')],
    systemNoteIcons: {
      commit: 'git-commit',
      merged: 'git-merge',
      merge: 'git-merge',
      branch: 'git-branch',
      approved: 'check',
      unapproved: 'x',
      requested_changes: 'file-diff',
      reviewed: 'eye',
      attention: 'bell',
    },
    quickActions: [...reviewQuickActions, ...mergeRequestQuickActions],
    reviewVerdicts: [{ type: 'merge_request', authenticate: authenticateReview, give: giveVerdict }],
  },
  checks: mergeRequestChecks,
  timedJobs: [
    { name: 'finish_merges', pattern: '* * * * *', run: finishMerges },
    { name: 'recheck_merge_requests', pattern: '* * * * *', run: recheckMergeRequests },
    { name: 'reach_merge_times', pattern: '* * * * *', run: reachMergeTimes },
  ],
}
