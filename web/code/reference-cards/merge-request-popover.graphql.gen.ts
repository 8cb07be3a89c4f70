// Generated from web/code/reference-cards/merge-request-popover.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type MergeRequestPopoverResult = { readonly project: { readonly id: string; readonly mergeRequest: { readonly id: string; readonly title: string; readonly createdAt: string; readonly state: 'all' | 'closed' | 'locked' | 'merged' | 'opened'; readonly headPipeline: { readonly id: string; readonly detailedStatus: { readonly id: string; readonly icon: string | null; readonly group: string | null } } | null } | null } | null }

export type MergeRequestPopoverVariables = { readonly projectPath: string; readonly mergeRequestIID: string }

export const mergeRequestPopover: GraphqlDocument<MergeRequestPopoverResult, MergeRequestPopoverVariables> = {
  name: 'MergeRequestPopover',
  kind: 'query',
  text: "query MergeRequestPopover($projectPath:ID!$mergeRequestIID:String!){project(fullPath:$projectPath){id mergeRequest(iid:$mergeRequestIID){id title createdAt state headPipeline{id detailedStatus{id icon group}}}}}",
}
