// Generated from web/plan/iterations/update-iteration.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UpdateIterationResult = { readonly updateIteration: { readonly errors: readonly (string)[] } | null }

export type UpdateIterationVariables = { readonly groupPath: string; readonly id: string; readonly title?: string | null | undefined; readonly description?: string | null | undefined; readonly startDate?: string | null | undefined; readonly dueDate?: string | null | undefined; readonly expected?: unknown | null | undefined }

export const updateIteration: GraphqlDocument<UpdateIterationResult, UpdateIterationVariables> = {
  name: 'UpdateIteration',
  kind: 'mutation',
  text: "mutation UpdateIteration($groupPath:ID!$id:ID!$title:String$description:String$startDate:String$dueDate:String$expected:JSON){updateIteration(input:{groupPath:$groupPath id:$id title:$title description:$description startDate:$startDate dueDate:$dueDate expected:$expected}){errors}}",
}
