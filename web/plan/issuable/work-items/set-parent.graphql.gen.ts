// Generated from web/plan/issuable/work-items/set-parent.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetParentResult = { readonly workItemUpdate: { readonly errors: readonly (string)[] } | null }

export type SetParentVariables = { readonly id: string; readonly parentId?: string | null | undefined }

export const setParent: GraphqlDocument<SetParentResult, SetParentVariables> = {
  name: 'SetParent',
  kind: 'mutation',
  text: "mutation SetParent($id:WorkItemID!$parentId:WorkItemID){workItemUpdate(input:{id:$id hierarchyWidget:{parentId:$parentId}}){errors}}",
}
