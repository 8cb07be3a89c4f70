import { Type } from 'typebox'
import { mergeMethods, squashOptions } from '#contract/foundation/projects.ts'
import { operationsOf } from '#contract/operation.ts'
import { Nullable, Words } from '#contract/shapes.ts'
import { CodePlace } from '../code-pages.ts'

const operation = operationsOf('Pages')

export const mergeRequestSettingsPage = operation({
  name: 'mergeRequestSettingsPage',
  summary: 'Get data for the merge request settings page of a project',
  at: 'GET /-/pages/merge_request_settings',
  input: Type.Object({ namespace: Type.String({ maxLength: 1000 }) }),
  reply: Type.Object({
    place: CodePlace,
    merging: Type.Object({
      mergeMethod: Words(mergeMethods),
      squashOption: Words(squashOptions),
      onlyAllowMergeIfPipelineSucceeds: Type.Boolean(),
      onlyAllowMergeIfAllDiscussionsAreResolved: Type.Boolean(),
      removeSourceBranchAfterMerge: Type.Boolean(),
      autocloseReferencedIssues: Type.Boolean(),
      attentionRequestsEnabled: Type.Boolean(),
      resolveOutdatedDiffDiscussions: Type.Boolean(),
      filePreviewUrl: Nullable(Type.String()),
      filePreviewPaths: Nullable(Type.String()),
    }),
    approvals: Type.Object({
      /** The number of approvals of anyone that a merge needs. */
      approvalsBeforeMerge: Type.Integer(),
      mergeRequestsAuthorApproval: Type.Boolean(),
      mergeRequestsDisableCommittersApproval: Type.Boolean(),
      resetApprovalsOnPush: Type.Boolean(),
      selectiveCodeOwnerRemovals: Type.Boolean(),
      requirePasswordToApprove: Type.Boolean(),
      disableOverridingApproversPerMergeRequest: Type.Boolean(),
    }),
  }),
})
