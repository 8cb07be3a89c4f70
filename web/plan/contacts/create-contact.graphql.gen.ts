// Generated from web/plan/contacts/create-contact.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateContactResult = { readonly customerRelationsContactCreate: { readonly errors: readonly (string)[] } | null }

export type CreateContactVariables = { readonly groupId: string; readonly firstName: string; readonly lastName: string; readonly email?: string | null | undefined; readonly phone?: string | null | undefined; readonly description?: string | null | undefined; readonly organizationId?: string | null | undefined }

export const createContact: GraphqlDocument<CreateContactResult, CreateContactVariables> = {
  name: 'CreateContact',
  kind: 'mutation',
  text: "mutation CreateContact($groupId:GroupID!$firstName:String!$lastName:String!$email:String$phone:String$description:String$organizationId:CustomerRelationsOrganizationID){customerRelationsContactCreate(input:{groupId:$groupId firstName:$firstName lastName:$lastName email:$email phone:$phone description:$description organizationId:$organizationId}){errors}}",
}
