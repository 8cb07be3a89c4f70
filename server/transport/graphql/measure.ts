import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'

/** A document that was read before its names are looked at. */
export interface ReadDocument {
  readonly document: DocumentNode
  readonly operations: readonly OperationDefinitionNode[]
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Of the operations that no variable changes. */
  readonly measured: Map<OperationDefinitionNode, Measure>
}

/** What a query costs: a field is one, a list more the longer its pages may be. */
export interface Measure {
  readonly complexity: number
  readonly depth: number
}

const documents = new Map<string, ReadDocument>()
const documentsAtMost = 1000

/** Read a query, or remember it. @throws GraphQLError  a syntax error */
export function readDocument(source: string): ReadDocument {
  const known = documents.get(source)
  if (known !== undefined) return known
  const document = parse(source, { maxTokens: 5000 })
  const read: ReadDocument = {
    document,
    operations: document.definitions.filter(each => each.kind === 'OperationDefinition'),
    fragments: new Map(
      document.definitions.flatMap(each => (each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [])),
    ),
    measured: new Map(),
  }
  const oldest = documents.keys().next().value
  if (documents.size >= documentsAtMost && oldest !== undefined) documents.delete(oldest)
  documents.set(source, read)
  return read
}

/** The operation of a name, or the only one; undefined when there is none. */
export function operationOf(
  { operations }: ReadDocument,
  name: string | null | undefined,
): OperationDefinitionNode | undefined {
  if (name === null || name === undefined || name === '') return operations.length === 1 ? operations[0] : undefined
  return operations.find(each => each.name?.value === name)
}

type Variables = Readonly<Record<string, unknown>>

const pageSizeAtMost = 100

/**
 * What an operation costs with its variables. Introspection is free.
 *
 * Every further entry of a page makes what is asked of it a hundredth dearer.
 */
export function measure(read: ReadDocument, operation: OperationDefinitionNode, variables: Variables): Measure {
  const known = read.measured.get(operation)
  if (known !== undefined) return known
  let dependsOnVariables = false
  // Fragments that stand in each other are found by the validation, after this.
  const within = new Set<string>()
  const pageSize = (field: FieldNode): number | null => {
    const given = field.arguments?.find(each => each.name.value === 'first' || each.name.value === 'last')?.value
    if (given?.kind === 'IntValue') return Number(given.value)
    if (given?.kind !== 'Variable') return null
    dependsOnVariables = true
    const value = variables[given.name.value]
    return typeof value === 'number' ? value : null
  }
  const ofSet = (set: SelectionSetNode | undefined): Measure => {
    let complexity = 0
    let depth = 0
    for (const selection of set?.selections ?? []) {
      const part =
        selection.kind === 'Field'
          ? ofField(selection)
          : selection.kind === 'InlineFragment'
            ? ofSet(selection.selectionSet)
            : ofFragment(selection.name.value)
      complexity += part.complexity
      depth = Math.max(depth, part.depth)
      if (complexity > 1e6) break
    }
    return { complexity, depth }
  }
  const ofField = (field: FieldNode): Measure => {
    const name = field.name.value
    if (name.startsWith('__')) return { complexity: 0, depth: 0 }
    const below = ofSet(field.selectionSet)
    const isList = field.selectionSet?.selections.some(
      each => each.kind === 'Field' && (each.name.value === 'nodes' || each.name.value === 'edges'),
    )
    const size = Math.min(pageSize(field) ?? (isList ? pageSizeAtMost : 0), pageSizeAtMost)
    return { complexity: 1 + below.complexity + Math.floor(below.complexity * size * 0.01), depth: 1 + below.depth }
  }
  const ofFragment = (name: string): Measure => {
    const fragment = read.fragments.get(name)
    if (fragment === undefined || within.has(name)) return { complexity: 0, depth: 0 }
    within.add(name)
    const found = ofSet(fragment.selectionSet)
    within.delete(name)
    return found
  }
  const found = ofSet(operation.selectionSet)
  if (!dependsOnVariables) read.measured.set(operation, found)
  return found
}
