import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  buildSchema,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  stripIgnoredCharacters,
  typeFromAST,
  validate,
} from 'graphql'
import { repository } from './command.ts'

const texts = ['ID', 'String', 'Time', 'Date', 'ISO8601Date', 'Color', 'BigInt']

/** The type of a scalar in the browser; every kind of global id is text. */
function scalar(name: string): string {
  if (name === 'Boolean') return 'boolean'
  if (name === 'Int' || name === 'Float') return 'number'
  return texts.includes(name) || name.endsWith('ID') ? 'string' : 'unknown'
}

const orNull = (type: string, isNonNull: boolean): string => (isNonNull ? type : `${type} | null`)

interface Shape {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** The type of a selection on a type, a member for each concrete type where they differ. */
function selectionType(shape: Shape, set: SelectionSetNode, type: GraphQLOutputType): string {
  const named = getNamedType(type)
  if (!isAbstractType(named)) return `{ ${[...members(shape, set, named.name)].join('; ')} }`
  const types = shape.schema
    .getPossibleTypes(named)
    .map(each => `{ ${[...members(shape, set, each.name)].join('; ')} }`)
  return [...new Set(types)].join(' | ')
}

/** `readonly name: type` of every field that a selection takes of a concrete type. */
function members(shape: Shape, set: SelectionSetNode, typeName: string): Set<string> {
  const found = new Set<string>()
  const type = shape.schema.getType(typeName)
  for (const selection of set.selections) {
    if (selection.kind === 'Field') {
      const name = selection.alias?.value ?? selection.name.value
      if (selection.name.value === '__typename') found.add(`readonly ${name}: '${typeName}'`)
      else {
        const field = isObjectType(type) ? type.getFields()[selection.name.value] : undefined
        if (field === undefined) throw new Error(`${typeName} has no field ${selection.name.value}`)
        found.add(`readonly ${name}: ${outputType(shape, field.type, selection.selectionSet)}`)
      }
      continue
    }
    const fragment = selection.kind === 'FragmentSpread' ? shape.fragments.get(selection.name.value) : selection
    const condition = fragment?.typeCondition?.name.value
    if (fragment === undefined || !applies(shape.schema, condition, typeName)) continue
    for (const member of members(shape, fragment.selectionSet, typeName)) found.add(member)
  }
  return found
}

function applies(schema: GraphQLSchema, condition: string | undefined, typeName: string): boolean {
  if (condition === undefined || condition === typeName) return true
  const type = schema.getType(condition)
  return isAbstractType(type) && schema.getPossibleTypes(type).some(each => each.name === typeName)
}

function outputType(
  shape: Shape,
  type: GraphQLOutputType,
  set: SelectionSetNode | undefined,
  isNonNull = false,
): string {
  if (isNonNullType(type)) return outputType(shape, type.ofType, set, true)
  if (isListType(type)) return orNull(`readonly (${outputType(shape, type.ofType, set)})[]`, isNonNull)
  if (isScalarType(type)) return orNull(scalar(type.name), isNonNull)
  if (isEnumType(type))
    return orNull(
      type
        .getValues()
        .map(each => `'${each.name}'`)
        .join(' | '),
      isNonNull,
    )
  return orNull(set === undefined ? 'never' : selectionType(shape, set, type), isNonNull)
}

function inputType(type: GraphQLInputType, isNonNull = false): string {
  if (isNonNullType(type)) return inputType(type.ofType, true)
  if (isListType(type)) return orNull(`readonly (${inputType(type.ofType)})[]`, isNonNull)
  if (isScalarType(type)) return orNull(scalar(type.name), isNonNull)
  if (isEnumType(type))
    return orNull(
      type
        .getValues()
        .map(each => `'${each.name}'`)
        .join(' | '),
      isNonNull,
    )
  if (!isInputObjectType(type)) return 'never'
  const fields = Object.values(type.getFields()).map(field => {
    const isOptional = !isNonNullType(field.type) || field.defaultValue !== undefined
    return `readonly ${field.name}${isOptional ? '?' : ''}: ${inputType(field.type)}${isOptional ? ' | undefined' : ''}`
  })
  return orNull(`{ ${fields.join('; ')} }`, isNonNull)
}

function variablesType(schema: GraphQLSchema, operation: OperationDefinitionNode): string {
  const fields = (operation.variableDefinitions ?? []).map(each => {
    // The validation has seen that it is an input type of the schema.
    const type = typeFromAST(schema, each.type as never) as GraphQLInputType
    const isOptional = !isNonNullType(type) || each.defaultValue !== undefined
    return `readonly ${each.variable.name.value}${isOptional ? '?' : ''}: ${inputType(type)}${isOptional ? ' | undefined' : ''}`
  })
  return fields.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${fields.join('; ')} }`
}

const camel = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/**
 * The module of one document: its text, and the types of what it takes and brings.
 *
 * @throws Error  a document that does not fit the schema, with every problem and its line
 */
function generateDocument(schema: GraphQLSchema, source: string, file: string): string {
  const document = parse(source)
  const problems = validate(schema, document)
  if (problems.length > 0) {
    const lines = problems.map(each => `${file}:${each.locations?.[0]?.line ?? 1}: ${each.message}`)
    throw new Error(lines.join('\n'))
  }
  const operations = document.definitions.filter(each => each.kind === 'OperationDefinition')
  const [operation] = operations
  if (operation?.name === undefined || operations.length !== 1)
    throw new Error(`${file}: must have exactly one operation, with a name`)
  const root = schema.getRootType(operation.operation)
  if (root === null || root === undefined) throw new Error(`${file}: the schema has no ${operation.operation}`)
  const fragments = new Map(
    document.definitions.flatMap(each =>
      each.kind === 'FragmentDefinition' ? [[each.name.value, each] as const] : [],
    ),
  )
  const name = operation.name.value
  const result = selectionType({ schema, fragments }, operation.selectionSet, root)
  return `// Generated from ${file} by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type ${name}Result = ${result}

export type ${name}Variables = ${variablesType(schema, operation)}

export const ${camel(name)}: GraphqlDocument<${name}Result, ${name}Variables> = {
  name: '${name}',
  kind: '${operation.operation}',
  text: ${JSON.stringify(stripIgnoredCharacters(source))},
}
`
}

/** Every module there should be, by its path from the root of the repository. */
export function generateDocuments(): ReadonlyMap<string, string> {
  const schema = buildSchema(readFileSync(join(repository, 'contract/schema.graphql'), 'utf8'))
  return new Map(
    webFiles()
      .filter(file => file.endsWith('.graphql'))
      .map(file => [`${file}.gen.ts`, generateDocument(schema, readFileSync(join(repository, file), 'utf8'), file)]),
  )
}

function webFiles(): readonly string[] {
  const folder = join(repository, 'web')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => relative(repository, join(folder, file)))
    .sort()
}

/** Write what differs, remove what has no document any more. @returns the paths that changed */
function writeDocuments(): readonly string[] {
  const wanted = generateDocuments()
  const known = new Map(
    webFiles()
      .filter(file => file.endsWith('.graphql.gen.ts'))
      .map(file => [file, readFileSync(join(repository, file), 'utf8')]),
  )
  const stale = [...known.keys()].filter(file => !wanted.has(file))
  const changed = [...wanted].filter(([file, text]) => known.get(file) !== text)
  for (const file of stale) rmSync(join(repository, file))
  for (const [file, text] of changed) writeFileSync(join(repository, file), text)
  return [...stale, ...changed.map(([file]) => file)]
}

if (import.meta.main) {
  const changed = writeDocuments()
  console.log(changed.length === 0 ? 'The documents are up to date' : changed.join('\n'))
}
