import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { inputsOf } from '#contract/plan/attributes/attribute-inputs.ts'
import { LabelBasic } from '#contract/plan/labels/labels.ts'
import { Milestone, TaskCompletion } from '#contract/plan/shapes.ts'
import { TimeStats } from '#contract/plan/timeboxes/time-tracking.ts'
import { AnyJson, Bytes, DateTime, NamespaceRef, Nullable, Page, Unmodified, Words } from '#contract/shapes.ts'
import { Commit, Diff, PipelineBasic, RefName } from '../shapes.ts'

const operation = operationsOf('Merge requests')

export const mergeRequestStates = ['opened', 'closed', 'merged', 'locked'] as const

/** The reason why a merge request can or cannot be merged now. @source rest.md 2.5 */
export const detailedMergeStatuses = [
  'unchecked',
  'checking',
  'preparing',
  'mergeable',
  'not_open',
  'draft_status',
  'commits_status',
  'conflict',
  'need_rebase',
  'discussions_not_resolved',
  'ci_must_pass',
  'ci_still_running',
  'not_approved',
  'requested_changes',
  'merge_request_blocked',
  'merge_time',
] as const

/** An assignee or reviewer. */
const Involved = Type.Object({
  ...UserBasic.properties,
  /** Only projects with attention requests accept it. */
  attentionRequested: Type.Optional(Type.Boolean()),
})

/** @source rest.md 2.4 */
export const MergeRequestBasic = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  projectId: Type.Integer(),
  title: Type.String(),
  description: Nullable(Type.String()),
  state: Words(mergeRequestStates),
  createdAt: DateTime,
  updatedAt: DateTime,
  mergedBy: Nullable(UserBasic),
  mergeUser: Nullable(UserBasic),
  mergedAt: Nullable(DateTime),
  closedBy: Nullable(UserBasic),
  closedAt: Nullable(DateTime),
  /** Present with `render_html`. */
  titleHtml: Type.Optional(Type.String()),
  descriptionHtml: Type.Optional(Type.String()),
  targetBranch: Type.String(),
  sourceBranch: Type.String(),
  userNotesCount: Type.Integer(),
  upvotes: Type.Integer(),
  downvotes: Type.Integer(),
  author: UserBasic,
  assignees: Type.Array(Involved),
  assignee: Nullable(UserBasic),
  reviewers: Type.Array(Involved),
  sourceProjectId: Nullable(Type.Integer()),
  targetProjectId: Type.Integer(),
  /** Titles in order, or with `with_labels_details` the labels themselves. */
  labels: Type.Array(Type.Union([Type.String(), LabelBasic])),
  draft: Type.Boolean(),
  workInProgress: Type.Boolean(),
  imported: Type.Boolean(),
  importedFrom: Type.String(),
  milestone: Nullable(Milestone),
  mergeWhenPipelineSucceeds: Type.Boolean(),
  mergeStatus: Words(['unchecked', 'checking', 'can_be_merged', 'cannot_be_merged', 'cannot_be_merged_recheck']),
  detailedMergeStatus: Words(detailedMergeStatuses),
  mergeAfter: Nullable(DateTime),
  sha: Nullable(Type.String()),
  mergeCommitSha: Nullable(Type.String()),
  squashCommitSha: Nullable(Type.String()),
  discussionLocked: Nullable(Type.Boolean()),
  shouldRemoveSourceBranch: Nullable(Type.Boolean()),
  forceRemoveSourceBranch: Nullable(Type.Boolean()),
  preparedAt: Nullable(DateTime),
  /** Only merge requests from forks have it. */
  allowCollaboration: Type.Optional(Type.Boolean()),
  allowMaintainerToPush: Type.Optional(Type.Boolean()),
  reference: Type.String(),
  references: Type.Object({ short: Type.String(), relative: Type.String(), full: Type.String() }),
  webUrl: Type.String(),
  timeStats: TimeStats,
  squash: Type.Boolean(),
  squashOnMerge: Type.Boolean(),
  taskCompletionStatus: TaskCompletion,
  hasConflicts: Type.Boolean(),
  blockingDiscussionsResolved: Type.Boolean(),
  /** Approvals by anyone that this merge request requires; null if the rules of its project apply. */
  approvalsBeforeMerge: Nullable(Type.Integer()),
})

export const DiffRefs = Type.Object({ baseSha: Type.String(), headSha: Type.String(), startSha: Type.String() })

export const MergeRequest = Type.Object({
  ...MergeRequestBasic.properties,
  /** Present in replies about one merge request. */
  subscribed: Type.Optional(Type.Boolean()),
  changesCount: Nullable(Type.String()),
  latestBuildStartedAt: Nullable(DateTime),
  latestBuildFinishedAt: Nullable(DateTime),
  firstDeployedToProductionAt: Nullable(DateTime),
  pipeline: Nullable(AnyJson),
  headPipeline: Nullable(AnyJson),
  diffRefs: Nullable(DiffRefs),
  mergeError: Nullable(Type.String()),
  rebaseInProgress: Type.Optional(Type.Boolean()),
  divergedCommitsCount: Type.Optional(Type.Integer()),
  firstContribution: Type.Boolean(),
  user: Type.Object({ canMerge: Type.Boolean() }),
})

export const One = Type.Object({ id: NamespaceRef, mergeRequestIid: Type.Integer() })

export const getMergeRequest = operation({
  name: 'getMergeRequest',
  summary: 'Get a merge request',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid',
  input: Type.Object({
    ...One.properties,
    renderHtml: Type.Optional(Type.Boolean()),
    includeDivergedCommitsCount: Type.Optional(Type.Boolean()),
    includeRebaseInProgress: Type.Optional(Type.Boolean()),
  }),
  reply: MergeRequest,
})

const mergeOptions = {
  removeSourceBranch: Type.Optional(Type.Boolean()),
  squash: Type.Optional(Type.Boolean()),
  allowCollaboration: Type.Optional(Type.Boolean()),
  /** The old name of `allowCollaboration`. */
  allowMaintainerToPush: Type.Optional(Type.Boolean()),
  /** The time before which it cannot be merged. */
  mergeAfter: Type.Optional(Nullable(DateTime)),
}

export const createMergeRequest = operation({
  name: 'createMergeRequest',
  summary: 'Create a merge request',
  at: 'POST /projects/:id/merge_requests',
  input: Type.Object({
    /** The project of the source branch. */
    id: NamespaceRef,
    sourceBranch: RefName,
    targetBranch: RefName,
    title: Type.String(),
    targetProjectId: Type.Optional(Type.Integer()),
    /** The number of approvals of anyone that it needs; by default that of the project's rules. */
    approvalsBeforeMerge: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    ...inputsOf('createMergeRequest'),
    ...mergeOptions,
  }),
  reply: MergeRequest,
})

export const updateMergeRequest = operation({
  name: 'updateMergeRequest',
  summary: 'Update a merge request. Attributes that the current user cannot set are ignored',
  at: 'PUT /projects/:id/merge_requests/:mergeRequestIid',
  input: Type.Object({
    ...One.properties,
    stateEvent: Type.Optional(Words(['close', 'reopen'])),
    targetBranch: Type.Optional(RefName),
    ...inputsOf('updateMergeRequest'),
    ...mergeOptions,
  }),
  reply: MergeRequest,
})

export const deleteMergeRequest = operation({
  name: 'deleteMergeRequest',
  summary: 'Delete a merge request',
  at: 'DELETE /projects/:id/merge_requests/:mergeRequestIid',
  input: Type.Object({ ...One.properties, ...Unmodified }),
  reply: Type.Null(),
})

const message = Type.Optional(Type.String({ maxLength: 1_000_000 }))

export const acceptMergeRequest = operation({
  name: 'acceptMergeRequest',
  summary: 'Merge a merge request',
  at: 'PUT /projects/:id/merge_requests/:mergeRequestIid/merge',
  input: Type.Object({
    ...One.properties,
    mergeCommitMessage: message,
    squashCommitMessage: message,
    squash: Type.Optional(Type.Boolean()),
    shouldRemoveSourceBranch: Type.Optional(Type.Boolean()),
    /** Merge once all checks pass. */
    autoMerge: Type.Optional(Type.Boolean()),
    mergeWhenPipelineSucceeds: Type.Optional(Type.Boolean()),
    /** Ignored: merge trains are not supported, so every merge is immediate. */
    skipMergeTrain: Type.Optional(Type.Boolean()),
    /** The head that the caller has seen. */
    sha: Type.Optional(Type.String({ maxLength: 64 })),
    /** The target branch that the caller has seen. */
    targetBranch: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: MergeRequest,
})

export const cancelAutoMerge = operation({
  name: 'cancelAutoMerge',
  summary: 'Cancel auto-merge',
  at: 'POST /projects/:id/merge_requests/:mergeRequestIid/cancel_merge_when_pipeline_succeeds',
  input: One,
  reply: Type.Object({ status: Type.Literal('success') }),
})

export const rebaseMergeRequest = operation({
  name: 'rebaseMergeRequest',
  summary: 'Rebase the source branch onto the target branch',
  at: 'PUT /projects/:id/merge_requests/:mergeRequestIid/rebase',
  status: 202,
  input: Type.Object({ ...One.properties, skipCi: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ rebaseInProgress: Type.Boolean() }),
})

export const listMergeRequestCommits = operation({
  name: 'listMergeRequestCommits',
  summary: 'List commits of a merge request',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/commits',
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(Commit),
})

const unidiff = { unidiff: Type.Optional(Type.Boolean()) }

export const getMergeRequestChanges = operation({
  name: 'getMergeRequestChanges',
  summary: 'Get a merge request with its changes',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/changes',
  input: Type.Object({ ...One.properties, ...unidiff, accessRawDiffs: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ ...MergeRequest.properties, changes: Type.Array(Diff), overflow: Type.Boolean() }),
})

export const listMergeRequestDiffs = operation({
  name: 'listMergeRequestDiffs',
  summary: 'List the changed files of a merge request',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/diffs',
  input: Type.Object({ ...One.properties, ...unidiff, ...Page }),
  reply: Type.Array(Diff),
})

export const getMergeRequestRawDiffs = operation({
  name: 'getMergeRequestRawDiffs',
  summary: 'Download the changes of a merge request as a unified diff',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/raw_diffs',
  input: One,
  reply: Bytes,
})

export const MergeRequestVersion = Type.Object({
  id: Type.Integer(),
  headCommitSha: Type.String(),
  baseCommitSha: Nullable(Type.String()),
  startCommitSha: Type.String(),
  createdAt: DateTime,
  mergeRequestId: Type.Integer(),
  state: Words(['collected', 'empty', 'overflow']),
  realSize: Type.String(),
  patchIdSha: Nullable(Type.String()),
})

export const listMergeRequestVersions = operation({
  name: 'listMergeRequestVersions',
  summary: 'List versions of a merge request, newest first',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/versions',
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(MergeRequestVersion),
})

export const getMergeRequestVersion = operation({
  name: 'getMergeRequestVersion',
  summary: 'Get a version of a merge request with its commits and changes',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/versions/:versionId',
  input: Type.Object({ ...One.properties, versionId: Type.Integer(), ...unidiff }),
  reply: Type.Object({ ...MergeRequestVersion.properties, commits: Type.Array(Commit), diffs: Type.Array(Diff) }),
})

export const listMergeRequestParticipants = operation({
  name: 'listMergeRequestParticipants',
  summary: 'List participants of a merge request',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/participants',
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(UserBasic),
})

export const listMergeRequestReviewers = operation({
  name: 'listMergeRequestReviewers',
  summary: 'List reviewers of a merge request with their review state',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/reviewers',
  input: One,
  reply: Type.Array(Type.Object({ user: UserBasic, state: Type.String(), createdAt: DateTime })),
})

export const getMergeRef = operation({
  name: 'getMergeRef',
  summary: 'Get the commit that merging now would create, and write it to refs/merge-requests/:iid/merge',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/merge_ref',
  input: One,
  reply: Type.Object({ commitId: Type.String() }),
})

export const listMergeRequestPipelines = operation({
  name: 'listMergeRequestPipelines',
  summary: 'List merge request pipelines, newest first',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/pipelines',
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(PipelineBasic),
})

export const subscribeToMergeRequest = operation({
  name: 'subscribeToMergeRequest',
  summary: 'Subscribe to a merge request',
  at: 'POST /projects/:id/merge_requests/:mergeRequestIid/subscribe',
  input: One,
  reply: MergeRequest,
})

export const unsubscribeFromMergeRequest = operation({
  name: 'unsubscribeFromMergeRequest',
  summary: 'Unsubscribe from a merge request',
  at: 'POST /projects/:id/merge_requests/:mergeRequestIid/unsubscribe',
  input: One,
  reply: MergeRequest,
})
