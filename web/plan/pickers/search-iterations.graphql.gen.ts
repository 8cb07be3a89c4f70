// Generated from web/plan/pickers/search-iterations.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SearchIterationsResult = { readonly project: { readonly iterations: { readonly nodes: readonly ({ readonly id: string; readonly title: string | null; readonly startDate: string | null; readonly dueDate: string | null; readonly webPath: string; readonly iterationCadence: { readonly title: string } } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null; readonly group: { readonly iterations: { readonly nodes: readonly ({ readonly id: string; readonly title: string | null; readonly startDate: string | null; readonly dueDate: string | null; readonly webPath: string; readonly iterationCadence: { readonly title: string } } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null }

export type SearchIterationsVariables = { readonly fullPath: string; readonly search: string; readonly isGroup: boolean; readonly after?: string | null | undefined }

export const searchIterations: GraphqlDocument<SearchIterationsResult, SearchIterationsVariables> = {
  name: 'SearchIterations',
  kind: 'query',
  text: "query SearchIterations($fullPath:ID!$search:String!$isGroup:Boolean!$after:String){project(fullPath:$fullPath)@skip(if:$isGroup){iterations(search:$search state:opened first:50 after:$after){nodes{id title startDate dueDate webPath iterationCadence{title}}pageInfo{endCursor hasNextPage}}}group(fullPath:$fullPath)@include(if:$isGroup){iterations(search:$search state:opened first:50 after:$after){nodes{id title startDate dueDate webPath iterationCadence{title}}pageInfo{endCursor hasNextPage}}}}",
}
