import { declaredOf, type GraphqlForm } from '#contract/plan/attributes/attribute-inputs.ts'
import {
  type ChoiceName,
  graphqlWords,
  isAlwaysSet,
  namesIn,
  plainAttributes,
  type ShownIn,
} from '#contract/plan/attributes/plain-attributes.ts'
import type { SchemaTypes } from '#server/graphql/builder.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { choiceEnums } from '#server/plan/issuables/fields/choice-enums.ts'
import type { IssueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { IssueType } from '#server/plan/lists/graphql-filter.ts'

type InputFields = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>
type OutputFields = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, IssueNode>

/** The plain attributes that the schema has, with their names in inputs. */
const inputs = namesIn('graphql').map(name => ({
  name,
  kind: plainAttributes[name].kind,
  ...graphqlWords(name),
}))

/** All attributes as a mutation takes them. */
export const inputFields = (t: InputFields, request: 'createIssue' | 'updateIssue') => ({
  ...Object.fromEntries(inputs.map(({ name, input, kind }) => [input, inputField(t, kind, name)])),
  ...Object.fromEntries(declaredOf(request).map(({ name, form }) => [name, fieldOf(t, form)])),
})

/** The plain attributes as fields of an issue. */
export const plainOutputFields = (t: OutputFields) =>
  Object.fromEntries(inputs.map(({ name, kind }) => [name, outputField(t, kind, name)]))

/** The attributes that have a mutation of their own, `issueSetWeight`, with its field and how that is read. */
export const setters = inputs.flatMap(({ name, kind, setter, setterInput }) => {
  const { setter: description, alias } = attributes[name].graphql ?? {}
  if (description === undefined) return []
  return [setter, alias]
    .filter(mutation => mutation !== undefined)
    .map(mutation => ({
      mutation,
      description,
      field: (t: InputFields) => ({ [setterInput]: setterField(t, kind, name) }),
      read: (given: Readonly<Record<string, unknown>>): Changes => {
        const value = given[setterInput] ?? null
        // A day is taken out of a moment; the schema has checked the rest.
        return { [name]: kind === 'day' && typeof value === 'string' ? value.slice(0, 10) : value }
      },
    }))
})

type Name = ShownIn<'graphql'>
type InputKind = (typeof inputs)[number]['kind']

// A name of that kind is one of a choice.
const enumOf = (name: Name) => choiceEnums[name as ChoiceName]

function inputField(t: InputFields, kind: InputKind, name: Name) {
  switch (kind) {
    case 'flag':
      return t.boolean()
    case 'day':
      return t.field({ type: 'ISO8601Date' })
    case 'count':
      return t.int()
    case 'choice':
      return t.field({ type: enumOf(name) })
    default:
      return kind satisfies never
  }
}

function fieldOf(t: InputFields, form: GraphqlForm) {
  switch (form) {
    case 'text':
      return t.string()
    case 'type':
      return t.field({ type: IssueType })
    case 'titles':
      return t.stringList()
    case 'ID':
      return t.id()
    case 'IDs':
      return t.idList()
    case 'MilestoneID':
      return t.field({ type: 'MilestoneID' })
    case 'IterationID':
      return t.field({ type: 'IterationID' })
    case 'EpicID':
      return t.field({ type: 'EpicID' })
    case 'UserIDs':
      return t.field({ type: ['UserID'] })
    case 'LabelIDs':
      return t.field({ type: ['LabelID'] })
    default:
      return form satisfies never
  }
}

function setterField(t: InputFields, kind: InputKind, name: Name) {
  switch (kind) {
    case 'flag':
      return t.boolean({ required: true })
    case 'day':
      return t.field({ type: 'Time' })
    case 'count':
      return t.int()
    case 'choice':
      return t.field({ type: enumOf(name), required: isAlwaysSet(name) })
    default:
      return kind satisfies never
  }
}

function outputField(t: OutputFields, kind: InputKind, name: ShownIn<'graphql'>) {
  // The kind of a name is the kind of its values.
  const valueIn = <Value>(issue: IssueNode) => issue[name] as Value
  switch (kind) {
    case 'flag':
      return t.boolean({ nullable: false, resolve: issue => valueIn<boolean>(issue) })
    case 'day':
      return t.field({ type: 'Time', resolve: issue => valueIn<string | null>(issue) })
    case 'count':
      return t.int({ resolve: issue => valueIn<number | null>(issue) })
    case 'choice':
      return t.field({ type: enumOf(name), resolve: issue => valueIn<string | null>(issue) })
    default:
      return kind satisfies never
  }
}
