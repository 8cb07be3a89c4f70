import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'

const operation = operationsOf('Group activity')
const input = Type.Object({ groupPath: Type.String({ minLength: 1, maxLength: 1000 }) })

/** The counts cover the last 90 days. @source rest.md 15.1, product-rules.md 16 */
export const activityDays = 90

export const countGroupIssues = operation({
  name: 'countGroupIssues',
  summary: 'Count issues created in a group in the last 90 days',
  at: 'GET /analytics/group_activity/issues_count',
  input,
  reply: Type.Object({ issuesCount: Type.Integer() }),
})

export const countGroupMergeRequests = operation({
  name: 'countGroupMergeRequests',
  summary: 'Count merge requests created in a group in the last 90 days',
  at: 'GET /analytics/group_activity/merge_requests_count',
  input,
  reply: Type.Object({ mergeRequestsCount: Type.Integer() }),
})

export const countNewGroupMembers = operation({
  name: 'countNewGroupMembers',
  summary: 'Count members who joined a group in the last 90 days',
  at: 'GET /analytics/group_activity/new_members_count',
  input,
  reply: Type.Object({ newMembersCount: Type.Integer() }),
})
