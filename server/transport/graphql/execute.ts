import { execute, GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { compiledOf, problemsOf, type ReadDocument } from './document.ts'
import { introspecting } from './introspection.ts'
import type { Admitted, Execute } from './perform.ts'

/** Introspection up to this size takes less than a millisecond. */
const introspectedInline = 300

/**
 * Execute an admitted operation. Documents are parsed and validated once, frequent ones are compiled in the background, and large
 * introspection queries run in a thread.
 */
export function executing(schema: GraphQLSchema): Execute {
  const introspect = introspecting(schema)
  return async (query, context) => {
    const { read, operation, introspected } = query
    if (introspected > introspectedInline) {
      if (!isIntrospection(read, operation))
        throw new GraphQLError('Request this part of the schema in a separate query.')
      return await introspect({
        source: read.source,
        variables: query.variables,
        operationName: operation.name?.value ?? null,
      })
    }
    const problems = problemsOf(schema, read)
    if (problems.length > 0) return { errors: problems }
    return await run(schema, query, context)
  }
}

async function run(
  schema: GraphQLSchema,
  { read, operation, variables }: Admitted,
  context: GraphqlContext,
): ReturnType<Execute> {
  // Compiled code words its errors differently, so it only gets valid variables.
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  if (errors !== undefined) return { errors }
  const compiled = leavesOut(operation, variables) ? null : compiledOf(schema, read, operation)
  if (compiled !== null) return await compiled.query({}, context, { ...variables })
  return await execute({
    schema,
    document: read.document,
    rootValue: {},
    contextValue: context,
    variableValues: variables,
    operationName: operation.name?.value ?? null,
  })
}

/**
 * Whether a mutation is sent without some of its variables. In input objects, compiled code passes null for these, which clears a value
 * that an absent field keeps.
 */
const leavesOut = ({ operation, variableDefinitions = [] }: OperationDefinitionNode, given: Admitted['variables']) =>
  operation === 'mutation' &&
  variableDefinitions.some(
    ({ variable, defaultValue }) => defaultValue === undefined && given?.[variable.name.value] === undefined,
  )

/** Whether an operation selects introspection only, so that permissions do not matter. */
function isIntrospection({ fragments }: ReadDocument, operation: OperationDefinitionNode): boolean {
  const seen = new Set<string>()
  const waiting = [operation.selectionSet]
  for (let set = waiting.pop(); set !== undefined; set = waiting.pop()) {
    for (const each of set.selections) {
      if (each.kind === 'Field' && !each.name.value.startsWith('__')) return false
      if (each.kind === 'InlineFragment') waiting.push(each.selectionSet)
      if (each.kind === 'FragmentSpread' && !seen.has(each.name.value)) {
        seen.add(each.name.value)
        const fragment = fragments.get(each.name.value)
        if (fragment !== undefined) waiting.push(fragment.selectionSet)
      }
    }
  }
  return true
}
