// Generated from web/plan/pickers/search-milestones.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SearchMilestonesResult = { readonly project: { readonly milestones: { readonly nodes: readonly ({ readonly id: string; readonly title: string; readonly startDate: string | null; readonly dueDate: string | null; readonly expired: boolean; readonly webPath: string } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null; readonly group: { readonly milestones: { readonly nodes: readonly ({ readonly id: string; readonly title: string; readonly startDate: string | null; readonly dueDate: string | null; readonly expired: boolean; readonly webPath: string } | null)[] | null; readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean } } | null } | null }

export type SearchMilestonesVariables = { readonly fullPath: string; readonly searchTitle: string; readonly state: 'active' | 'closed'; readonly isGroup: boolean; readonly after?: string | null | undefined }

export const searchMilestones: GraphqlDocument<SearchMilestonesResult, SearchMilestonesVariables> = {
  name: 'SearchMilestones',
  kind: 'query',
  text: "query SearchMilestones($fullPath:ID!$searchTitle:String!$state:MilestoneStateEnum!$isGroup:Boolean!$after:String){project(fullPath:$fullPath)@skip(if:$isGroup){milestones(searchTitle:$searchTitle state:$state includeAncestors:true sort:EXPIRED_LAST_DUE_DATE_ASC first:50 after:$after){nodes{id title startDate dueDate expired webPath}pageInfo{endCursor hasNextPage}}}group(fullPath:$fullPath)@include(if:$isGroup){milestones(searchTitle:$searchTitle state:$state includeAncestors:true sort:EXPIRED_LAST_DUE_DATE_ASC first:50 after:$after){nodes{id title startDate dueDate expired webPath}pageInfo{endCursor hasNextPage}}}}",
}
