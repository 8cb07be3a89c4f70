// Generated from web/plan/on-call/policy-schedules.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type PolicySchedulesResult = { readonly project: { readonly incidentManagementEscalationPolicy: { readonly rules: readonly ({ readonly oncallSchedule: { readonly iid: string } | null })[] | null } | null } | null }

export type PolicySchedulesVariables = { readonly fullPath: string; readonly id: string }

export const policySchedules: GraphqlDocument<PolicySchedulesResult, PolicySchedulesVariables> = {
  name: 'PolicySchedules',
  kind: 'query',
  text: "query PolicySchedules($fullPath:ID!$id:IncidentManagementEscalationPolicyID!){project(fullPath:$fullPath){incidentManagementEscalationPolicy(id:$id){rules{oncallSchedule{iid}}}}}",
}
