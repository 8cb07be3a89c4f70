// Generated from web/code/reference-cards/work-item-card.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type WorkItemCardResult = { readonly workItem: { readonly id: string; readonly title: string; readonly state: 'CLOSED' | 'OPEN'; readonly createdAt: string; readonly confidential: boolean; readonly reference: string; readonly workItemType: { readonly id: string; readonly name: string }; readonly widgets: readonly ({ readonly assignees: { readonly nodes: readonly ({ readonly id: string; readonly name: string } | null)[] | null } | null } | {  } | { readonly milestone: { readonly id: string; readonly title: string } | null } | { readonly dueDate: string | null })[] | null } | null }

export type WorkItemCardVariables = { readonly id: string }

export const workItemCard: GraphqlDocument<WorkItemCardResult, WorkItemCardVariables> = {
  name: 'WorkItemCard',
  kind: 'query',
  text: "query WorkItemCard($id:WorkItemID!){workItem(id:$id){id title state createdAt confidential reference(full:true)workItemType{id name}widgets(onlyTypes:[MILESTONE ASSIGNEES START_AND_DUE_DATE]){...on WorkItemWidgetMilestone{milestone{id title}}...on WorkItemWidgetAssignees{assignees(first:4){nodes{id name}}}...on WorkItemWidgetStartAndDueDate{dueDate}}}}",
}
