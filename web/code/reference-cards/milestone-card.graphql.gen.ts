// Generated from web/code/reference-cards/milestone-card.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type MilestoneCardResult = { readonly milestone: { readonly id: string; readonly title: string; readonly state: 'active' | 'closed'; readonly expired: boolean; readonly startDate: string | null; readonly dueDate: string | null; readonly stats: { readonly totalIssuesCount: number | null; readonly closedIssuesCount: number | null } | null; readonly project: { readonly id: string; readonly fullPath: string } | null; readonly group: { readonly id: string | null; readonly fullPath: string } | null } | null }

export type MilestoneCardVariables = { readonly id: string }

export const milestoneCard: GraphqlDocument<MilestoneCardResult, MilestoneCardVariables> = {
  name: 'MilestoneCard',
  kind: 'query',
  text: "query MilestoneCard($id:MilestoneID!){milestone(id:$id){id title state expired startDate dueDate stats{totalIssuesCount closedIssuesCount}project{id fullPath}group{id fullPath}}}",
}
