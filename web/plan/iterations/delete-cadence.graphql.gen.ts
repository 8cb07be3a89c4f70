// Generated from web/plan/iterations/delete-cadence.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type DeleteCadenceResult = { readonly iterationCadenceDestroy: { readonly errors: readonly (string)[] } | null }

export type DeleteCadenceVariables = { readonly id: string }

export const deleteCadence: GraphqlDocument<DeleteCadenceResult, DeleteCadenceVariables> = {
  name: 'DeleteCadence',
  kind: 'mutation',
  text: "mutation DeleteCadence($id:IterationsCadenceID!){iterationCadenceDestroy(input:{id:$id}){errors}}",
}
