// Generated from web/plan/issues/page/save/set-milestone.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetMilestoneResult = { readonly updateIssue: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly milestone: { readonly id: string; readonly title: string; readonly state: 'active' | 'closed'; readonly expired: boolean; readonly dueDate: string | null; readonly webUrl: string } | null } | null } | null }

export type SetMilestoneVariables = { readonly projectPath: string; readonly iid: string; readonly milestoneId?: string | null | undefined }

export const setMilestone: GraphqlDocument<SetMilestoneResult, SetMilestoneVariables> = {
  name: 'SetMilestone',
  kind: 'mutation',
  text: "mutation SetMilestone($projectPath:ID!$iid:String!$milestoneId:ID){updateIssue(input:{projectPath:$projectPath iid:$iid milestoneId:$milestoneId}){errors issue{id milestone{id title state expired dueDate webUrl}}}}",
}
