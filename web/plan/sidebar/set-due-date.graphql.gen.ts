// Generated from web/plan/sidebar/set-due-date.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetDueDateResult = { readonly issueSetDueDate: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly dueDate: string | null } | null } | null }

export type SetDueDateVariables = { readonly projectPath: string; readonly iid: string; readonly dueDate?: string | null | undefined }

export const setDueDate: GraphqlDocument<SetDueDateResult, SetDueDateVariables> = {
  name: 'SetDueDate',
  kind: 'mutation',
  text: "mutation SetDueDate($projectPath:ID!$iid:String!$dueDate:Time){issueSetDueDate(input:{projectPath:$projectPath iid:$iid dueDate:$dueDate}){errors issue{id dueDate}}}",
}
