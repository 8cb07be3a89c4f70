import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Empty } from '#contract/shapes.ts'
import { One } from './merge-requests.ts'

const operation = operationsOf('Reviews')

export const requestReviewAgain = operation({
  name: 'requestReviewAgain',
  summary: 'Ask a reviewer of a merge request for another review',
  at: 'PUT /projects/:id/merge_requests/:mergeRequestIid/reviewers/:userId/request_again',
  status: 204,
  input: Type.Object({ ...One.properties, userId: Type.Integer() }),
  reply: Empty,
})

export const toggleAttentionRequest = operation({
  name: 'toggleAttentionRequest',
  summary: 'Request attention from an assignee or reviewer of a merge request, or remove the request',
  at: 'POST /projects/:id/merge_requests/:mergeRequestIid/toggle_attention_request',
  status: 200,
  input: Type.Object({ ...One.properties, userId: Type.Integer() }),
  reply: Type.Object({ userId: Type.Integer(), attentionRequested: Type.Boolean() }),
})

export const clearRequestedChanges = operation({
  name: 'clearRequestedChanges',
  summary: 'Clear the requests for changes of a merge request',
  at: 'DELETE /projects/:id/merge_requests/:mergeRequestIid/requested_changes',
  input: One,
  reply: Empty,
})
