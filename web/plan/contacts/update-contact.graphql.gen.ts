// Generated from web/plan/contacts/update-contact.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UpdateContactResult = { readonly customerRelationsContactUpdate: { readonly errors: readonly (string)[] } | null }

export type UpdateContactVariables = { readonly id: string; readonly firstName?: string | null | undefined; readonly lastName?: string | null | undefined; readonly email?: string | null | undefined; readonly phone?: string | null | undefined; readonly description?: string | null | undefined; readonly organizationId?: string | null | undefined; readonly active?: boolean | null | undefined; readonly expected?: unknown | null | undefined }

export const updateContact: GraphqlDocument<UpdateContactResult, UpdateContactVariables> = {
  name: 'UpdateContact',
  kind: 'mutation',
  text: "mutation UpdateContact($id:CustomerRelationsContactID!$firstName:String$lastName:String$email:String$phone:String$description:String$organizationId:CustomerRelationsOrganizationID$active:Boolean$expected:JSON){customerRelationsContactUpdate(input:{id:$id firstName:$firstName lastName:$lastName email:$email phone:$phone description:$description organizationId:$organizationId active:$active expected:$expected}){errors}}",
}
