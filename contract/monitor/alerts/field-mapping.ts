import { type Static, Type } from 'typebox'
import { longestPath, type MappedField, mappedFields } from './mapped-fields.ts'

/** Where the fields stand in the payload of an integration; those that are left out stand under their own names. */
export const FieldMapping = Type.Partial(
  Type.Object(
    Object.fromEntries(
      mappedFields.map(field => [field, Type.String({ minLength: 1, maxLength: longestPath })]),
    ) as Readonly<Record<MappedField, Type.TString>>,
  ),
)
export type FieldMapping = Static<typeof FieldMapping>
