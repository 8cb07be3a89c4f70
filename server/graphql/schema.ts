import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { dayAt } from '#server/platform/text/time-zone.ts'
import { builder } from './builder.ts'
import { countRelativeDays } from './relative-days.ts'
import './root.ts'
import { copyFields } from './same-fields.ts'

type SchemaPart = { readonly fields?: () => void }

let built: GraphQLSchema | null = null

/** The schema of all slices. It is built once: types are declared by their names. */
export function schemaOf(slices: readonly SchemaPart[]): GraphQLSchema {
  if (built === null) {
    for (const slice of slices) slice.fields?.()
    // Sorted copies of all types would take time at each start; `printedSchema` sorts.
    built = builder.toSchema({ sortSchema: false })
    countRelativeDays(built, ({ weft }) => dayAt(weft.now, weft.timeZone ?? undefined))
    copyFields(built)
  }
  return built
}

/** The schema as text, in a fixed order, as contract/schema.graphql holds it. */
export const printedSchema = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`
