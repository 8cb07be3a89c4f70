// Generated from web/plan/on-call/delete-oncall-override.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type DeleteOncallOverrideResult = { readonly oncallOverrideDestroy: { readonly errors: readonly (string)[] } | null }

export type DeleteOncallOverrideVariables = { readonly id: string }

export const deleteOncallOverride: GraphqlDocument<DeleteOncallOverrideResult, DeleteOncallOverrideVariables> = {
  name: 'DeleteOncallOverride',
  kind: 'mutation',
  text: "mutation DeleteOncallOverride($id:IncidentManagementOncallOverrideID!){oncallOverrideDestroy(input:{id:$id}){errors}}",
}
