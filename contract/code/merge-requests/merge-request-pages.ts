import { type Static, Type } from 'typebox'
import { UserBasic, UserWithAvailability } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { inputsOf } from '#contract/plan/attributes/attribute-inputs.ts'
import { issuableOfPage, issuablePage, issuablePermissions } from '#contract/plan/issues/issuable-pages.ts'
import { taskEdits } from '#contract/plan/work-items/task-edits.ts'
import { DateTime, Nullable, Words } from '#contract/shapes.ts'
import { CodePlace, CommitLine, HeadPipeline, PipelineMark, ProjectOfNetwork } from '../code-pages.ts'
import { DiffBatch, DiffSummary, Whitespace } from '../diffs/diffs.ts'
import { FileMarks } from '../diffs/file-marks.ts'
import { RefName } from '../shapes.ts'
import { detailedMergeStatuses, mergeRequestStates } from './merge-requests.ts'

const operation = operationsOf('Pages')

const One = Type.Object({ namespace: Type.String(), iid: Type.Integer() })

export const Reviewer = Type.Object({
  ...UserWithAvailability.properties,
  /** `unreviewed`, `approved`, `requested_changes`, … */
  reviewState: Type.String(),
})

/** One push to the source branch. */
export const VersionLine = Type.Object({
  id: Type.Integer(),
  /** The number from 1, oldest first. */
  number: Type.Integer(),
  baseSha: Nullable(Type.String()),
  startSha: Type.String(),
  headSha: Type.String(),
  commitCount: Type.Integer(),
  fileCount: Type.Integer(),
  createdAt: DateTime,
})
export type VersionLine = Static<typeof VersionLine>

/** Everything that the page of a merge request shows but its discussion, commits and changes. */
export const MergeRequestPage = Type.Object({
  ...issuablePage,
  mergeRequest: Type.Object({
    ...issuableOfPage,
    type: Words(['merge_request']),
    state: Words(mergeRequestStates),
    reviewers: Type.Array(Reviewer),
    approvals: Type.Object({
      approvedBy: Type.Array(UserBasic),
      required: Type.Integer(),
      left: Type.Integer(),
      /** Whether approval rules apply to it, also optional ones. */
      hasRules: Type.Boolean(),
      /** Names of the rules that still need approvals. */
      rulesLeft: Type.Array(Type.String()),
      userHasApproved: Type.Boolean(),
      userCanApprove: Type.Boolean(),
      /** Approvers must enter their password. */
      requiresPassword: Type.Boolean(),
    }),
    /** The approval rules of the project can be changed for this merge request. */
    overridesApprovalRules: Type.Boolean(),
    /** Assignees and reviewers can be asked for their attention. */
    attentionRequestsEnabled: Type.Boolean(),
    /** The assignees and reviewers: who cannot merge it, and whose attention is requested. */
    involved: Type.Array(
      Type.Object({ id: Type.Integer(), canMerge: Type.Boolean(), attentionRequested: Type.Boolean() }),
    ),
    draft: Type.Boolean(),
    sourceBranch: Type.String(),
    targetBranch: Type.String(),
    /** Null when the fork no longer exists; without its path for those who cannot see it. */
    sourceProject: Nullable(Type.Object({ id: Type.Integer(), fullPath: Nullable(Type.String()) })),
    sourceBranchExists: Type.Boolean(),
    /** Suggested lines can be committed to its source branch, by those who may push there. */
    canReceiveSuggestion: Type.Boolean(),
    headSha: Nullable(Type.String()),
    /** The pipeline of the head of its source branch; null without a report, and for users who cannot read the code. */
    pipeline: Nullable(HeadPipeline),
    detailedMergeStatus: Words(detailedMergeStatuses),
    /** Its dependencies, which must be merged first; those that the reader cannot see are only counted. */
    blocking: Type.Object({
      visible: Type.Array(
        Type.Object({
          id: Type.Integer(),
          /** The id of the dependency. */
          blockId: Type.Integer(),
          reference: Type.String(),
          title: Type.String(),
          state: Words(mergeRequestStates),
          path: Type.String(),
        }),
      ),
      hiddenCount: Type.Integer(),
    }),
    /** The time before which it cannot be merged. */
    mergeAfter: Nullable(DateTime),
    mergeError: Nullable(Type.String()),
    /** Whether it can be merged automatically once its checks pass. */
    canWait: Type.Boolean(),
    /** The user who has it merged once all checks pass. */
    autoMergeUser: Nullable(UserBasic),
    mergeUser: Nullable(UserBasic),
    mergedAt: Nullable(DateTime),
    mergeCommitSha: Nullable(Type.String()),
    /** The merge method of the project. */
    mergeMethod: Words(['merge', 'rebase_merge', 'ff']),
    squashOption: Words(['never', 'always', 'default_on', 'default_off']),
    squash: Type.Boolean(),
    removeSourceBranch: Type.Boolean(),
    /** Whether those who may merge can commit to the source branch of a fork. */
    allowCollaboration: Type.Boolean(),
    commitCount: Type.Integer(),
    fileCount: Type.Integer(),
    /** Pipelines of its versions, up to a hundred. */
    pipelineCount: Type.Integer(),
    versionCount: Type.Integer(),
    /** Commits of the target that the source does not have. */
    divergedCommits: Type.Integer(),
    openThreads: Type.Integer(),
    /** The default messages of a merge; null for users who may not merge. */
    commitMessages: Nullable(Type.Object({ merge: Type.String(), squash: Type.String() })),
    closesIssues: Type.Array(
      Type.Object({ reference: Type.String(), title: Type.String(), state: Type.String(), path: Type.String() }),
    ),
  }),
  permissions: Type.Object({
    ...issuablePermissions,
    canMerge: Type.Boolean(),
    canPushToSource: Type.Boolean(),
    canRemoveSource: Type.Boolean(),
    /** Let those who may merge commit to the source branch, or stop them. */
    canAllowCollaboration: Type.Boolean(),
    /** Revert it, or cherry-pick it, once it is merged. */
    canPick: Type.Boolean(),
    /** The same on a branch of their own fork, for those who may not push to the project. */
    canPickInFork: Type.Boolean(),
    canCreateMergeRequest: Type.Boolean(),
  }),
})
export type MergeRequestPage = Static<typeof MergeRequestPage>

export const getMergeRequestPage = operation({
  name: 'getMergeRequestPage',
  summary: 'Get data for a merge request page, without its discussion and changes',
  at: 'GET /-/pages/merge_request',
  input: One,
  reply: MergeRequestPage,
})

const asText = (name: string, format: string, summary: string) =>
  operation({
    name,
    summary,
    at: `GET /:namespace/-/merge_requests/:iid.${format}`,
    input: One,
    reply: Type.Unsafe<string>({ type: 'string', format: 'binary' }),
  })

export const showMergeRequestPatch = asText(
  'showMergeRequestPatch',
  'patch',
  'Get the commits of a merge request as email patches for git-am(1)',
)
export const showMergeRequestDiff = asText(
  'showMergeRequestDiff',
  'diff',
  'Get the diff of a merge request as plain text',
)

export const getMergeRequestCommitsPage = operation({
  name: 'getMergeRequestCommitsPage',
  summary: 'Get commits for a merge request page, newest first',
  at: 'GET /-/pages/merge_request_commits',
  input: One,
  reply: Type.Object({
    place: CodePlace,
    commits: Type.Array(CommitLine),
    commitCount: Type.Integer(),
    /** Commits of the target project that its reviewers should know, as they were added. */
    contextCommits: Type.Array(CommitLine),
  }),
})

export const getMergeRequestPipelinesPage = operation({
  name: 'getMergeRequestPipelinesPage',
  summary: 'Get pipelines for a merge request page (one for the head of each version, newest first)',
  at: 'GET /-/pages/merge_request_pipelines',
  input: One,
  reply: Type.Object({
    pipelines: Type.Array(
      Type.Object({
        ...PipelineMark.properties,
        /** The path of the project that it ran in. */
        namespace: Type.String(),
        sha: Type.String(),
        /** The title of the commit; null if the commit no longer exists. */
        title: Nullable(Type.String()),
        ref: Type.String(),
        updatedAt: DateTime,
        /** The number of its checks by status. */
        counts: Type.Array(Type.Object({ status: PipelineMark.properties.status, count: Type.Integer() })),
        /** Its checks, failed ones first; up to a hundred. */
        checks: Type.Array(
          Type.Object({
            id: Type.Integer(),
            name: Type.String(),
            status: PipelineMark.properties.status,
            description: Nullable(Type.String()),
            /** The page of the build service. */
            targetUrl: Nullable(Type.String()),
            /** The time from its start to its end; null before, and if the build service does not report it. */
            durationSeconds: Nullable(Type.Integer()),
          }),
        ),
      }),
    ),
  }),
})

export const getMergeRequestChangesPage = operation({
  name: 'getMergeRequestChangesPage',
  summary: 'Get changes for a merge request page: for a version, between two versions, or for one commit',
  at: 'GET /-/pages/merge_request_changes',
  input: Type.Object({
    ...One.properties,
    /** Number of the version; absent: the latest. */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Number of an earlier version that it is compared with; absent: the target branch. */
    since: Type.Optional(Type.Integer({ minimum: 1 })),
    /** One commit of the latest version, whose own changes are shown. */
    commitId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{40}$' })),
    w: Whitespace,
  }),
  reply: Type.Object({
    /** Newest first. */
    versions: Type.Array(VersionLine),
    version: Nullable(VersionLine),
    since: Nullable(VersionLine),
    /** Number of the version that the reader commented on or gave a verdict on last; null for the author of the merge request. */
    reviewed: Nullable(Type.Integer()),
    /** The one whose own changes are shown. */
    commit: Nullable(CommitLine),
    /** Null before there is a commit. */
    changes: Nullable(Type.Object({ diff: DiffSummary, firstBatch: DiffBatch })),
    /** Null for visitors. */
    marks: Nullable(FileMarks),
  }),
})

const Saved = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: Nullable(Type.String()),
  lockVersion: Type.Integer(),
  webUrl: Type.String(),
})
/** Sentences, each whole. */
const Errors = Type.Object({ errors: Type.Array(Type.String()) })

/** A merge request as a page that discusses it needs it. @source MR-002, rest.md 17.9 */
export const MergeRequestEntity = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  noteableType: Words(['MergeRequest']),
  targetType: Words(['merge_request']),
  title: Type.String(),
  description: Nullable(Type.String()),
  state: Words(mergeRequestStates),
  milestoneId: Nullable(Type.Integer()),
  lockVersion: Type.Integer(),
  authorId: Type.Integer(),
  confidential: Type.Boolean(),
  discussionLocked: Nullable(Type.Boolean()),
  assignees: Type.Array(UserBasic),
  projectId: Type.Integer(),
  sourceProjectId: Nullable(Type.Integer()),
  sourceBranch: Type.String(),
  targetBranch: Type.String(),
  diffHeadSha: Nullable(Type.String()),
  /** Suggested lines can be committed to its source branch. */
  canReceiveSuggestion: Type.Boolean(),
  /** The merge options; no other noteable has them. */
  mergeParams: Type.Object({
    forceRemoveSourceBranch: Type.Boolean(),
    squash: Type.Boolean(),
    autoMergeStrategy: Nullable(Type.String()),
  }),
  webUrl: Type.String(),
  currentUser: Type.Object({
    canCreateNote: Type.Boolean(),
    canUpdate: Type.Boolean(),
    canAwardEmoji: Type.Boolean(),
  }),
  createNotePath: Type.String(),
  previewNotePath: Type.String(),
  lockedDiscussionDocsPath: Type.String(),
  archivedProjectDocsPath: Type.String(),
  isProjectArchived: Type.Boolean(),
  createdAt: DateTime,
  updatedAt: DateTime,
})

/** Whether the data of a noteable are those of a merge request. @source MR-002 */
export const isMergeRequestData = (noteable: object): boolean => 'mergeParams' in noteable

export const getMergeRequestEntity = operation({
  name: 'getMergeRequestEntity',
  summary: 'Get a merge request for a page that discusses it',
  at: 'GET /:namespace/-/merge_requests/:iid.json',
  input: One,
  reply: MergeRequestEntity,
})

const changes = {
  ...inputsOf('mergeRequestPage'),
  /** The version of title and description that the page shows; a stale one is refused with 409. */
  lockVersion: Type.Optional(Type.Integer()),
  stateEvent: Type.Optional(Words(['close', 'reopen'])),
  targetBranch: Type.Optional(RefName),
  squash: Type.Optional(Type.Boolean()),
  removeSourceBranch: Type.Optional(Type.Boolean()),
  allowCollaboration: Type.Optional(Type.Boolean()),
  /** The time before which it cannot be merged; null: at any time. */
  mergeAfter: Type.Optional(Nullable(DateTime)),
  /** References or addresses of merge requests that must be merged first, besides those it depends on already. */
  addBlockingReferences: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 100 })),
  ...taskEdits,
}

export const updateMergeRequestEntity = operation({
  name: 'updateMergeRequestEntity',
  summary: 'Update a merge request from its page',
  at: 'PUT /:namespace/-/merge_requests/:iid.json',
  input: Type.Object({
    ...One.properties,
    ...changes,
    /** The same values, as forms send them; they count before those beside it. */
    mergeRequest: Type.Optional(Type.Object(changes)),
  }),
  reply: Type.Union([Saved, Errors]),
})

export const deleteMergeRequestEntity = operation({
  name: 'deleteMergeRequestEntity',
  summary: 'Delete a merge request from its page',
  at: 'DELETE /:namespace/-/merge_requests/:iid.json',
  status: 200,
  input: Type.Object({ ...One.properties, destroyConfirm: Type.Optional(Type.Boolean()) }),
  reply: Type.Union([Type.Object({ webUrl: Type.String() }), Errors]),
})

/** A project that a merge request can go to. */
export const mergeRequestTargets = operation({
  name: 'mergeRequestTargets',
  summary: 'Search possible target projects for merge requests of a project',
  at: 'GET /-/pages/merge_request_targets',
  input: Type.Object({ namespace: Type.String(), search: Type.Optional(Type.String({ maxLength: 255 })) }),
  /** The project itself first, then its upstream. */
  reply: Type.Array(ProjectOfNetwork),
})

/** The start values of the form of a new merge request. */
export const getNewMergeRequestPage = operation({
  name: 'getNewMergeRequestPage',
  summary: 'Get data for the new merge request page',
  at: 'GET /-/pages/new_merge_request',
  input: Type.Object({
    namespace: Type.String(),
    sourceBranch: Type.Optional(RefName),
    targetBranch: Type.Optional(RefName),
    /** The project of the fork network to compare with; absent: upstream of a fork, else the project itself. */
    targetProjectId: Type.Optional(Type.Integer()),
  }),
  reply: Type.Object({
    place: CodePlace,
    /** The target project. */
    target: ProjectOfNetwork,
    /** Whether it can also target other projects of the fork network. */
    hasOtherTargets: Type.Boolean(),
    sourceBranch: Nullable(Type.String()),
    targetBranch: Type.String(),
    /** Names of branches that do not exist. */
    missing: Type.Array(Type.String()),
    /** The comparison of the two branches; null unless both are given. */
    comparison: Nullable(
      Type.Object({
        commits: Type.Array(CommitLine),
        commitCount: Type.Integer(),
        diff: DiffSummary,
        firstBatch: DiffBatch,
        /** An open merge request for the same branches. */
        existing: Nullable(Type.Object({ iid: Type.Integer(), title: Type.String() })),
      }),
    ),
    title: Type.String(),
    description: Type.String(),
    squash: Type.Boolean(),
    squashOption: Words(['never', 'always', 'default_on', 'default_off']),
    removeSourceBranch: Type.Boolean(),
    permissions: Type.Object({
      canCreate: Type.Boolean(),
      /** Let those who may merge commit to the source branch: from a fork, where neither project is private. */
      canAllowCollaboration: Type.Boolean(),
      canSetMetadata: Type.Boolean(),
      canAdminLabels: Type.Boolean(),
    }),
    singleAssignee: Type.Boolean(),
  }),
})
