// Generated from web/plan/pickers/search-epics.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SearchEpicsResult = { readonly group: { readonly userPermissions: { readonly createEpic: boolean }; readonly epics: { readonly nodes: readonly ({ readonly id: string; readonly iid: string; readonly title: string | null; readonly confidential: boolean | null; readonly webPath: string; readonly reference: string; readonly group: { readonly fullPath: string } } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null }

export type SearchEpicsVariables = { readonly fullPath: string; readonly search?: string | null | undefined; readonly in?: readonly ('DESCRIPTION' | 'TITLE')[] | null | undefined; readonly iidStartsWith?: string | null | undefined; readonly after?: string | null | undefined }

export const searchEpics: GraphqlDocument<SearchEpicsResult, SearchEpicsVariables> = {
  name: 'SearchEpics',
  kind: 'query',
  text: "query SearchEpics($fullPath:ID!$search:String$in:[IssuableSearchableField!]$iidStartsWith:String$after:String){group(fullPath:$fullPath){userPermissions{createEpic}epics(search:$search in:$in iidStartsWith:$iidStartsWith includeAncestorGroups:true includeDescendantGroups:false sort:TITLE_ASC state:opened first:50 after:$after){nodes{id iid title confidential webPath reference group{fullPath}}pageInfo{endCursor hasNextPage}}}}",
}
