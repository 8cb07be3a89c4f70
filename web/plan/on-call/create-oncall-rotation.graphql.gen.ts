// Generated from web/plan/on-call/create-oncall-rotation.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type CreateOncallRotationResult = { readonly oncallRotationCreate: { readonly errors: readonly (string)[] } | null }

export type CreateOncallRotationVariables = { readonly projectPath: string; readonly scheduleIid: string; readonly name: string; readonly participants: readonly ({ readonly colorPalette?: 'AQUA' | 'BLUE' | 'GREEN' | 'MAGENTA' | 'ORANGE' | null | undefined; readonly colorWeight?: 'WEIGHT_50' | 'WEIGHT_100' | 'WEIGHT_200' | 'WEIGHT_300' | 'WEIGHT_400' | 'WEIGHT_500' | 'WEIGHT_600' | 'WEIGHT_700' | 'WEIGHT_800' | 'WEIGHT_900' | 'WEIGHT_950' | null | undefined; readonly username: string })[]; readonly rotationLength: { readonly length: number; readonly unit: 'DAYS' | 'HOURS' | 'WEEKS' }; readonly startsAt: { readonly date: string; readonly time: string }; readonly endsAt?: { readonly date: string; readonly time: string } | null | undefined; readonly activePeriod?: { readonly endTime: string; readonly startTime: string } | null | undefined; readonly weekdays?: readonly (number)[] | null | undefined }

export const createOncallRotation: GraphqlDocument<CreateOncallRotationResult, CreateOncallRotationVariables> = {
  name: 'CreateOncallRotation',
  kind: 'mutation',
  text: "mutation CreateOncallRotation($projectPath:ID!$scheduleIid:String!$name:String!$participants:[OncallUserInputType!]!$rotationLength:OncallRotationLengthInputType!$startsAt:OncallRotationDateInputType!$endsAt:OncallRotationDateInputType$activePeriod:OncallRotationActivePeriodInputType$weekdays:[Int!]){oncallRotationCreate(input:{projectPath:$projectPath scheduleIid:$scheduleIid name:$name participants:$participants rotationLength:$rotationLength startsAt:$startsAt endsAt:$endsAt activePeriod:$activePeriod weekdays:$weekdays}){errors}}",
}
