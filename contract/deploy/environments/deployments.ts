import { type Static, Type } from 'typebox'
import { ListedMergeRequest, mergeRequestList } from '#contract/code/merge-requests/merge-request-lists.ts'
import { RefName } from '#contract/code/shapes.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, Empty, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import {
  approvalStatuses,
  deploymentStatuses,
  doraMetrics,
  environmentTiers,
  longestReviewComment,
  metricIntervals,
  reportedStatuses,
} from './environment-words.ts'
import { Deployment } from './environments.ts'

const operation = operationsOf('Deployments')

export const DeploymentApproval = Type.Object({
  user: UserBasic,
  status: Words(approvalStatuses),
  createdAt: DateTime,
  comment: Type.String(),
})
export type DeploymentApproval = Static<typeof DeploymentApproval>

const ApprovalRule = Type.Object({
  id: Type.Integer(),
  userId: Nullable(Type.Integer()),
  groupId: Nullable(Type.Integer()),
  accessLevel: Nullable(Type.Integer()),
  accessLevelDescription: Type.String(),
  requiredApprovals: Type.Integer(),
  deploymentApprovals: Type.Array(DeploymentApproval),
})

/** @source rest.md 15.6 */
export const DeploymentDetail = Type.Object({
  ...Deployment.properties,
  pendingApprovalCount: Type.Integer(),
  approvals: Type.Array(DeploymentApproval),
  approvalSummary: Type.Object({ rules: Type.Array(ApprovalRule) }),
})
export type DeploymentDetail = Static<typeof DeploymentDetail>

const project = { id: NamespaceRef }
const deploymentId = Type.Integer({ minimum: 1 })
const one = { ...project, deploymentId }

export const listDeployments = operation({
  name: 'listDeployments',
  summary: 'List deployments of a project',
  at: 'GET /projects/:id/deployments',
  input: Type.Object({
    ...project,
    orderBy: Type.Optional(Words(['id', 'iid', 'created_at', 'updated_at', 'finished_at', 'ref'])),
    sort: Type.Optional(Words(['asc', 'desc'])),
    updatedAfter: Type.Optional(DateTime),
    updatedBefore: Type.Optional(DateTime),
    finishedAfter: Type.Optional(DateTime),
    finishedBefore: Type.Optional(DateTime),
    /** The name of an environment. */
    environment: Type.Optional(Type.String({ maxLength: 255 })),
    status: Type.Optional(Words(deploymentStatuses)),
    ...Page,
  }),
  reply: Type.Array(Deployment),
})

export const getDeployment = operation({
  name: 'getDeployment',
  summary: 'Get a deployment with its approvals',
  at: 'GET /projects/:id/deployments/:deploymentId',
  input: Type.Object(one),
  reply: DeploymentDetail,
})

export const createDeployment = operation({
  name: 'createDeployment',
  summary: 'Report a deployment; creates the environment if there is none of that name',
  at: 'POST /projects/:id/deployments',
  input: Type.Object({
    ...project,
    environment: Type.String({ minLength: 1, maxLength: 255 }),
    sha: RefName,
    ref: RefName,
    tag: Type.Boolean(),
    status: Words(reportedStatuses),
  }),
  reply: DeploymentDetail,
})

export const updateDeployment = operation({
  name: 'updateDeployment',
  summary: 'Report the status of a deployment',
  at: 'PUT /projects/:id/deployments/:deploymentId',
  input: Type.Object({ ...one, status: Words(reportedStatuses) }),
  reply: DeploymentDetail,
})

export const deleteDeployment = operation({
  name: 'deleteDeployment',
  summary: 'Delete a deployment that its environment does not have now',
  at: 'DELETE /projects/:id/deployments/:deploymentId',
  input: Type.Object(one),
  reply: Empty,
})

export const approveDeployment = operation({
  name: 'approveDeployment',
  summary: 'Approve or reject a deployment that waits for approvals',
  at: 'POST /projects/:id/deployments/:deploymentId/approval',
  input: Type.Object({
    ...one,
    status: Words(approvalStatuses),
    comment: Type.Optional(Nullable(Type.String({ maxLength: longestReviewComment }))),
    /** The user, group or role of the approval rule, if several rules name the approver. */
    representedAs: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  }),
  reply: DeploymentApproval,
})

export const listDeploymentMergeRequests = operation({
  name: 'listDeploymentMergeRequests',
  summary: 'List merge requests that came with a deployment',
  at: 'GET /projects/:id/deployments/:deploymentId/merge_requests',
  input: Type.Object({ ...one, ...mergeRequestList }),
  reply: Type.Array(ListedMergeRequest),
})

const analytics = operationsOf('Deployment analytics')

export const deploymentFrequency = analytics({
  name: 'getDeploymentFrequency',
  summary: 'Count successful deployments to an environment by day or month',
  at: 'GET /projects/:id/analytics/deployment_frequency',
  input: Type.Object({
    ...project,
    /** The name of the environment. */
    environment: Type.String({ minLength: 1, maxLength: 255 }),
    from: DateTime,
    to: Type.Optional(DateTime),
    interval: Type.Optional(Words(metricIntervals)),
  }),
  reply: Type.Array(Type.Object({ value: Type.Integer(), from: Day, to: Day })),
})

const doraInput = {
  metric: Words(doraMetrics),
  startDate: Type.Optional(Day),
  endDate: Type.Optional(Day),
  interval: Type.Optional(Words(metricIntervals)),
  environmentTiers: Type.Optional(Type.Array(Words(environmentTiers), { maxItems: 5 })),
}

/** The date is the first day of the interval; null for all of it. */
const DoraValues = Type.Array(Type.Object({ date: Nullable(Day), value: Nullable(Type.Number()) }))

export const projectDoraMetrics = analytics({
  name: 'getProjectDoraMetrics',
  summary: 'Get a DORA metric of a project',
  at: 'GET /projects/:id/dora/metrics',
  input: Type.Object({ ...project, ...doraInput }),
  reply: DoraValues,
})

export const groupDoraMetrics = analytics({
  name: 'getGroupDoraMetrics',
  summary: 'Get a DORA metric of the projects below a group',
  at: 'GET /groups/:id/dora/metrics',
  input: Type.Object({ ...project, ...doraInput }),
  reply: DoraValues,
})
