// Generated from web/plan/contacts/create-organization.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateOrganizationResult = { readonly customerRelationsOrganizationCreate: { readonly errors: readonly (string)[] } | null }

export type CreateOrganizationVariables = { readonly groupId: string; readonly name: string; readonly description?: string | null | undefined; readonly defaultRate?: number | null | undefined }

export const createOrganization: GraphqlDocument<CreateOrganizationResult, CreateOrganizationVariables> = {
  name: 'CreateOrganization',
  kind: 'mutation',
  text: "mutation CreateOrganization($groupId:GroupID!$name:String!$description:String$defaultRate:Float){customerRelationsOrganizationCreate(input:{groupId:$groupId name:$name description:$description defaultRate:$defaultRate}){errors}}",
}
