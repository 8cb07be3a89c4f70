// Generated from web/plan/contacts/search-organizations.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SearchOrganizationsResult = { readonly group: { readonly organizations: { readonly nodes: readonly ({ readonly id: string; readonly name: string } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null }

export type SearchOrganizationsVariables = { readonly fullPath: string; readonly search: string; readonly after?: string | null | undefined }

export const searchOrganizations: GraphqlDocument<SearchOrganizationsResult, SearchOrganizationsVariables> = {
  name: 'SearchOrganizations',
  kind: 'query',
  text: "query SearchOrganizations($fullPath:ID!$search:String!$after:String){group(fullPath:$fullPath){organizations(search:$search state:active first:50 after:$after){nodes{id name}pageInfo{endCursor hasNextPage}}}}",
}
