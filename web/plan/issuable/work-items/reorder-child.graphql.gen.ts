// Generated from web/plan/issuable/work-items/reorder-child.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type ReorderChildResult = { readonly workItemsHierarchyReorder: { readonly errors: readonly (string)[] } | null }

export type ReorderChildVariables = { readonly id: string; readonly parentId?: string | null | undefined; readonly adjacentWorkItemId: string; readonly relativePosition: 'AFTER' | 'BEFORE' }

export const reorderChild: GraphqlDocument<ReorderChildResult, ReorderChildVariables> = {
  name: 'ReorderChild',
  kind: 'mutation',
  text: "mutation ReorderChild($id:WorkItemID!$parentId:WorkItemID$adjacentWorkItemId:WorkItemID!$relativePosition:RelativePositionType!){workItemsHierarchyReorder(input:{id:$id parentId:$parentId adjacentWorkItemId:$adjacentWorkItemId relativePosition:$relativePosition}){errors}}",
}
