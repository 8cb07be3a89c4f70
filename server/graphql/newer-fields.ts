import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  print,
  type SelectionSetNode,
  TypeInfo,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'

const directive = 'gl_introduced'

const isMarked = (field: FieldNode): boolean => field.directives?.some(each => each.name.value === directive) ?? false

/** The key of a field in its answer. */
const keyOf = (field: FieldNode): string => field.alias?.value ?? field.name.value

export interface OlderQuery {
  readonly source: string
  /** Give the answer of the shorter query the keys that were left out, with null. */
  readonly complete: (data: unknown) => unknown
}

/** The tree of the shorter query is kept, which takes about a hundred times the bytes of its characters. */
const treeFactor = 110
const known = new ByteCache<string, OlderQuery>({
  name: 'graphql_older_queries',
  maxBytes: 4 * 1024 * 1024,
  sizeOf: (_older, source) => source.length * treeFactor,
})

/**
 * The query of a client that marks parts that only newer servers know (`@gl_introduced`), without the parts that this
 * schema does not know; null when nothing is marked.
 *
 * @param parse  reads a text within the limits of the door
 * @throws GraphQLError  a syntax error
 * @source graphql.md 13
 */
export function olderQuery(
  schema: GraphQLSchema,
  source: string,
  parse: (source: string) => DocumentNode,
): OlderQuery | null {
  if (!source.includes(`@${directive}`)) return null
  const remembered = known.get(source)
  if (remembered !== undefined) return remembered
  const shortened = shorten(schema, parse(source))
  known.set(source, shortened)
  return shortened
}

function shorten(schema: GraphQLSchema, given: DocumentNode): OlderQuery {
  const types = new TypeInfo(schema)
  /** The keys that were left out, by where their selections began. */
  const left = new Map<number, readonly string[]>()
  const shorter = visit(
    given,
    visitWithTypeInfo(types, {
      Field: {
        leave: field =>
          isMarked(field)
            ? { ...field, directives: field.directives?.filter(each => each.name.value !== directive) ?? [] }
            : undefined,
      },
      SelectionSet: {
        enter: set => {
          const parent = types.getParentType()
          if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined
          const fields = parent.getFields()
          const gone = set.selections.filter(
            each => each.kind === Kind.FIELD && isMarked(each) && fields[each.name.value] === undefined,
          )
          if (gone.length === 0) return undefined
          left.set(
            startOf(set),
            gone.flatMap(each => (each.kind === Kind.FIELD ? [keyOf(each)] : [])),
          )
          const kept = set.selections.filter(each => !gone.includes(each))
          // A set of selections is never empty.
          return { ...set, selections: kept.length > 0 ? kept : [typename] }
        },
      },
    }),
  )
  const document = withoutUnused(shorter)
  return { source: print(document), complete: data => completed(document, left, data) }
}

const place = '_left'
const typename: FieldNode = {
  kind: Kind.FIELD,
  alias: { kind: Kind.NAME, value: place },
  name: { kind: Kind.NAME, value: '__typename' },
}

/** Remove the variables and fragments that nothing uses any more, which would be errors. */
function withoutUnused(document: DocumentNode): DocumentNode {
  const named = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) named.set(each.name.value, each)
  const variables = new Set<string>()
  const fragments = new Set<string>()
  const waiting: DefinitionNode[] = document.definitions.filter(each => each.kind !== Kind.FRAGMENT_DEFINITION)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    visit(next, {
      [Kind.VARIABLE_DEFINITION]: () => false,
      [Kind.VARIABLE]: (node: VariableNode) => void variables.add(node.name.value),
      [Kind.FRAGMENT_SPREAD]: ({ name }: FragmentSpreadNode) => {
        const fragment = named.get(name.value)
        if (fragment !== undefined && !fragments.has(name.value)) waiting.push(fragment)
        fragments.add(name.value)
      },
    })
  }
  const definitions = document.definitions.flatMap((each): readonly DefinitionNode[] => {
    if (each.kind === Kind.FRAGMENT_DEFINITION) return fragments.has(each.name.value) ? [each] : []
    if (each.kind !== Kind.OPERATION_DEFINITION) return [each]
    const used = each.variableDefinitions?.filter(one => variables.has(one.variable.name.value)) ?? []
    return [{ ...each, variableDefinitions: used }]
  })
  return { ...document, definitions }
}

const startOf = (set: SelectionSetNode): number => set.loc?.start ?? -1

/** Walk an answer along its document. Fragments count wherever their type is not known to be another. */
function completed(document: DocumentNode, keys: ReadonlyMap<number, readonly string[]>, data: unknown): unknown {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  const fill = (value: unknown, sets: readonly SelectionSetNode[]): unknown => {
    if (Array.isArray(value)) return value.map(each => fill(each, sets))
    if (typeof value !== 'object' || value === null) return value
    const record: Record<string, unknown> = { ...value }
    const below = new Map<string, SelectionSetNode[]>()
    const take = (set: SelectionSetNode) => {
      for (const key of keys.get(startOf(set)) ?? []) record[key] ??= null
      for (const each of set.selections) {
        if (each.kind === Kind.INLINE_FRAGMENT) take(each.selectionSet)
        else if (each.kind === Kind.FRAGMENT_SPREAD) {
          const fragment = fragments.get(each.name.value)
          if (fragment !== undefined) take(fragment.selectionSet)
        } else if (each.selectionSet !== undefined)
          below.set(keyOf(each), [...(below.get(keyOf(each)) ?? []), each.selectionSet])
      }
    }
    sets.forEach(take)
    delete record[place]
    for (const [key, inner] of below) if (key in record) record[key] = fill(record[key], inner)
    return record
  }
  const operations = document.definitions.flatMap(each =>
    each.kind === Kind.OPERATION_DEFINITION ? [each.selectionSet] : [],
  )
  return fill(data, operations)
}
