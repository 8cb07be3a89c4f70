// Generated from web/plan/issuable/sidebar/add-todo.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type AddTodoResult = { readonly todoCreate: { readonly errors: readonly (string)[]; readonly todo: { readonly id: string; readonly state: 'done' | 'pending' } | null } | null }

export type AddTodoVariables = { readonly targetId: string }

export const addTodo: GraphqlDocument<AddTodoResult, AddTodoVariables> = {
  name: 'AddTodo',
  kind: 'mutation',
  text: "mutation AddTodo($targetId:TodoableID!){todoCreate(input:{targetId:$targetId}){errors todo{id state}}}",
}
