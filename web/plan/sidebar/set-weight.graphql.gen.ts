// Generated from web/plan/sidebar/set-weight.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetWeightResult = { readonly issueSetWeight: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly weight: number | null } | null } | null }

export type SetWeightVariables = { readonly projectPath: string; readonly iid: string; readonly weight?: number | null | undefined }

export const setWeight: GraphqlDocument<SetWeightResult, SetWeightVariables> = {
  name: 'SetWeight',
  kind: 'mutation',
  text: "mutation SetWeight($projectPath:ID!$iid:String!$weight:Int){issueSetWeight(input:{projectPath:$projectPath iid:$iid weight:$weight}){errors issue{id weight}}}",
}
