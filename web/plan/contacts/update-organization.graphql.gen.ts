// Generated from web/plan/contacts/update-organization.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UpdateOrganizationResult = { readonly customerRelationsOrganizationUpdate: { readonly errors: readonly (string)[] } | null }

export type UpdateOrganizationVariables = { readonly id: string; readonly name?: string | null | undefined; readonly description?: string | null | undefined; readonly defaultRate?: number | null | undefined; readonly active?: boolean | null | undefined; readonly expected?: unknown | null | undefined }

export const updateOrganization: GraphqlDocument<UpdateOrganizationResult, UpdateOrganizationVariables> = {
  name: 'UpdateOrganization',
  kind: 'mutation',
  text: "mutation UpdateOrganization($id:CustomerRelationsOrganizationID!$name:String$description:String$defaultRate:Float$active:Boolean$expected:JSON){customerRelationsOrganizationUpdate(input:{id:$id name:$name description:$description defaultRate:$defaultRate active:$active expected:$expected}){errors}}",
}
