// Generated from web/plan/sidebar/list-labels.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type ListLabelsResult = { readonly project: { readonly id: string; readonly labels: { readonly nodes: readonly ({ readonly id: string; readonly title: string; readonly description: string | null; readonly color: string; readonly textColor: string } | null)[] | null; readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null } } | null } | null }

export type ListLabelsVariables = { readonly fullPath: string; readonly search?: string | null | undefined; readonly after?: string | null | undefined }

export const listLabels: GraphqlDocument<ListLabelsResult, ListLabelsVariables> = {
  name: 'ListLabels',
  kind: 'query',
  text: "query ListLabels($fullPath:ID!$search:String$after:String){project(fullPath:$fullPath){id labels(searchTerm:$search includeAncestorGroups:true archived:false first:100 after:$after){nodes{id title description color textColor}pageInfo{hasNextPage endCursor}}}}",
}
