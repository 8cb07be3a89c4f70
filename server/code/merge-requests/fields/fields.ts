import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { issuableFactsOf, shownHtml } from '#server/discuss/notes/fields/node.ts'
import { discussedType } from '#server/discuss/notes/fields/noteable-type.ts'
import { DiffRefs } from '#server/discuss/notes/fields/position-fields.ts'
import { AwardEmojiConnection, awardsPage } from '#server/discuss/reactions/award-fields.ts'
import { NotFound } from '#server/errors.ts'
import { type PlaceNode, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, UserCoreConnection, type UserNode, userOf } from '#server/foundation/users/fields.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { type PageArgs, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { Completion } from '#server/plan/issuables/fields/completion.ts'
import { issuableFields } from '#server/plan/issuables/fields/issuable-fields.ts'
import { assigneesOf, discussedOf, participantsOf } from '#server/plan/issuables/fields/people.ts'
import { Milestone, milestoneNode } from '#server/plan/milestones/fields.ts'
import { Timelog, timeFields } from '#server/plan/time-tracking/fields.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import {
  headPipelineNode,
  Pipeline,
  PipelineConnection,
  pipelineFilterArgs,
  pipelinesPage,
} from '../../pipelines/fields.ts'
import { CommitConnection, type CommitNode, userByEmail } from '../../repository/fields/commit.ts'
import { autoMergeStrategy } from '../merge/auto-merge.ts'
import { squashes } from '../settings.ts'
import { MergeRequestApprovalState } from './approval-state.ts'
import { BlockingMergeRequests } from './blocking.ts'
import { DiffStats, DiffStatsSummary } from './diff-stats.ts'
import {
  approvalsOf,
  branchesOf,
  commitMessagesOf,
  commitsOf,
  diffStatsOf,
  divergedOf,
  hasOpenThreadsThatBlock,
  isSourceProtected,
  latestVersionOf,
  pipelineProjectsOf,
  threadsOf,
} from './facts.ts'
import { MergeabilityCheck, mergeabilityChecksOf } from './mergeability.ts'
import { MergeRequest, type MergeRequestNode, mergeRequestNode, mergeRequestOfProject } from './node.ts'
import {
  AssigneeConnection,
  approversOf,
  changeRequestersOf,
  MergeRequestAuthor,
  ParticipantConnection,
  type PersonNode,
  ReviewerConnection,
  reviewersOf,
} from './people.ts'
import { MergeRequestPermissions } from './permissions.ts'
import { DetailedStatus, MergeStatus } from './statuses.ts'
import { mergeRequestSubscriptions } from './subscriptions.ts'
import { MergeRequestDiffConnection, versionsPage } from './versions.ts'

const page = (context: GraphqlContext, args: PageArgs, people: readonly PersonNode[]) =>
  pageOfList(context, args, people, person => person.id)

/** Users in their part of a merge request. */
const inIt = (it: MergeRequestNode, users: readonly UserNode[]): readonly PersonNode[] =>
  users.map(user => ({ ...user, mergeRequestId: it.id }))

export const MergeRequestState = builder.enumType('MergeRequestState', {
  values: words(['opened', 'closed', 'merged', 'locked', 'all']),
})

/** That of the source project, as the merge itself sees it. */
async function headPipelineOf(it: MergeRequestNode, context: GraphqlContext) {
  const projectId = it.sourceProjectId ?? it.namespaceId
  if (it.headSha === null || !(await pipelineProjectsOf(context, it)).includes(projectId)) return null
  return headPipelineNode(context, { projectId, sha: it.headSha })
}

const isNoMerge = ({ parentIds }: CommitNode): boolean => parentIds.length < 2

/** A reader of a merge request may know of its project. */
async function projectOf(it: MergeRequestNode, context: GraphqlContext): Promise<PlaceNode> {
  const project = await placeNode(context, it.namespaceId)
  if (project === null) throw new NotFound('Project')
  return project
}

/** The type of a merge request, and how to find one. @source graphql.md 5, 7.1 */
export function mergeRequestFields(): void {
  MergeRequest.implement({
    description: 'A merge request.',
    fields: t => ({
      ...issuableFields(t, 'merge_request'),
      ...timeFields(t),
      id: t.id({ nullable: false, resolve: it => gid('MergeRequest', it.id) }),
      iid: t.string({ nullable: false, resolve: it => String(it.iid) }),
      title: t.exposeString('title', { nullable: false }),
      titleHtml: t.string({ resolve: (it, _args, context) => shownHtml(context, it.titleHtml) }),
      name: t.exposeString('title'),
      description: t.exposeString('description'),
      descriptionHtml: t.string({ resolve: (it, _args, context) => shownHtml(context, it.descriptionHtml) }),
      state: t.field({ type: MergeRequestState, nullable: false, resolve: it => it.state }),
      draft: t.exposeBoolean('draft', { nullable: false }),
      sourceBranch: t.exposeString('sourceBranch', { nullable: false }),
      targetBranch: t.exposeString('targetBranch', { nullable: false }),
      sourceProjectId: t.exposeInt('sourceProjectId'),
      targetProjectId: t.exposeInt('namespaceId', { nullable: false }),
      projectId: t.exposeInt('namespaceId', { nullable: false }),
      diffHeadSha: t.exposeString('headSha'),
      headPipeline: t.field({
        type: Pipeline,
        description: 'Newest pipeline of the head commit.',
        resolve: (it, _args, context) => headPipelineOf(it, context),
      }),
      diffRefs: t.field({ type: DiffRefs, resolve: (it, _args, context) => latestVersionOf(context, it.id) }),
      diffStats: t.field({
        type: [DiffStats],
        args: { path: t.arg.string() },
        resolve: async (it, { path: wanted }, context) =>
          (await diffStatsOf(context, it)).filter(file => wanted == null || file.path === wanted),
      }),
      diffStatsSummary: t.field({ type: DiffStatsSummary, resolve: (it, _args, context) => diffStatsOf(context, it) }),
      mergeRequestDiffs: t.field({
        type: MergeRequestDiffConnection,
        description: 'Its versions, newest first.',
        args: pageArgs,
        resolve: (it, args, context) => versionsPage(context, args, it.id),
      }),
      commitCount: t.int({
        resolve: async (it, _args, context) => (await latestVersionOf(context, it.id))?.commitCount ?? 0,
      }),
      commits: t.field({
        type: CommitConnection,
        args: pageArgs,
        resolve: async (it, args, context) =>
          pageOfList(context, args, await commitsOf(context, it), commit => commit.id),
      }),
      commitsWithoutMergeCommits: t.field({
        type: CommitConnection,
        args: pageArgs,
        resolve: async (it, args, context) =>
          pageOfList(context, args, (await commitsOf(context, it)).filter(isNoMerge), commit => commit.id),
      }),
      committers: t.field({
        type: UserCoreConnection,
        description: 'Users whose email addresses match the committers.',
        args: pageArgs,
        resolve: async (it, args, context) => {
          const emails = (await commitsOf(context, it)).filter(isNoMerge).map(each => each.committerEmail.toLowerCase())
          const users = await Promise.all([...new Set(emails)].map(email => userByEmail(context, email)))
          const known = new Map(users.flatMap(user => (user === null ? [] : [[user.id, user] as const])))
          return pageOfList(context, args, [...known.values()], user => user.id)
        },
      }),
      pipelines: t.field({
        type: PipelineConnection,
        description: 'Pipelines of its commits, newest first.',
        args: { ...pageArgs, ...pipelineFilterArgs },
        resolve: async (it, args, context) =>
          pipelinesPage(
            context,
            await pipelineProjectsOf(context, it),
            args,
            sql`pl.sha in (select v.head_sha from merge_request_versions v where v.merge_request_id = ${it.id})`,
          ),
      }),
      defaultMergeCommitMessage: t.string({
        resolve: async (it, _args, context) => (await commitMessagesOf(context, it))?.merge ?? null,
      }),
      defaultSquashCommitMessage: t.string({
        resolve: async (it, _args, context) => (await commitMessagesOf(context, it))?.squash ?? null,
      }),
      hasCi: t.boolean({
        nullable: false,
        resolve: async (it, _args, context) => (await headPipelineOf(it, context)) !== null,
      }),
      detailedMergeStatus: t.field({ type: DetailedStatus, resolve: it => it.detailedMergeStatus }),
      mergeStatus: t.exposeString('mergeStatus', { deprecationReason: 'Use `mergeStatusEnum`.' }),
      mergeStatusEnum: t.field({ type: MergeStatus, resolve: it => it.mergeStatus }),
      mergeable: t.boolean({ nullable: false, resolve: it => it.detailedMergeStatus === 'mergeable' }),
      mergeabilityChecks: t.field({
        type: [MergeabilityCheck],
        nullable: false,
        resolve: (it, _args, context) => mergeabilityChecksOf(context, it),
      }),
      mergeOngoing: t.boolean({ nullable: false, resolve: it => it.state === 'locked' }),
      mergeError: t.exposeString('mergeError'),
      mergeCommitSha: t.exposeString('mergeCommitSha'),
      inProgressMergeCommitSha: t.exposeString('inProgressMergeSha', {
        description: 'Target branch head that the merge in progress will create.',
      }),
      mergeUser: t.field({
        type: UserCore,
        resolve: (it, _args, context) => (it.mergeUserId === null ? null : userOf(context, it.mergeUserId)),
      }),
      conflicts: t.boolean({ nullable: false, resolve: it => it.mergeStatus === 'cannot_be_merged' }),
      autoMergeEnabled: t.exposeBoolean('isAutoMerging', { nullable: false }),
      autoMergeStrategy: t.string({ resolve: it => (it.isAutoMerging ? autoMergeStrategy : null) }),
      availableAutoMergeStrategies: t.stringList({
        resolve: it => (it.canWait ? [autoMergeStrategy] : []),
      }),
      mergeableDiscussionsState: t.boolean({
        resolve: async (it, _args, context) => !(await hasOpenThreadsThatBlock(context, it.id)),
      }),
      blockingMergeRequests: t.field({ type: BlockingMergeRequests, resolve: it => it }),
      mergeWhenPipelineSucceeds: t.exposeBoolean('isAutoMerging', { deprecationReason: 'Use `autoMergeEnabled`.' }),
      rebaseInProgress: t.exposeBoolean('isRebasing', { nullable: false }),
      rebaseCommitSha: t.exposeString('rebaseCommitSha', { description: 'Head commit created by the last rebase.' }),
      retargeted: t.exposeBoolean('retargeted', { description: 'Whether its target branch was changed.' }),
      divergedFromTargetBranch: t.boolean({
        nullable: false,
        resolve: (it, _args, context) => divergedOf(context, it),
      }),
      shouldBeRebased: t.boolean({
        nullable: false,
        resolve: async (it, _args, context) => it.mergeMethod === 'ff' && (await divergedOf(context, it)),
      }),
      sourceBranchExists: t.boolean({
        nullable: false,
        resolve: async (it, _args, context) => (await branchesOf(context, it)).hasSource,
      }),
      sourceBranchProtected: t.boolean({
        nullable: false,
        resolve: (it, _args, context) => isSourceProtected(context, it),
      }),
      targetBranchExists: t.boolean({
        nullable: false,
        resolve: async (it, _args, context) => (await branchesOf(context, it)).hasTarget,
      }),
      targetBranchPath: t.string({
        resolve: it => `/${it.namespacePath}/-/tree/${addressOf(it.targetBranch)}`,
      }),
      squash: t.exposeBoolean('squash', { nullable: false }),
      squashOnMerge: t.boolean({ nullable: false, resolve: it => squashes(it, it.squash) }),
      squashReadOnly: t.boolean({
        nullable: false,
        resolve: ({ squashOption }) => squashOption === 'never' || squashOption === 'always',
      }),
      forceRemoveSourceBranch: t.exposeBoolean('removeSourceBranch'),
      shouldRemoveSourceBranch: t.boolean({
        resolve: it => (it.state === 'merged' ? it.removeSourceBranch : null),
      }),
      allowCollaboration: t.exposeBoolean('allowCollaboration'),
      allowsMultipleAssignees: t.boolean({ nullable: false, resolve: () => true }),
      allowsMultipleReviewers: t.boolean({ nullable: false, resolve: () => true }),
      approved: t.boolean({
        nullable: false,
        resolve: async (it, _args, context) => (await approvalsOf(context, it.id))?.approved ?? false,
      }),
      approvalState: t.field({ type: MergeRequestApprovalState, nullable: false, resolve: it => it }),
      approvalsRequired: t.int({
        resolve: async (it, _args, context) => (await approvalsOf(context, it.id))?.required ?? 0,
      }),
      approvalsLeft: t.int({
        resolve: async (it, _args, context) => (await approvalsOf(context, it.id))?.left ?? 0,
      }),
      approvedBy: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (it, args, context) => page(context, args, await approversOf(context, it.id)),
      }),
      changeRequesters: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (it, args, context) => page(context, args, await changeRequestersOf(context, it.id)),
      }),
      reviewers: t.field({
        type: ReviewerConnection,
        args: pageArgs,
        resolve: async (it, args, context) => page(context, args, await reviewersOf(context, it.id)),
      }),
      participants: t.field({
        type: ParticipantConnection,
        args: pageArgs,
        resolve: async (it, args, context) => {
          const facts = (await issuableFactsOf(context, it.id))?.facts ?? null
          return page(context, args, inIt(it, await participantsOf(context, it.id, facts)))
        },
      }),
      userDiscussionsCount: t.int({
        resolve: async (it, _args, context) => (await discussedOf(context, it.id)).discussions,
      }),
      resolvableDiscussionsCount: t.int({
        resolve: async (it, _args, context) => (await threadsOf(context, it.id)).resolvable,
      }),
      resolvedDiscussionsCount: t.int({
        resolve: async (it, _args, context) => (await threadsOf(context, it.id)).resolved,
      }),
      discussionLocked: t.exposeBoolean('discussionLocked', { nullable: false }),
      hidden: t.exposeBoolean('hidden'),
      taskCompletionStatus: t.field({ type: Completion, nullable: false, resolve: it => it }),
      supportsLockOnMerge: t.boolean({
        nullable: false,
        description: 'Labels are not locked by a merge.',
        resolve: () => false,
      }),
      userPermissions: t.field({ type: MergeRequestPermissions, nullable: false, resolve: it => it }),
      project: t.field({ type: Project, nullable: false, resolve: (it, _args, context) => projectOf(it, context) }),
      targetProject: t.field({
        type: Project,
        nullable: false,
        resolve: (it, _args, context) => projectOf(it, context),
      }),
      sourceProject: t.field({
        type: Project,
        resolve: (it, _args, context) => (it.sourceProjectId === null ? null : placeNode(context, it.sourceProjectId)),
      }),
      preparedAt: t.field({ type: 'Time', resolve: it => it.createdAt }),
      author: t.field({
        type: MergeRequestAuthor,
        resolve: async (it, _args, context) => ({ ...(await userOf(context, it.authorId)), mergeRequestId: it.id }),
      }),
      assignees: t.field({
        type: AssigneeConnection,
        args: pageArgs,
        resolve: async (it, args, context) => page(context, args, inIt(it, await assigneesOf(context, it.id))),
      }),
      milestone: t.field({
        type: Milestone,
        resolve: (it, _args, context) => (it.milestoneId === null ? null : milestoneNode(context, it.milestoneId)),
      }),
      awardEmoji: t.field({
        type: AwardEmojiConnection,
        args: pageArgs,
        resolve: (it, args, context) => awardsPage(context, args, it.id),
      }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: it => it.createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: it => it.updatedAt }),
      closedAt: t.field({ type: 'Time', resolve: it => it.closedAt }),
      mergedAt: t.field({ type: 'Time', resolve: it => it.mergedAt }),
      mergeAfter: t.field({ type: 'Time', resolve: it => it.mergeAfter }),
    }),
  })
  discussedType('merge_request', MergeRequest, mergeRequestNode)
  mergeRequestSubscriptions()
  builder.objectField(Timelog, 'mergeRequest', t =>
    t.field({ type: MergeRequest, resolve: ({ issuableId }, _args, context) => mergeRequestNode(context, issuableId) }),
  )
  builder.objectField(Project, 'mergeRequest', t =>
    t.field({
      type: MergeRequest,
      args: { iid: t.arg.string({ required: true }) },
      resolve: (node, { iid }, context) => mergeRequestOfProject(context, node.id, iid),
    }),
  )
  builder.queryFields(t => ({
    mergeRequest: t.field({
      type: MergeRequest,
      description: 'Get a merge request by ID.',
      args: { id: t.arg({ type: 'MergeRequestID', required: true }) },
      resolve: (_root, args, context) => mergeRequestNode(context, args.id),
    }),
  }))
}
