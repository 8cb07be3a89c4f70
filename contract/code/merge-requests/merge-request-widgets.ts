import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { MergeRequestPage } from './merge-request-pages.ts'

const operation = operationsOf('Pages')

const widget = <Name extends string>(name: Name, summary: string, file: string) =>
  operation({
    name,
    summary,
    at: `GET /:namespace/-/merge_requests/:iid/${file}`,
    input: Type.Object({ namespace: Type.String(), iid: Type.Integer() }),
    reply: Type.Object({
      ...MergeRequestPage.properties.mergeRequest.properties,
      permissions: MergeRequestPage.properties.permissions,
    }),
    isPolled: true,
  })

/** The merge request of a page with the permissions of the reader, which clients poll. @source rest.md 17.7 */
export const getMergeRequestWidget = widget(
  'getMergeRequestWidget',
  'Get the state of a merge request: whether it can be merged, who approved it, and what it waits for',
  'widget.json',
)

/** The same answer: nothing of it is kept, so there is no part that could be older. @source rest.md 17.7 */
export const getMergeRequestCachedWidget = widget(
  'getMergeRequestCachedWidget',
  'Get the state of a merge request at the address of its kept part',
  'cached_widget.json',
)
