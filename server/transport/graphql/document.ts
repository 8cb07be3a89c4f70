import { createHash } from 'node:crypto'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
  type StringValueNode,
  validate,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { isUnstorable } from '#server/platform/text/storable.ts'
import { type Measure, measure, type Variables } from './measure.ts'

/** A parsed document, before validation. */
export interface ReadDocument {
  readonly source: string
  readonly document: DocumentNode
  readonly operations: readonly OperationDefinitionNode[]
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Costs of the operations that do not depend on variables. */
  readonly measured: Map<OperationDefinitionNode, Measure>
  readonly running: Map<OperationDefinitionNode, Running>
  /** Validation errors; null until validated. */
  problems: readonly GraphQLError[] | null
}

/** The number of runs of an operation, and its compiled function. */
interface Running {
  count: number
  compiled: CompiledQuery | 'in vain' | null
}

/** A syntax tree takes about 90 times the bytes of its text, the compiled function twice that. */
const treeFactor = 100
const compiledFactor = 300

const documents = new ByteCache<string, ReadDocument>({
  name: 'graphql_documents',
  maxBytes: 22 * 1024 * 1024,
  sizeOf: ({ source, running }) =>
    source.length * (treeFactor + [...running.values()].filter(each => each.compiled !== null).length * compiledFactor),
})

/** Texts seen once. Trees are cached from the second time on, so that one-off queries evict nothing. */
const seen = new ByteCache<string, true>({
  name: 'graphql_texts_seen',
  maxBytes: 1024 * 1024,
  sizeOf: bytesOf,
})

const maxLength = 10_000
const maxTokens = 5_000
const maxNesting = 100

/** Checked before the text is scanned. @source graphql.md 1 */
export const isTooLong = (source: string): boolean => source.length > maxLength

/**
 * Parse a query, or return it from the cache.
 *
 * @throws GraphQLError  too long, nested too deeply, a syntax error, or a string that PostgreSQL cannot store
 */
export function readDocument(source: string): ReadDocument {
  const known = documents.get(source)
  if (known !== undefined) return known
  const document = parseBounded(source)
  const read: ReadDocument = {
    source,
    document,
    operations: document.definitions.filter(each => each.kind === 'OperationDefinition'),
    fragments: new Map(
      document.definitions.flatMap(each => (each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [])),
    ),
    measured: new Map(),
    running: new Map(),
    problems: null,
  }
  const fingerprint = createHash('sha1').update(source).digest('base64')
  if (seen.get(fingerprint)) documents.set(source, read)
  else seen.set(fingerprint, true)
  return read
}

const unread: (() => void)[] = []

/**
 * Wait for a turn to parse a new text, one per turn of the event loop: parsing and validation take milliseconds, and other requests
 * should be served in between.
 */
export async function turnToRead(source: string): Promise<void> {
  if (documents.get(source) !== undefined) return
  await new Promise<void>(resolve => {
    if (unread.length === 0) setImmediate(readNext)
    unread.push(resolve)
  })
}

function readNext(): void {
  unread.shift()?.()
  if (unread.length > 0) setImmediate(readNext)
}

/** Parse a query within all limits. @throws GraphQLError */
export function parseBounded(source: string): DocumentNode {
  if (isTooLong(source)) throw new GraphQLError('Query too large')
  // The parser is recursive and would overflow the stack.
  if (nestingOf(source) > maxNesting) throw new GraphQLError('Query is nested too deeply')
  const document = parse(source, { maxTokens })
  if (source.includes('\\u')) visit(document, { StringValue: refuseUnstorable })
  return document
}

function refuseUnstorable({ value }: StringValueNode): void {
  if (isUnstorable(value)) throw new GraphQLError('A string contains a null character or an unpaired surrogate')
}

/** Maximum nesting of brackets, outside of strings and comments. */
function nestingOf(source: string): number {
  let depth = 0
  let deepest = 0
  for (const [sign] of source.matchAll(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[{}[\]()]/g)) {
    if (sign === '{' || sign === '[' || sign === '(') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']' || sign === ')') depth -= 1
  }
  return deepest
}

/** The operation with a name, or the only one; undefined if there is none. */
export function operationOf(
  { operations }: ReadDocument,
  name: string | null | undefined,
): OperationDefinitionNode | undefined {
  if (name === null || name === undefined || name === '') return operations.length === 1 ? operations[0] : undefined
  return operations.find(each => each.name?.value === name)
}

/** Cost of an operation; cached unless it depends on variables. */
export function measureOf(read: ReadDocument, operation: OperationDefinitionNode, variables: Variables): Measure {
  const known = read.measured.get(operation)
  if (known !== undefined) return known
  const { dependsOnVariables, ...found } = measure(read.fragments, operation, variables)
  if (!dependsOnVariables) read.measured.set(operation, found)
  return found
}

const maxProblems = 20

/**
 * Validation errors of a document, computed once. Measure it first: validation takes quadratic time in the selections.
 */
export function problemsOf(schema: GraphQLSchema, read: ReadDocument): readonly GraphQLError[] {
  read.problems ??= validate(schema, read.document, undefined, { maxErrors: maxProblems })
  return read.problems
}

const compiledFrom = 2
const waiting: (() => void)[] = []

/** The compiled operation, once it is frequent enough; null while it is executed by its syntax tree. */
export function compiledOf(
  schema: GraphQLSchema,
  read: ReadDocument,
  operation: OperationDefinitionNode,
): CompiledQuery | null {
  const running = read.running.get(operation) ?? { count: 0, compiled: null }
  read.running.set(operation, running)
  running.count += 1
  if (running.compiled !== null) return running.compiled === 'in vain' ? null : running.compiled
  if (running.count === compiledFrom) {
    if (waiting.length === 0) setImmediate(compileNext)
    waiting.push(() => {
      const made = compileQuery(schema, read.document, operation.name?.value)
      running.compiled = isCompiledQuery(made) ? made : 'in vain'
      // Setting the document again updates its size in the cache.
      if (documents.get(read.source) === read) documents.set(read.source, read)
    })
  }
  return null
}

/** Compile one document per turn of the event loop: it takes milliseconds. */
function compileNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(compileNext)
}
