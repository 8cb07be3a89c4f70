// Generated from web/plan/escalations/search-policies.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SearchPoliciesResult = { readonly project: { readonly incidentManagementEscalationPolicies: { readonly nodes: readonly ({ readonly id: string | null; readonly name: string | null } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null }

export type SearchPoliciesVariables = { readonly fullPath: string; readonly name: string; readonly after?: string | null | undefined }

export const searchPolicies: GraphqlDocument<SearchPoliciesResult, SearchPoliciesVariables> = {
  name: 'SearchPolicies',
  kind: 'query',
  text: "query SearchPolicies($fullPath:ID!$name:String!$after:String){project(fullPath:$fullPath){incidentManagementEscalationPolicies(name:$name first:50 after:$after){nodes{id name}pageInfo{endCursor hasNextPage}}}}",
}
