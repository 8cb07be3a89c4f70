// Generated from web/plan/labels/search-labels.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SearchLabelsResult = { readonly project: { readonly labels: { readonly nodes: readonly ({ readonly id: string; readonly title: string; readonly description: string | null; readonly color: string; readonly textColor: string } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null; readonly group: { readonly labels: { readonly nodes: readonly ({ readonly id: string; readonly title: string; readonly description: string | null; readonly color: string; readonly textColor: string } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null }

export type SearchLabelsVariables = { readonly fullPath: string; readonly searchTerm: string; readonly isGroup: boolean; readonly after?: string | null | undefined }

export const searchLabels: GraphqlDocument<SearchLabelsResult, SearchLabelsVariables> = {
  name: 'SearchLabels',
  kind: 'query',
  text: "query SearchLabels($fullPath:ID!$searchTerm:String!$isGroup:Boolean!$after:String){project(fullPath:$fullPath)@skip(if:$isGroup){labels(searchTerm:$searchTerm archived:false includeAncestorGroups:true first:100 after:$after){nodes{id title description color textColor}pageInfo{endCursor hasNextPage}}}group(fullPath:$fullPath)@include(if:$isGroup){labels(searchTerm:$searchTerm archived:false includeAncestorGroups:true first:100 after:$after){nodes{id title description color textColor}pageInfo{endCursor hasNextPage}}}}",
}
