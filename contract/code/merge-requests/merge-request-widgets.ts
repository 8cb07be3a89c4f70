import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { MergeRequestPage } from './merge-request-pages.ts'

const operation = operationsOf('Pages')

const widget = {
  input: Type.Object({ namespace: Type.String(), iid: Type.Integer() }),
  reply: Type.Object({
    ...MergeRequestPage.properties.mergeRequest.properties,
    permissions: MergeRequestPage.properties.permissions,
  }),
  isPolled: true,
} as const

/** The merge request of a page with the permissions of the reader, which clients poll. @source rest.md 17.7 */
export const getMergeRequestWidget = operation({
  name: 'getMergeRequestWidget',
  summary: 'Get the merge status, approvals and merge blockers of a merge request',
  at: 'GET /:namespace/-/merge_requests/:iid/widget.json',
  ...widget,
})

/** The same reply at the address for clients that accept a cached one: Weft caches no part of it. @source rest.md 17.7 */
export const getMergeRequestCachedWidget = operation({
  name: 'getMergeRequestCachedWidget',
  summary: 'Get the state of a merge request, as `widget.json` returns it',
  at: 'GET /:namespace/-/merge_requests/:iid/cached_widget.json',
  ...widget,
})
