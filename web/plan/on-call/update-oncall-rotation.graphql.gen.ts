// Generated from web/plan/on-call/update-oncall-rotation.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UpdateOncallRotationResult = { readonly oncallRotationUpdate: { readonly errors: readonly (string)[] } | null }

export type UpdateOncallRotationVariables = { readonly input: { readonly activePeriod?: { readonly endTime: string; readonly startTime: string } | null | undefined; readonly clientMutationId?: string | null | undefined; readonly endsAt?: { readonly date: string; readonly time: string } | null | undefined; readonly expected?: unknown | null | undefined; readonly id: string; readonly name?: string | null | undefined; readonly participants?: readonly ({ readonly colorPalette?: 'AQUA' | 'BLUE' | 'GREEN' | 'MAGENTA' | 'ORANGE' | null | undefined; readonly colorWeight?: 'WEIGHT_50' | 'WEIGHT_100' | 'WEIGHT_200' | 'WEIGHT_300' | 'WEIGHT_400' | 'WEIGHT_500' | 'WEIGHT_600' | 'WEIGHT_700' | 'WEIGHT_800' | 'WEIGHT_900' | 'WEIGHT_950' | null | undefined; readonly username: string })[] | null | undefined; readonly rotationLength?: { readonly length: number; readonly unit: 'DAYS' | 'HOURS' | 'WEEKS' } | null | undefined; readonly startsAt?: { readonly date: string; readonly time: string } | null | undefined; readonly weekdays?: readonly (number)[] | null | undefined } }

export const updateOncallRotation: GraphqlDocument<UpdateOncallRotationResult, UpdateOncallRotationVariables> = {
  name: 'UpdateOncallRotation',
  kind: 'mutation',
  text: "mutation UpdateOncallRotation($input:OncallRotationUpdateInput!){oncallRotationUpdate(input:$input){errors}}",
}
