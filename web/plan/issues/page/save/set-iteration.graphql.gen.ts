// Generated from web/plan/issues/page/save/set-iteration.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type SetIterationResult = { readonly issueSetIteration: { readonly errors: readonly (string)[]; readonly issue: { readonly id: string; readonly iteration: { readonly id: string } | null } | null } | null }

export type SetIterationVariables = { readonly projectPath: string; readonly iid: string; readonly iterationId?: string | null | undefined }

export const setIteration: GraphqlDocument<SetIterationResult, SetIterationVariables> = {
  name: 'SetIteration',
  kind: 'mutation',
  text: "mutation SetIteration($projectPath:ID!$iid:String!$iterationId:IterationID){issueSetIteration(input:{projectPath:$projectPath iid:$iid iterationId:$iterationId}){errors issue{id iteration{id}}}}",
}
