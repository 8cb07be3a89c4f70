import { pagePath } from '#contract/issuable-kinds.ts'
import { DiscussionConnection, NoteConnection } from '#server/discuss/notes/fields/fields.ts'
import { discussionsPage, notesPage, shownHtml } from '#server/discuss/notes/fields/node.ts'
import { discussedType } from '#server/discuss/notes/fields/noteable-type.ts'
import { Project } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, UserCoreConnection, userOf } from '#server/foundation/users/fields.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { gid } from '#server/graphql/ids.ts'
import { assigneesOf } from '#server/plan/issues/fields/people-of-issues.ts'
import { LabelConnection, labelsOfIssuable } from '#server/plan/labels/fields.ts'
import { Milestone, milestoneNode } from '#server/plan/milestones/fields.ts'
import { headPipelineNode, Pipeline } from '../../pipelines/fields.ts'
import { MergeRequest, type MergeRequestNode, mergeRequestNode, mergeRequestOfProject } from './node.ts'

const path = (it: MergeRequestNode): string => pagePath('merge_request', it.namespacePath, it.iid)

export const MergeRequestState = builder.enumType('MergeRequestState', {
  values: words(['opened', 'closed', 'merged', 'locked', 'all']),
})

/** The type of a merge request, and how to find one. @source graphql.md 5, 7.1 */
export function mergeRequestFields(): void {
  MergeRequest.implement({
    description: 'A merge request.',
    fields: t => ({
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
        resolve: (it, _args, context) =>
          it.headSha === null ? null : headPipelineNode(context, { projectId: it.namespaceId, sha: it.headSha }),
      }),
      author: t.field({ type: UserCore, resolve: (it, _args, context) => userOf(context, it.authorId) }),
      assignees: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (it, args, context) =>
          pageOfList(context, args, await assigneesOf(context, it.id), user => user.id),
      }),
      labels: t.field({
        type: LabelConnection,
        args: pageArgs,
        resolve: async (it, args, context) =>
          pageOfList(context, args, await labelsOfIssuable(context, it.id), label => label.id),
      }),
      milestone: t.field({
        type: Milestone,
        resolve: (it, _args, context) => (it.milestoneId === null ? null : milestoneNode(context, it.milestoneId)),
      }),
      upvotes: t.exposeInt('upvotes', { nullable: false }),
      downvotes: t.exposeInt('downvotes', { nullable: false }),
      userNotesCount: t.exposeInt('notesCount', { nullable: false }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: it => it.createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: it => it.updatedAt }),
      closedAt: t.field({ type: 'Time', resolve: it => it.closedAt }),
      mergedAt: t.field({ type: 'Time', resolve: it => it.mergedAt }),
      webPath: t.string({ nullable: false, resolve: path }),
      webUrl: t.string({
        nullable: false,
        resolve: (it, _args, { weft }) => `${weft.services.settings.externalUrl}${path(it)}`,
      }),
      reference: t.string({
        nullable: false,
        args: { full: t.arg.boolean({ defaultValue: false }) },
        resolve: (it, { full }) => `${full ? it.namespacePath : ''}!${it.iid}`,
      }),
      notes: t.field({
        type: NoteConnection,
        nullable: false,
        args: pageArgs,
        resolve: (it, args, context) => notesPage(context, it.id, args),
      }),
      discussions: t.field({
        type: DiscussionConnection,
        nullable: false,
        args: pageArgs,
        resolve: (it, args, context) => discussionsPage(context, it.id, args),
      }),
    }),
  })
  discussedType(MergeRequest, mergeRequestNode)
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
