// Generated from web/plan/escalations/update-policy.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UpdatePolicyResult = { readonly escalationPolicyUpdate: { readonly errors: readonly (string)[] } | null }

export type UpdatePolicyVariables = { readonly input: { readonly clientMutationId?: string | null | undefined; readonly description?: string | null | undefined; readonly expected?: unknown | null | undefined; readonly id: string; readonly name?: string | null | undefined; readonly reminderMinutes?: number | null | undefined; readonly repeatCount?: number | null | undefined; readonly repeatMinutes?: number | null | undefined; readonly rules?: readonly ({ readonly elapsedTimeSeconds: number; readonly groupPath?: string | null | undefined; readonly oncallScheduleIid?: string | null | undefined; readonly status: 'ACKNOWLEDGED' | 'RESOLVED'; readonly username?: string | null | undefined })[] | null | undefined } }

export const updatePolicy: GraphqlDocument<UpdatePolicyResult, UpdatePolicyVariables> = {
  name: 'UpdatePolicy',
  kind: 'mutation',
  text: "mutation UpdatePolicy($input:EscalationPolicyUpdateInput!){escalationPolicyUpdate(input:$input){errors}}",
}
