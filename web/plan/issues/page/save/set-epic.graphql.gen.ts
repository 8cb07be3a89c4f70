// Generated from web/plan/issues/page/save/set-epic.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetEpicResult = { readonly issueSetEpic: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly epic: { readonly id: string } | null } | null } | null }

export type SetEpicVariables = { readonly projectPath: string; readonly iid: string; readonly epicId?: string | null | undefined }

export const setEpic: GraphqlDocument<SetEpicResult, SetEpicVariables> = {
  name: 'SetEpic',
  kind: 'mutation',
  text: "mutation SetEpic($projectPath:ID!$iid:String!$epicId:EpicID){issueSetEpic(input:{projectPath:$projectPath iid:$iid epicId:$epicId}){errors issue{id epic{id}}}}",
}
