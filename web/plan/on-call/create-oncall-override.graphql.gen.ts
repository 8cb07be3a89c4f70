// Generated from web/plan/on-call/create-oncall-override.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateOncallOverrideResult = { readonly oncallOverrideCreate: { readonly errors: readonly (string)[] } | null }

export type CreateOncallOverrideVariables = { readonly rotationId: string; readonly username: string; readonly startsAt: { readonly date: string; readonly time: string }; readonly endsAt: { readonly date: string; readonly time: string } }

export const createOncallOverride: GraphqlDocument<CreateOncallOverrideResult, CreateOncallOverrideVariables> = {
  name: 'CreateOncallOverride',
  kind: 'mutation',
  text: "mutation CreateOncallOverride($rotationId:IncidentManagementOncallRotationID!$username:String!$startsAt:OncallRotationDateInputType!$endsAt:OncallRotationDateInputType!){oncallOverrideCreate(input:{rotationId:$rotationId username:$username startsAt:$startsAt endsAt:$endsAt}){errors}}",
}
