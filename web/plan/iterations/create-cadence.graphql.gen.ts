// Generated from web/plan/iterations/create-cadence.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateCadenceResult = { readonly iterationCadenceCreate: { readonly errors: readonly (string)[] } | null }

export type CreateCadenceVariables = { readonly groupPath: string; readonly title: string; readonly description: string; readonly startDate?: string | null | undefined; readonly durationInWeeks?: number | null | undefined; readonly iterationsInAdvance?: number | null | undefined; readonly automatic: boolean; readonly rollOver: boolean }

export const createCadence: GraphqlDocument<CreateCadenceResult, CreateCadenceVariables> = {
  name: 'CreateCadence',
  kind: 'mutation',
  text: "mutation CreateCadence($groupPath:ID!$title:String!$description:String!$startDate:Time$durationInWeeks:Int$iterationsInAdvance:Int$automatic:Boolean!$rollOver:Boolean!){iterationCadenceCreate(input:{groupPath:$groupPath active:true title:$title description:$description startDate:$startDate durationInWeeks:$durationInWeeks iterationsInAdvance:$iterationsInAdvance automatic:$automatic rollOver:$rollOver}){errors}}",
}
