// Generated from web/plan/escalations/page-by-policy.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type PageByPolicyResult = { readonly escalationPolicyPage: { readonly errors: readonly (string)[]; readonly issue: { readonly webPath: string } | null } | null }

export type PageByPolicyVariables = { readonly id: string; readonly title: string }

export const pageByPolicy: GraphqlDocument<PageByPolicyResult, PageByPolicyVariables> = {
  name: 'PageByPolicy',
  kind: 'mutation',
  text: "mutation PageByPolicy($id:IncidentManagementEscalationPolicyID!$title:String!){escalationPolicyPage(input:{id:$id title:$title}){errors issue{webPath}}}",
}
