import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Issue } from '#contract/plan/issues/issues.ts'
import { NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { MergeRequest, MergeRequestBasic, One } from './merge-requests/merge-requests.ts'
import { RefName } from './shapes.ts'

const operation = operationsOf('Issue branches')

const onPage = { namespace: Type.String(), iid: Type.Integer() }
const ofIssue = Type.Object({ id: NamespaceRef, issueIid: Type.Integer(), ...Page })

export const canCreateBranch = operation({
  name: 'canCreateBranch',
  summary: 'Check whether the current user can create a branch for an issue, and get a free name for it',
  at: 'GET /:namespace/-/issues/:iid/can_create_branch',
  input: Type.Object(onPage),
  reply: Type.Object({ canCreateBranch: Type.Boolean(), suggestedBranchName: Nullable(Type.String()) }),
})

export const getRelatedBranches = operation({
  name: 'getRelatedBranches',
  summary: 'Get the branches of an issue as HTML, fifty at a time',
  at: 'GET /:namespace/-/issues/:iid/related_branches',
  input: Type.Object({ ...onPage, page: Page.page }),
  reply: Type.Object({
    /** Empty without a branch. */
    html: Type.String(),
    /** The number on all pages. */
    count: Type.Integer(),
  }),
})

/** A sentence that says why nothing was made, with status 422. */
const Refusal = Type.String()

export const createPageBranch = operation({
  name: 'createPageBranch',
  summary: 'Create a branch from a page, such as an issue page',
  at: 'POST /:namespace/-/branches',
  status: 200,
  input: Type.Object({
    namespace: Type.String(),
    branchName: RefName,
    /** The default branch without it. */
    ref: Type.Optional(RefName),
    /** The issue that the branch is for. */
    issueIid: Type.Optional(Type.Integer()),
    /** The private fork in which a branch for a confidential issue is created. */
    confidentialIssueProjectId: Type.Optional(Type.Integer()),
    format: Type.Optional(Type.String({ maxLength: 10 })),
  }),
  reply: Type.Union([Type.Object({ name: Type.String(), url: Type.String() }), Refusal]),
})

export const createMergeRequestForIssue = operation({
  name: 'createMergeRequestForIssue',
  summary: 'Create a branch for an issue, with a merge request that closes the issue',
  at: 'POST /:namespace/-/issues/:iid/create_merge_request',
  status: 200,
  input: Type.Object({
    ...onPage,
    /** The suggested name without it. */
    branchName: Type.Optional(RefName),
    ref: Type.Optional(RefName),
    /** The private fork for a confidential issue. */
    targetProjectId: Type.Optional(Type.Integer()),
  }),
  reply: Type.Union([Type.Object({ url: Type.String(), iid: Type.Integer() }), Refusal]),
})

export const listRelatedMergeRequests = operation({
  name: 'listRelatedMergeRequests',
  summary: 'List merge requests that mention or close an issue',
  tag: 'Issues',
  at: 'GET /projects/:id/issues/:issueIid/related_merge_requests',
  input: ofIssue,
  reply: Type.Array(MergeRequest),
})

export const listClosingMergeRequests = operation({
  name: 'listClosingMergeRequests',
  summary: 'List merge requests that close an issue when merged',
  tag: 'Issues',
  at: 'GET /projects/:id/issues/:issueIid/closed_by',
  input: ofIssue,
  reply: Type.Array(MergeRequestBasic),
})

export const listClosedIssues = operation({
  name: 'listClosedIssues',
  summary: 'List issues that a merge request closes when merged',
  tag: 'Merge requests',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/closes_issues',
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(Issue),
})

export const listRelatedIssues = operation({
  name: 'listRelatedIssues',
  summary: 'List issues that a merge request mentions or closes',
  tag: 'Merge requests',
  at: 'GET /projects/:id/merge_requests/:mergeRequestIid/related_issues',
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(Issue),
})
