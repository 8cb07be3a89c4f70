// Generated from web/plan/sidebar/search-users.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SearchUsersResult = { readonly project: { readonly id: string; readonly users: readonly ({ readonly id: string; readonly username: string; readonly name: string; readonly avatarUrl: string | null; readonly webUrl: string; readonly status: { readonly availability: 'BUSY' | 'NOT_SET' } | null })[] | null } | null }

export type SearchUsersVariables = { readonly fullPath: string; readonly search?: string | null | undefined }

export const searchUsers: GraphqlDocument<SearchUsersResult, SearchUsersVariables> = {
  name: 'SearchUsers',
  kind: 'query',
  text: "query SearchUsers($fullPath:ID!$search:String){project(fullPath:$fullPath){id users:autocompleteUsers(search:$search){id username name avatarUrl webUrl status{availability}}}}",
}
