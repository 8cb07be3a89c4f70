// Generated from web/plan/sidebar/list-milestones.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type ListMilestonesResult = { readonly project: { readonly id: string; readonly milestones: { readonly nodes: readonly ({ readonly id: string; readonly title: string; readonly state: 'active' | 'closed'; readonly expired: boolean; readonly dueDate: string | null; readonly webUrl: string } | null)[] | null } | null } | null }

export type ListMilestonesVariables = { readonly fullPath: string; readonly title?: string | null | undefined; readonly state?: 'active' | 'closed' | null | undefined }

export const listMilestones: GraphqlDocument<ListMilestonesResult, ListMilestonesVariables> = {
  name: 'ListMilestones',
  kind: 'query',
  text: "query ListMilestones($fullPath:ID!$title:String$state:MilestoneStateEnum=active){project(fullPath:$fullPath){id milestones(searchTitle:$title state:$state includeAncestors:true sort:EXPIRED_LAST_DUE_DATE_ASC first:20){nodes{id title state expired dueDate webUrl}}}}",
}
