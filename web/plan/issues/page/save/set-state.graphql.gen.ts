// Generated from web/plan/issues/page/save/set-state.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetStateResult = { readonly updateIssue: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly state: 'all' | 'closed' | 'locked' | 'opened' } | null } | null }

export type SetStateVariables = { readonly projectPath: string; readonly iid: string; readonly stateEvent: 'CLOSE' | 'REOPEN' }

export const setState: GraphqlDocument<SetStateResult, SetStateVariables> = {
  name: 'SetState',
  kind: 'mutation',
  text: "mutation SetState($projectPath:ID!$iid:String!$stateEvent:IssueStateEvent!){updateIssue(input:{projectPath:$projectPath iid:$iid stateEvent:$stateEvent}){errors issue{id state}}}",
}
