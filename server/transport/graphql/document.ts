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

/** A document that was read before its names are looked at. */
export interface ReadDocument {
  readonly source: string
  readonly document: DocumentNode
  readonly operations: readonly OperationDefinitionNode[]
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Of the operations that no variable changes. */
  readonly measured: Map<OperationDefinitionNode, Measure>
  readonly running: Map<OperationDefinitionNode, Running>
  /** What the schema has against it; null until it was asked. */
  problems: readonly GraphQLError[] | null
}

/** How often an operation ran, and what it was compiled to. */
interface Running {
  count: number
  compiled: CompiledQuery | 'in vain' | null
}

/** The tree of a text takes about ninety times the bytes of its characters, what is compiled of it twice that. */
const treeFactor = 100
const compiledFactor = 300

const documents = new ByteCache<string, ReadDocument>({
  name: 'graphql_documents',
  maxBytes: 24 * 1024 * 1024,
  sizeOf: ({ source, running }) =>
    source.length * (treeFactor + [...running.values()].filter(each => each.compiled !== null).length * compiledFactor),
})

/** Texts that came once. Trees of texts that never come again are not kept: they would only push out the others. */
const seen = new ByteCache<string, true>({
  name: 'graphql_texts_seen',
  maxBytes: 1024 * 1024,
  sizeOf: bytesOf,
})

const lengthAtMost = 10_000
const tokensAtMost = 5_000
const nestingAtMost = 100

/** Refused before anybody looks into the text. @source graphql.md 1 */
export const isTooLong = (source: string): boolean => source.length > lengthAtMost

/**
 * Read a query, or remember it.
 *
 * @throws GraphQLError  too long, nested too deeply, a syntax error, or a text that could not be stored
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
 * Wait for one's turn to have a new text read, one in a turn of the event loop: reading and checking takes milliseconds, and
 * others are to be answered between one and the next.
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

/** The syntax tree of a query within all limits. @throws GraphQLError */
export function parseBounded(source: string): DocumentNode {
  if (isTooLong(source)) throw new GraphQLError('Query too large')
  // The parser calls itself for each level, and would run out of stack.
  if (nestingOf(source) > nestingAtMost) throw new GraphQLError('Query is nested too deeply')
  const document = parse(source, { maxTokens: tokensAtMost })
  if (source.includes('\\u')) visit(document, { StringValue: refuseUnstorable })
  return document
}

function refuseUnstorable({ value }: StringValueNode): void {
  if (isUnstorable(value)) throw new GraphQLError('A string contains a null character or an unpaired surrogate')
}

/** How deeply brackets stand in each other, outside of texts and comments. */
function nestingOf(source: string): number {
  let depth = 0
  let deepest = 0
  for (const [sign] of source.matchAll(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[{}[\]()]/g)) {
    if (sign === '{' || sign === '[' || sign === '(') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']' || sign === ')') depth -= 1
  }
  return deepest
}

/** The operation of a name, or the only one; undefined when there is none. */
export function operationOf(
  { operations }: ReadDocument,
  name: string | null | undefined,
): OperationDefinitionNode | undefined {
  if (name === null || name === undefined || name === '') return operations.length === 1 ? operations[0] : undefined
  return operations.find(each => each.name?.value === name)
}

/** What an operation costs, counted once where no variable changes it. */
export function measureOf(read: ReadDocument, operation: OperationDefinitionNode, variables: Variables): Measure {
  const known = read.measured.get(operation)
  if (known !== undefined) return known
  const { dependsOnVariables, ...found } = measure(read.fragments, operation, variables)
  if (!dependsOnVariables) read.measured.set(operation, found)
  return found
}

const problemsAtMost = 20

/**
 * What the schema has against a document, asked once. The document was measured: validation takes the square of what is
 * selected.
 */
export function problemsOf(schema: GraphQLSchema, read: ReadDocument): readonly GraphQLError[] {
  read.problems ??= validate(schema, read.document, undefined, { maxErrors: problemsAtMost })
  return read.problems
}

const compiledFrom = 2
const waiting: (() => void)[] = []

/** The operation as a function, where it came often enough to be worth it; null as long as it is executed by its tree. */
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
      // Its size is another one now.
      if (documents.get(read.source) === read) documents.set(read.source, read)
    })
  }
  return null
}

/** One in a turn of the event loop: compiling takes milliseconds. */
function compileNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(compileNext)
}
