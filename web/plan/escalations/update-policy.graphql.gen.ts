// Generated from web/plan/escalations/update-policy.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UpdatePolicyResult = { readonly escalationPolicyUpdate: { readonly errors: readonly (string)[] } | null }

export type UpdatePolicyVariables = { readonly id: string; readonly name?: string | null | undefined; readonly description?: string | null | undefined; readonly rules?: readonly ({ readonly elapsedTimeSeconds: number; readonly oncallScheduleIid?: string | null | undefined; readonly status: 'ACKNOWLEDGED' | 'RESOLVED'; readonly username?: string | null | undefined })[] | null | undefined; readonly expected?: unknown | null | undefined }

export const updatePolicy: GraphqlDocument<UpdatePolicyResult, UpdatePolicyVariables> = {
  name: 'UpdatePolicy',
  kind: 'mutation',
  text: "mutation UpdatePolicy($id:IncidentManagementEscalationPolicyID!$name:String$description:String$rules:[EscalationRuleInput!]$expected:JSON){escalationPolicyUpdate(input:{id:$id name:$name description:$description rules:$rules expected:$expected}){errors}}",
}
