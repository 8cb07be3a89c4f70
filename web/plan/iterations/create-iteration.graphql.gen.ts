// Generated from web/plan/iterations/create-iteration.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateIterationResult = { readonly iterationCreate: { readonly errors: readonly (string)[] } | null }

export type CreateIterationVariables = { readonly groupPath: string; readonly cadenceId: string; readonly title?: string | null | undefined; readonly description: string; readonly startDate: string; readonly dueDate: string }

export const createIteration: GraphqlDocument<CreateIterationResult, CreateIterationVariables> = {
  name: 'CreateIteration',
  kind: 'mutation',
  text: "mutation CreateIteration($groupPath:ID!$cadenceId:IterationsCadenceID!$title:String$description:String!$startDate:String!$dueDate:String!){iterationCreate(input:{groupPath:$groupPath iterationsCadenceId:$cadenceId title:$title description:$description startDate:$startDate dueDate:$dueDate}){errors}}",
}
