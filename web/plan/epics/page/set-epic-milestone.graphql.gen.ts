// Generated from web/plan/epics/page/set-epic-milestone.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetEpicMilestoneResult = { readonly workItemUpdate: { readonly errors: readonly (string)[] } | null }

export type SetEpicMilestoneVariables = { readonly id: string; readonly milestoneId?: string | null | undefined }

export const setEpicMilestone: GraphqlDocument<SetEpicMilestoneResult, SetEpicMilestoneVariables> = {
  name: 'SetEpicMilestone',
  kind: 'mutation',
  text: "mutation SetEpicMilestone($id:WorkItemID!$milestoneId:MilestoneID){workItemUpdate(input:{id:$id milestoneWidget:{milestoneId:$milestoneId}}){errors}}",
}
