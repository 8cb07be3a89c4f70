import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { maxPageSize } from '#server/graphql/connection.ts'

/** The cost of a query: a field costs one, a list more the longer its pages may be. */
export interface Measure {
  readonly complexity: number
  readonly depth: number
  /** Fields, spreads and inline fragments, counted each time they are reached by validation and execution. */
  readonly selections: number
  /** Number of `__schema` fields. */
  readonly schemas: number
  /** Estimated number of values in the introspection result, from typical lengths of the schema's lists. */
  readonly introspected: number
}

export type Variables = Readonly<Record<string, unknown>>
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

const nothing: Measure = { complexity: 0, depth: 0, selections: 0, schemas: 0, introspected: 0 }

/** Lengths of introspection lists: the schema's types, and the average members of one type. */
const introspectedLists: Readonly<Record<string, number>> = {
  types: 300,
  fields: 8,
  args: 2,
  inputFields: 3,
  enumValues: 3,
  possibleTypes: 2,
  interfaces: 2,
  directives: 6,
}

/**
 * Measure the cost of an operation with its variables. Introspection is measured separately.
 *
 * Each entry of a page adds one percent to the cost of its fields. A fragment is measured once, however often it is spread;
 * otherwise fragments that spread others twice would take exponential time.
 *
 * @returns `dependsOnVariables`: whether the cost may differ with other variables
 */
export function measure(
  fragments: Fragments,
  operation: OperationDefinitionNode,
  variables: Variables,
): Measure & { readonly dependsOnVariables: boolean } {
  let dependsOnVariables = false
  const pageSize = (field: FieldNode): number | null => {
    const given = field.arguments?.find(each => each.name.value === 'first' || each.name.value === 'last')?.value
    if (given?.kind === 'IntValue') return Number(given.value)
    if (given?.kind !== 'Variable') return null
    dependsOnVariables = true
    const value = variables[given.name.value]
    return typeof value === 'number' ? value : null
  }

  const ofField = (field: FieldNode): Measure => {
    const name = field.name.value
    if (name.startsWith('__')) {
      const { selections, introspected } = ofIntrospection(field.selectionSet)
      return { ...nothing, selections: 1 + selections, introspected, schemas: name === '__schema' ? 1 : 0 }
    }
    const below = ofSet(field.selectionSet)
    const isList = field.selectionSet?.selections.some(
      each => each.kind === 'Field' && (each.name.value === 'nodes' || each.name.value === 'edges'),
    )
    const size = Math.min(pageSize(field) ?? (isList ? maxPageSize : 0), maxPageSize)
    return {
      ...below,
      complexity: 1 + below.complexity + Math.floor(below.complexity * size * 0.01),
      depth: 1 + below.depth,
      selections: 1 + below.selections,
    }
  }

  const ofIntrospectedField = (field: FieldNode): Measure => {
    const { selections, introspected } = ofIntrospection(field.selectionSet)
    const length = introspectedLists[field.name.value] ?? 1
    return { ...nothing, selections: 1 + selections, introspected: 1 + length * introspected }
  }

  const walking = (measureField: (field: FieldNode) => Measure) => {
    const known = new Map<string, Measure>()
    const ofFragment = (name: string): Measure => {
      const found = known.get(name)
      if (found !== undefined) return found
      // Placeholder for a recursive fragment, which validation rejects later.
      known.set(name, nothing)
      const measured = ofSet(fragments.get(name)?.selectionSet)
      known.set(name, measured)
      return measured
    }
    const ofSet = (set: SelectionSetNode | undefined): Measure => {
      let sum = nothing
      for (const selection of set?.selections ?? []) {
        if (selection.kind === 'Field') sum = added(sum, measureField(selection))
        else {
          const inner =
            selection.kind === 'InlineFragment' ? ofSet(selection.selectionSet) : ofFragment(selection.name.value)
          sum = added(sum, { ...inner, selections: 1 + inner.selections })
        }
      }
      return sum
    }
    return ofSet
  }
  const ofSet = walking(ofField)
  const ofIntrospection = walking(ofIntrospectedField)

  return { ...ofSet(operation.selectionSet), dependsOnVariables }
}

/** Sum of sibling selections. */
const added = (one: Measure, other: Measure): Measure => ({
  complexity: one.complexity + other.complexity,
  depth: Math.max(one.depth, other.depth),
  selections: one.selections + other.selections,
  schemas: one.schemas + other.schemas,
  introspected: one.introspected + other.introspected,
})

/** Validation compares the fields of a selection pairwise; this many take some milliseconds. */
const maxSelections = 1_000
/** The standard introspection query takes about half of it. */
const maxIntrospected = 400_000
/** The limit of a request is that of a single statement. */
const requestMs = 30_000
/** A batch may cost as much as this many documents of maximum cost. */
const batchFactor = 10

export interface Limits {
  readonly complexity: number
  readonly depth: number
}

/**
 * Enforce the cost limits of a request, which may be a batch of queries.
 *
 * @throws GraphQLError  this query, or all queries so far, exceed a limit
 * @source graphql.md 1
 */
export class Budget {
  readonly limits: Limits
  readonly #endsAtMs: number
  #spent: Measure = nothing

  /** @param forMs  how long its queries may read, all together */
  constructor(limits: Limits, forMs = requestMs) {
    this.limits = limits
    this.#endsAtMs = performance.now() + forMs
  }

  /** @throws GraphQLError  the time is up */
  checkTime(): void {
    if (performance.now() >= this.#endsAtMs)
      throw new GraphQLError('The query took too long. Request less data at a time')
  }

  spend(asked: Measure): void {
    this.#refuseOne(asked)
    this.#spent = added(this.#spent, asked)
    const { complexity, selections, schemas, introspected } = this.#spent
    if (complexity > this.limits.complexity * batchFactor || selections > maxSelections * batchFactor)
      throw new GraphQLError('The queries in this request are too complex in total. Send fewer queries at a time.')
    if (schemas > 1) throw new GraphQLError('Query the schema only once per request')
    if (introspected > maxIntrospected)
      throw new GraphQLError('The queries request too much of the schema in total. Send fewer at a time')
  }

  #refuseOne({ complexity, depth, selections, schemas, introspected }: Measure): void {
    const { limits } = this
    if (depth > limits.depth)
      throw new GraphQLError(`Query has depth of ${depth}, which exceeds max depth of ${limits.depth}`)
    if (complexity > limits.complexity)
      throw new GraphQLError(
        `Query has complexity of ${complexity}, which exceeds max complexity of ${limits.complexity}`,
      )
    if (selections > maxSelections)
      throw new GraphQLError(`Query selects ${selections} fields, which exceeds max selections of ${maxSelections}`)
    if (schemas > 1) throw new GraphQLError('Query the schema only once per request')
    if (introspected > maxIntrospected) throw new GraphQLError('The query requests too much of the schema')
  }
}
