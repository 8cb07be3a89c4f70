// Generated from web/plan/escalations/delete-policy.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type DeletePolicyResult = { readonly escalationPolicyDestroy: { readonly errors: readonly (string)[] } | null }

export type DeletePolicyVariables = { readonly id: string }

export const deletePolicy: GraphqlDocument<DeletePolicyResult, DeletePolicyVariables> = {
  name: 'DeletePolicy',
  kind: 'mutation',
  text: "mutation DeletePolicy($id:IncidentManagementEscalationPolicyID!){escalationPolicyDestroy(input:{id:$id}){errors}}",
}
