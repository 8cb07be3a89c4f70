// Generated from web/plan/on-call/on-call-now.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type OnCallNowResult = { readonly project: { readonly incidentManagementOncallSchedules: { readonly nodes: readonly ({ readonly iid: string; readonly oncallUsers: readonly ({ readonly id: string; readonly name: string; readonly webPath: string })[] | null } | null)[] | null } | null } | null }

export type OnCallNowVariables = { readonly fullPath: string }

export const onCallNow: GraphqlDocument<OnCallNowResult, OnCallNowVariables> = {
  name: 'OnCallNow',
  kind: 'query',
  text: "query OnCallNow($fullPath:ID!){project(fullPath:$fullPath){incidentManagementOncallSchedules{nodes{iid oncallUsers{id name webPath}}}}}",
}
