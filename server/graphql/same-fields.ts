import { assertObjectType, type GraphQLSchema } from 'graphql'

/** Types that have all fields of another one beside their own: `EpicIssue`, those of `Issue`. */
const likes = new Map<string, string>()

/** Give a type the fields of another one, whose nodes it shares. Slices of higher floors may add to those later. */
export function hasFieldsOf(name: string, other: string): void {
  likes.set(name, other)
}

/** Copy the fields once all slices have declared theirs. */
export function copyFields(schema: GraphQLSchema): void {
  for (const [name, other] of likes) {
    const fields = assertObjectType(schema.getType(name)).getFields()
    for (const field of Object.values(assertObjectType(schema.getType(other)).getFields())) fields[field.name] ??= field
  }
}
