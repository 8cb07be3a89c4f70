// Generated from web/plan/pickers/search-people.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SearchPeopleResult = { readonly project: { readonly autocompleteUsers: readonly ({ readonly id: string; readonly username: string; readonly name: string; readonly avatarUrl: string | null; readonly webUrl: string; readonly status: { readonly availability: 'BUSY' | 'NOT_SET' } | null; readonly mergeRequestInteraction: { readonly canMerge: boolean } | null })[] | null } | null; readonly group: { readonly autocompleteUsers: readonly ({ readonly id: string; readonly username: string; readonly name: string; readonly avatarUrl: string | null; readonly webUrl: string; readonly status: { readonly availability: 'BUSY' | 'NOT_SET' } | null; readonly mergeRequestInteraction: { readonly canMerge: boolean } | null })[] | null } | null }

export type SearchPeopleVariables = { readonly fullPath: string; readonly search: string; readonly assignableTo?: 'ALERT' | 'EPIC' | 'ISSUE' | 'MERGE_REQUEST' | null | undefined; readonly canBeOnCall?: boolean | null | undefined; readonly isGroup: boolean; readonly mergeRequest: string; readonly isToMerge: boolean }

export const searchPeople: GraphqlDocument<SearchPeopleResult, SearchPeopleVariables> = {
  name: 'SearchPeople',
  kind: 'query',
  text: "query SearchPeople($fullPath:ID!$search:String!$assignableTo:AssignableKind$canBeOnCall:Boolean$isGroup:Boolean!$mergeRequest:MergeRequestID!$isToMerge:Boolean!){project(fullPath:$fullPath)@skip(if:$isGroup){autocompleteUsers(search:$search assignableTo:$assignableTo canBeOnCall:$canBeOnCall){id username name avatarUrl webUrl status{availability}mergeRequestInteraction(id:$mergeRequest)@include(if:$isToMerge){canMerge}}}group(fullPath:$fullPath)@include(if:$isGroup){autocompleteUsers(search:$search assignableTo:$assignableTo canBeOnCall:$canBeOnCall){id username name avatarUrl webUrl status{availability}mergeRequestInteraction(id:$mergeRequest)@include(if:$isToMerge){canMerge}}}}",
}
