import { graphqlWords, namesIn, plainAttributes, type ShownIn } from '#contract/plan/plain-attributes.ts'
import type { SchemaTypes } from '#server/graphql/builder.ts'
import { attributes } from '#server/plan/issuables/attributes.ts'
import type { GivenAttributes } from '#server/plan/issuables/changes-of.ts'
import type { IssueNode } from './node.ts'

type InputFields = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>
type OutputFields = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, IssueNode>

/** The plain attributes that the schema has, with their names in inputs. */
const inputs = namesIn('graphql').map(name => ({
  name,
  kind: plainAttributes[name].kind,
  ...graphqlWords(name),
}))

/** The plain attributes as `createIssue` and `updateIssue` take them. */
export const plainInputFields = (t: InputFields) =>
  Object.fromEntries(inputs.map(({ input, kind }) => [input, inputField(t, kind)]))

/** What such an input says of them. */
export const readPlainInput = (given: Readonly<Record<string, unknown>>): GivenAttributes =>
  // The schema has checked each against its kind.
  Object.fromEntries(inputs.map(({ name, input }) => [name, given[input]])) as GivenAttributes

/** The plain attributes as fields of an issue. */
export const plainOutputFields = (t: OutputFields) =>
  Object.fromEntries(inputs.map(({ name, kind }) => [name, outputField(t, kind, name)]))

/** The attributes that have a mutation of their own, `issueSetWeight`, with its field and how that is read. */
export const setters = inputs.flatMap(({ name, kind, input, setter }) => {
  const description = attributes[name].graphql?.setter
  if (description === undefined) return []
  return [
    {
      mutation: setter,
      description,
      field: (t: InputFields) => ({ [input]: setterField(t, kind) }),
      read: (given: Readonly<Record<string, unknown>>): GivenAttributes => {
        const value = given[input] ?? null
        // A day is taken out of a moment; the schema has checked the rest.
        return { [name]: kind === 'day' && typeof value === 'string' ? value.slice(0, 10) : value }
      },
    },
  ]
})

type Kind = (typeof inputs)[number]['kind']

function inputField(t: InputFields, kind: Kind) {
  switch (kind) {
    case 'flag':
      return t.boolean()
    case 'day':
      return t.field({ type: 'ISO8601Date' })
    case 'count':
      return t.int()
    default:
      return kind satisfies never
  }
}

function setterField(t: InputFields, kind: Kind) {
  switch (kind) {
    case 'flag':
      return t.boolean({ required: true })
    case 'day':
      return t.field({ type: 'Time' })
    case 'count':
      return t.int()
    default:
      return kind satisfies never
  }
}

function outputField(t: OutputFields, kind: Kind, name: ShownIn<'graphql'>) {
  // The kind of a name is the kind of its values.
  const valueIn = <Value>(issue: IssueNode) => issue[name] as Value
  switch (kind) {
    case 'flag':
      return t.boolean({ nullable: false, resolve: issue => valueIn<boolean>(issue) })
    case 'day':
      return t.field({ type: 'Time', resolve: issue => valueIn<string | null>(issue) })
    case 'count':
      return t.int({ resolve: issue => valueIn<number | null>(issue) })
    default:
      return kind satisfies never
  }
}
