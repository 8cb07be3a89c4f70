// Generated from web/plan/issues/page/incidents/set-escalation-policy.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetEscalationPolicyResult = { readonly issueSetEscalationPolicy: { readonly errors: readonly (string)[] } | null }

export type SetEscalationPolicyVariables = { readonly projectPath: string; readonly iid: string; readonly id?: string | null | undefined }

export const setEscalationPolicy: GraphqlDocument<SetEscalationPolicyResult, SetEscalationPolicyVariables> = {
  name: 'SetEscalationPolicy',
  kind: 'mutation',
  text: "mutation SetEscalationPolicy($projectPath:ID!$iid:String!$id:IncidentManagementEscalationPolicyID){issueSetEscalationPolicy(input:{projectPath:$projectPath iid:$iid escalationPolicyId:$id}){errors}}",
}
