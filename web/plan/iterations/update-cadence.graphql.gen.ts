// Generated from web/plan/iterations/update-cadence.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UpdateCadenceResult = { readonly iterationCadenceUpdate: { readonly errors: readonly (string)[] } | null }

export type UpdateCadenceVariables = { readonly id: string; readonly title?: string | null | undefined; readonly description?: string | null | undefined; readonly startDate?: string | null | undefined; readonly durationInWeeks?: number | null | undefined; readonly iterationsInAdvance?: number | null | undefined; readonly automatic?: boolean | null | undefined; readonly rollOver?: boolean | null | undefined; readonly expected?: unknown | null | undefined }

export const updateCadence: GraphqlDocument<UpdateCadenceResult, UpdateCadenceVariables> = {
  name: 'UpdateCadence',
  kind: 'mutation',
  text: "mutation UpdateCadence($id:IterationsCadenceID!$title:String$description:String$startDate:Time$durationInWeeks:Int$iterationsInAdvance:Int$automatic:Boolean$rollOver:Boolean$expected:JSON){iterationCadenceUpdate(input:{id:$id title:$title description:$description startDate:$startDate durationInWeeks:$durationInWeeks iterationsInAdvance:$iterationsInAdvance automatic:$automatic rollOver:$rollOver expected:$expected}){errors}}",
}
