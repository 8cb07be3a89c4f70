// Generated from web/plan/iterations/delete-iteration.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type DeleteIterationResult = { readonly iterationDelete: { readonly errors: readonly (string)[] } | null }

export type DeleteIterationVariables = { readonly id: string }

export const deleteIteration: GraphqlDocument<DeleteIterationResult, DeleteIterationVariables> = {
  name: 'DeleteIteration',
  kind: 'mutation',
  text: "mutation DeleteIteration($id:IterationID!){iterationDelete(input:{id:$id}){errors}}",
}
