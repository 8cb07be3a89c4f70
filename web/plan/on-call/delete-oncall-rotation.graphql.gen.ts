// Generated from web/plan/on-call/delete-oncall-rotation.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type DeleteOncallRotationResult = { readonly oncallRotationDestroy: { readonly errors: readonly (string)[] } | null }

export type DeleteOncallRotationVariables = { readonly projectPath: string; readonly scheduleIid: string; readonly id: string }

export const deleteOncallRotation: GraphqlDocument<DeleteOncallRotationResult, DeleteOncallRotationVariables> = {
  name: 'DeleteOncallRotation',
  kind: 'mutation',
  text: "mutation DeleteOncallRotation($projectPath:ID!$scheduleIid:String!$id:IncidentManagementOncallRotationID!){oncallRotationDestroy(input:{projectPath:$projectPath scheduleIid:$scheduleIid id:$id}){errors}}",
}
