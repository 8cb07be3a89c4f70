import { assertObjectType, type GraphQLSchema } from 'graphql'

/** The types whose fields other types have too, by the name of the other type: `EpicIssue` has those of `Issue`. */
const sources = new Map<string, string>()

/**
 * Give a type all fields of another one, including those that slices of higher floors add later.
 *
 * @param name  of the type; its nodes have the fields of the other type's nodes
 */
export function hasFieldsOf(name: string, other: string): void {
  sources.set(name, other)
}

/** Copy the fields once all slices have declared theirs. A field that a type declares itself stays. */
export function copyFields(schema: GraphQLSchema): void {
  for (const [name, other] of sources) {
    const fields = assertObjectType(schema.getType(name)).getFields()
    for (const field of Object.values(assertObjectType(schema.getType(other)).getFields())) fields[field.name] ??= field
  }
}
