import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, DateTime, Expected, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import { ProtectedBranch } from '../protected-refs.ts'
import { One } from './merge-requests.ts'

const operation = operationsOf('Approvals')

const path = '/projects/:id/merge_requests/:mergeRequestIid'

/** @source rest.md 2.4 */
export const Approvals = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  projectId: Type.Integer(),
  title: Type.String(),
  description: Nullable(Type.String()),
  state: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  mergeStatus: Type.String(),
  approved: Type.Boolean(),
  approvalsRequired: Type.Integer(),
  approvalsLeft: Type.Integer(),
  requirePasswordToApprove: Type.Boolean(),
  approvedBy: Type.Array(Type.Object({ user: UserBasic, approvedAt: DateTime })),
  /** People of the rules that still need approvals. */
  suggestedApprovers: Type.Array(UserBasic),
  approvers: Type.Array(AnyJson),
  approverGroups: Type.Array(AnyJson),
  userHasApproved: Type.Boolean(),
  userCanApprove: Type.Boolean(),
  approvalRulesLeft: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), ruleType: Type.String() })),
  hasApprovalRules: Type.Boolean(),
  mergeRequestApproversAvailable: Type.Boolean(),
  multipleApprovalRulesAvailable: Type.Boolean(),
  invalidApproversRules: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), ruleType: Type.String() })),
})

const ruleTypes = ['any_approver', 'regular', 'code_owner', 'report_approver'] as const

export const ApprovalRule = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ruleType: Words(ruleTypes),
  reportType: Type.Null(),
  eligibleApprovers: Type.Array(UserBasic),
  approvalsRequired: Type.Integer(),
  users: Type.Array(UserBasic),
  groups: Type.Array(AnyJson),
  /** Some of its groups are hidden from the reader. */
  containsHiddenGroups: Type.Boolean(),
  /** Only rules of projects have protected branches. */
  protectedBranches: Type.Optional(Type.Array(ProtectedBranch)),
  appliesToAllProtectedBranches: Type.Optional(Type.Boolean()),
  /**
   * Only rules of merge requests have this field and the next two. The section of the CODEOWNERS file that a rule of
   * code owners follows.
   */
  section: Type.Optional(Nullable(Type.String())),
  sourceRule: Type.Optional(Nullable(AnyJson)),
  overridden: Type.Optional(Type.Boolean()),
})

export const getApprovals = operation({
  name: 'getApprovals',
  summary: 'Get the approvals of a merge request',
  at: `GET ${path}/approvals`,
  input: One,
  reply: Approvals,
})

export const approveMergeRequest = operation({
  name: 'approveMergeRequest',
  summary: 'Approve a merge request',
  at: `POST ${path}/approve`,
  input: Type.Object({
    ...One.properties,
    /** The head that the caller has seen. */
    sha: Type.Optional(Type.String({ maxLength: 64 })),
    /** The password of the caller's account; required if the project has `require_password_to_approve`. */
    approvalPassword: Type.Optional(Type.String({ maxLength: 1000 })),
    /** Publish the caller's draft notes too. */
    publishReview: Type.Optional(Type.Boolean()),
  }),
  reply: Approvals,
})

export const unapproveMergeRequest = operation({
  name: 'unapproveMergeRequest',
  summary: 'Revoke your approval of a merge request',
  at: `POST ${path}/unapprove`,
  input: One,
  reply: Approvals,
})

export const resetApprovals = operation({
  name: 'resetApprovals',
  summary: 'Remove all approvals of a merge request. Bot users only',
  at: `PUT ${path}/reset_approvals`,
  status: 202,
  input: One,
  // Clients parse what a PUT answers.
  reply: Type.Object({ message: Type.String() }),
})

export const setApprovalsRequired = operation({
  name: 'setApprovalsRequired',
  summary: 'Set the number of approvals a merge request requires from anyone',
  at: `POST ${path}/approvals`,
  input: Type.Object({ ...One.properties, approvalsRequired: Type.Integer({ minimum: 0, maximum: 100 }) }),
  reply: Approvals,
})

export const getApprovalState = operation({
  name: 'getApprovalState',
  summary: 'Get the approval state of a merge request, by rule',
  at: `GET ${path}/approval_state`,
  input: One,
  reply: Type.Object({
    approvalRulesOverwritten: Type.Boolean(),
    rules: Type.Array(
      Type.Object({
        ...ApprovalRule.properties,
        codeOwner: Type.Boolean(),
        approvedBy: Type.Array(UserBasic),
        approved: Type.Boolean(),
      }),
    ),
  }),
})

const ids = Type.Optional(Type.Array(Type.Integer(), { maxItems: 200 }))

const people = {
  userIds: ids,
  usernames: Type.Optional(Type.Array(Type.String(), { maxItems: 200 })),
  groupIds: ids,
}
/** The target branches that a rule of a project counts for: without them, every branch. */
const branches = {
  protectedBranchIds: ids,
  appliesToAllProtectedBranches: Type.Optional(Type.Boolean()),
}
const name = Type.String({ minLength: 1, maxLength: 255 })
const approvalsRequired = Type.Integer({ minimum: 0, maximum: 100 })

const changed = {
  name: Type.Optional(name),
  approvalsRequired: Type.Optional(approvalsRequired),
  ...people,
  /** Includes groups that the caller cannot see. */
  removeHiddenGroups: Type.Optional(Type.Boolean()),
}

const expectable = { name: changed.name, approvalsRequired: changed.approvalsRequired, userIds: ids, groupIds: ids }

const OneRule = Type.Object({ ...One.properties, approvalRuleId: Type.Integer() })

export const listApprovalRules = operation({
  name: 'listApprovalRules',
  summary: 'List the approval rules of a merge request',
  at: `GET ${path}/approval_rules`,
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(ApprovalRule),
})

export const getApprovalRule = operation({
  name: 'getApprovalRule',
  summary: 'Get an approval rule of a merge request',
  at: `GET ${path}/approval_rules/:approvalRuleId`,
  input: OneRule,
  reply: ApprovalRule,
})

export const createApprovalRule = operation({
  name: 'createApprovalRule',
  summary: 'Create an approval rule of a merge request',
  at: `POST ${path}/approval_rules`,
  input: Type.Object({
    ...One.properties,
    name,
    approvalsRequired,
    /** The rule of the project that it replaces. */
    approvalProjectRuleId: Type.Optional(Type.Integer()),
    ...people,
  }),
  reply: ApprovalRule,
})

export const updateApprovalRule = operation({
  name: 'updateApprovalRule',
  summary: 'Update an approval rule of a merge request',
  at: `PUT ${path}/approval_rules/:approvalRuleId`,
  input: Type.Object({ ...OneRule.properties, ...changed, expected: Expected(expectable) }),
  reply: ApprovalRule,
})

export const deleteApprovalRule = operation({
  name: 'deleteApprovalRule',
  summary: 'Delete an approval rule of a merge request',
  at: `DELETE ${path}/approval_rules/:approvalRuleId`,
  input: OneRule,
  reply: Type.Null(),
})

const ofProject = { id: NamespaceRef }

const ProjectApprovals = Type.Object({
  approvers: Type.Array(AnyJson),
  approverGroups: Type.Array(AnyJson),
  approvalsBeforeMerge: Type.Integer(),
  resetApprovalsOnPush: Type.Boolean(),
  selectiveCodeOwnerRemovals: Type.Boolean(),
  disableOverridingApproversPerMergeRequest: Type.Boolean(),
  mergeRequestsAuthorApproval: Type.Boolean(),
  mergeRequestsDisableCommittersApproval: Type.Boolean(),
  requirePasswordToApprove: Type.Boolean(),
  requireReauthenticationToApprove: Type.Boolean(),
})

export const getProjectApprovals = operation({
  name: 'getProjectApprovals',
  summary: 'Get the approval settings of a project',
  at: 'GET /projects/:id/approvals',
  input: Type.Object(ofProject),
  reply: ProjectApprovals,
})

const flag = Type.Optional(Type.Boolean())

const projectApprovals = {
  approvalsBeforeMerge: Type.Optional(approvalsRequired),
  resetApprovalsOnPush: flag,
  disableOverridingApproversPerMergeRequest: flag,
  mergeRequestsAuthorApproval: flag,
  mergeRequestsDisableCommittersApproval: flag,
  /** Approvers must enter their password. Both names mean the same setting; the second is the newer one. */
  requirePasswordToApprove: flag,
  requireReauthenticationToApprove: flag,
  /** A push removes the approvals of those code owners whose files it changes. Only if `reset_approvals_on_push` is false. */
  selectiveCodeOwnerRemovals: flag,
}

export const updateProjectApprovals = operation({
  name: 'updateProjectApprovals',
  summary: 'Update the approval settings of a project',
  at: 'POST /projects/:id/approvals',
  input: Type.Object({
    ...ofProject,
    ...projectApprovals,
    expected: Expected(projectApprovals),
  }),
  reply: ProjectApprovals,
})

const OneProjectRule = Type.Object({ ...ofProject, approvalRuleId: Type.Integer() })

export const listProjectApprovalRules = operation({
  name: 'listProjectApprovalRules',
  summary: 'List the approval rules of a project',
  at: 'GET /projects/:id/approval_rules',
  input: Type.Object({ ...ofProject, ...Page }),
  reply: Type.Array(ApprovalRule),
})

export const getProjectApprovalRule = operation({
  name: 'getProjectApprovalRule',
  summary: 'Get an approval rule of a project',
  at: 'GET /projects/:id/approval_rules/:approvalRuleId',
  input: OneProjectRule,
  reply: ApprovalRule,
})

export const createProjectApprovalRule = operation({
  name: 'createProjectApprovalRule',
  summary: 'Create an approval rule of a project',
  at: 'POST /projects/:id/approval_rules',
  input: Type.Object({
    ...ofProject,
    name,
    approvalsRequired,
    ruleType: Type.Optional(Words(['any_approver', 'regular'])),
    /** Rules of type `report_approver` are not supported: only null is accepted. */
    reportType: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    ...people,
    ...branches,
  }),
  reply: ApprovalRule,
})

export const updateProjectApprovalRule = operation({
  name: 'updateProjectApprovalRule',
  summary: 'Update an approval rule of a project',
  at: 'PUT /projects/:id/approval_rules/:approvalRuleId',
  input: Type.Object({
    ...OneProjectRule.properties,
    ...changed,
    ...branches,
    reportType: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    expected: Expected({ ...expectable, ...branches }),
  }),
  reply: ApprovalRule,
})

export const deleteProjectApprovalRule = operation({
  name: 'deleteProjectApprovalRule',
  summary: 'Delete an approval rule of a project',
  at: 'DELETE /projects/:id/approval_rules/:approvalRuleId',
  input: OneProjectRule,
  reply: Type.Null(),
})
