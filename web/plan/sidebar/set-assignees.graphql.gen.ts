// Generated from web/plan/sidebar/set-assignees.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetAssigneesResult = { readonly issueSetAssignees: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly assignees: { readonly nodes: readonly ({ readonly id: string; readonly username: string; readonly name: string; readonly avatarUrl: string | null; readonly webUrl: string; readonly status: { readonly availability: 'BUSY' | 'NOT_SET' } | null } | null)[] | null } | null } | null } | null }

export type SetAssigneesVariables = { readonly projectPath: string; readonly iid: string; readonly assigneeUsernames: readonly (string)[] }

export const setAssignees: GraphqlDocument<SetAssigneesResult, SetAssigneesVariables> = {
  name: 'SetAssignees',
  kind: 'mutation',
  text: "mutation SetAssignees($projectPath:ID!$iid:String!$assigneeUsernames:[String!]!){issueSetAssignees(input:{projectPath:$projectPath iid:$iid assigneeUsernames:$assigneeUsernames}){errors issue{id assignees{nodes{id username name avatarUrl webUrl status{availability}}}}}}",
}
