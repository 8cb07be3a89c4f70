import { gid } from '#contract/gid.ts'
import { issuablePermissions } from '#server/discuss/notes/fields/issuable-permissions.ts'
import { shownHtml } from '#server/discuss/notes/fields/node.ts'
import { discussedType } from '#server/discuss/notes/fields/noteable-type.ts'
import { pageOfUsers, UserCore, UserCoreConnection, userNode, userOf } from '#server/foundation/users/fields.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { ContactConnection, contactsOfIssue } from '#server/plan/contacts/fields.ts'
import { closingCountOf } from '#server/plan/issuables/closing-count.ts'
import { Completion } from '#server/plan/issuables/fields/completion.ts'
import { issuableFields } from '#server/plan/issuables/fields/issuable-fields.ts'
import { factsOfIssue, Issue, type IssueNode, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { assigneesOf, discussedOf, participantsOf } from '#server/plan/issuables/fields/people.ts'
import { Iteration, iterationNode } from '#server/plan/iterations/fields.ts'
import { IssueType } from '#server/plan/lists/graphql-filter.ts'
import { Milestone, milestoneNode } from '#server/plan/milestones/fields.ts'
import { Timelog, timeFields } from '#server/plan/time-tracking/fields.ts'
import { plainOutputFields } from './graphql-attributes.ts'

const Permissions = issuablePermissions<IssueNode>('IssuePermissions', 'issue', {
  adminIssue: 'issuable:set-metadata',
  adminIssueRelation: 'issuable:link',
  cloneIssue: 'issuable:move',
  createDesign: false,
  createNote: 'issuable:comment',
  destroyDesign: false,
  moveDesign: false,
  moveIssue: 'issuable:move',
  readDesign: false,
  readIssue: 'issuable:read',
  reopenIssue: 'issuable:reopen',
  updateDesign: false,
  updateIssue: 'issuable:update',
})

const IssueState = builder.enumType('IssueState', { values: words(['opened', 'closed', 'locked', 'all']) })

/** The type of an issue, with all that depends on it. */
export function issueFields(): void {
  builder.objectField(Timelog, 'issue', t =>
    t.field({ type: Issue, resolve: ({ issuableId }, _args, context) => issueNode(context, issuableId) }),
  )
  Issue.implement({
    description: 'An issue, incident or task.',
    fields: t => ({
      ...issuableFields(t, 'issue'),
      ...timeFields(t),
      id: t.id({ nullable: false, resolve: issue => gid('Issue', issue.id) }),
      iid: t.string({ nullable: false, resolve: issue => String(issue.iid) }),
      type: t.field({ type: IssueType, resolve: issue => issue.type }),
      title: t.exposeString('title', { nullable: false }),
      titleHtml: t.string({ nullable: false, resolve: (issue, _args, context) => shownHtml(context, issue.titleHtml) }),
      name: t.exposeString('title'),
      description: t.exposeString('description'),
      descriptionHtml: t.string({ resolve: (issue, _args, context) => shownHtml(context, issue.descriptionHtml) }),
      state: t.field({ type: IssueState, nullable: false, resolve: issue => issue.state }),
      author: t.field({
        type: UserCore,
        nullable: false,
        resolve: (issue, _args, context) => userOf(context, issue.authorId),
      }),
      assignees: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (issue, args, context) => pageOfUsers(context, args, await assigneesOf(context, issue.id)),
      }),
      participants: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (issue, args, context) => {
          const facts = await factsOfIssue(context, issue)
          return pageOfUsers(context, args, await participantsOf(context, issue.id, facts))
        },
      }),
      customerRelationsContacts: t.field({
        type: ContactConnection,
        description: 'Contacts of the issue. Empty if the current user cannot read the contacts of its group.',
        args: pageArgs,
        resolve: async (issue, args, context) =>
          pageOfList(context, args, await contactsOfIssue(context, issue.id), contact => contact.id),
      }),
      milestone: t.field({
        type: Milestone,
        resolve: (issue, _args, context) =>
          issue.milestoneId === null ? null : milestoneNode(context, issue.milestoneId),
      }),
      iteration: t.field({
        type: Iteration,
        resolve: (issue, _args, context) =>
          issue.iterationId === null ? null : iterationNode(context, issue.iterationId),
      }),
      ...plainOutputFields(t),
      hidden: t.exposeBoolean('hidden'),
      relativePosition: t.int({
        resolve: ({ relativePosition: at }) => (at !== null && Math.abs(at) < 2 ** 31 ? at : null),
      }),
      emailsEnabled: t.exposeBoolean('emailsEnabled', { nullable: false }),
      emailsDisabled: t.boolean({
        nullable: false,
        deprecationReason: 'Use `emailsEnabled`.',
        resolve: issue => !issue.emailsEnabled,
      }),
      taskCompletionStatus: t.field({ type: Completion, nullable: false, resolve: issue => issue }),
      userDiscussionsCount: t.int({
        nullable: false,
        resolve: async (issue, _args, context) => (await discussedOf(context, issue.id)).discussions,
      }),
      mergeRequestsCount: t.int({
        nullable: false,
        resolve: (issue, _args, context) => closingCountOf(context, issue.id),
      }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: issue => issue.createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: issue => issue.updatedAt }),
      closedAt: t.field({ type: 'Time', resolve: issue => issue.closedAt }),
      updatedBy: t.field({
        type: UserCore,
        resolve: (issue, _args, context) => (issue.updatedById === null ? null : userNode(context, issue.updatedById)),
      }),
      moved: t.boolean({ resolve: issue => issue.movedToId !== null }),
      movedTo: t.field({
        type: Issue,
        resolve: (issue, _args, context) => (issue.movedToId === null ? null : issueNode(context, issue.movedToId)),
      }),
      closedAsDuplicateOf: t.field({
        type: Issue,
        resolve: (issue, _args, context) =>
          issue.duplicatedToId === null ? null : issueNode(context, issue.duplicatedToId),
      }),
      projectId: t.int({ resolve: issue => issue.namespaceId }),
      userPermissions: t.field({ type: Permissions, nullable: false, resolve: issue => issue }),
    }),
  })
  discussedType('issue', Issue, issueNode)
}
