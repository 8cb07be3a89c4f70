// Generated from web/plan/issuable/sidebar/mark-todo-done.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type MarkTodoDoneResult = { readonly todoMarkDone: { readonly errors: readonly (string)[]; readonly todo: { readonly id: string; readonly state: 'done' | 'pending' } | null } | null }

export type MarkTodoDoneVariables = { readonly id: string }

export const markTodoDone: GraphqlDocument<MarkTodoDoneResult, MarkTodoDoneVariables> = {
  name: 'MarkTodoDone',
  kind: 'mutation',
  text: "mutation MarkTodoDone($id:TodoID!){todoMarkDone(input:{id:$id}){errors todo{id state}}}",
}
