// Generated from web/plan/sidebar/create-label.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateLabelResult = { readonly labelCreate: { readonly errors: readonly (string)[]; readonly label: { readonly id: string; readonly title: string; readonly description: string | null; readonly color: string; readonly textColor: string } | null } | null }

export type CreateLabelVariables = { readonly projectPath?: string | null | undefined; readonly groupPath?: string | null | undefined; readonly title: string; readonly color?: string | null | undefined }

export const createLabel: GraphqlDocument<CreateLabelResult, CreateLabelVariables> = {
  name: 'CreateLabel',
  kind: 'mutation',
  text: "mutation CreateLabel($projectPath:ID$groupPath:ID$title:String!$color:String){labelCreate(input:{projectPath:$projectPath groupPath:$groupPath title:$title color:$color}){errors label{id title description color textColor}}}",
}
