// Generated from web/plan/escalations/create-policy.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreatePolicyResult = { readonly escalationPolicyCreate: { readonly errors: readonly (string)[] } | null }

export type CreatePolicyVariables = { readonly projectPath: string; readonly name: string; readonly description?: string | null | undefined; readonly rules: readonly ({ readonly elapsedTimeSeconds: number; readonly groupPath?: string | null | undefined; readonly oncallScheduleIid?: string | null | undefined; readonly status: 'ACKNOWLEDGED' | 'RESOLVED'; readonly username?: string | null | undefined })[]; readonly repeatCount?: number | null | undefined; readonly repeatMinutes?: number | null | undefined; readonly reminderMinutes?: number | null | undefined }

export const createPolicy: GraphqlDocument<CreatePolicyResult, CreatePolicyVariables> = {
  name: 'CreatePolicy',
  kind: 'mutation',
  text: "mutation CreatePolicy($projectPath:ID!$name:String!$description:String$rules:[EscalationRuleInput!]!$repeatCount:Int$repeatMinutes:Int$reminderMinutes:Int){escalationPolicyCreate(input:{projectPath:$projectPath name:$name description:$description rules:$rules repeatCount:$repeatCount repeatMinutes:$repeatMinutes reminderMinutes:$reminderMinutes}){errors}}",
}
