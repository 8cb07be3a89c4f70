// Generated from web/plan/pickers/search-contacts.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SearchContactsResult = { readonly group: { readonly contacts: { readonly nodes: readonly ({ readonly id: string; readonly firstName: string; readonly lastName: string; readonly email: string | null; readonly phone: string | null; readonly description: string | null; readonly active: boolean; readonly organization: { readonly id: string; readonly name: string } | null } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null }

export type SearchContactsVariables = { readonly fullPath: string; readonly search: string; readonly after?: string | null | undefined }

export const searchContacts: GraphqlDocument<SearchContactsResult, SearchContactsVariables> = {
  name: 'SearchContacts',
  kind: 'query',
  text: "query SearchContacts($fullPath:ID!$search:String!$after:String){group(fullPath:$fullPath){contacts(search:$search state:active first:50 after:$after){nodes{id firstName lastName email phone description active organization{id name}}pageInfo{endCursor hasNextPage}}}}",
}
