import { GraphQLError, type OperationDefinitionNode } from 'graphql'
import type { Context } from '#server/context.ts'
import { createGraphqlContext, type GraphqlContext } from '#server/graphql/context.ts'
import { measure, operationOf, type ReadDocument, readDocument } from './measure.ts'
import { type PresentedErrors, presentErrors } from './present-errors.ts'

/** One query as a client sends it. */
export interface GraphqlRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | null
}

export interface GraphqlAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly data?: unknown; readonly errors?: PresentedErrors['errors'] }
  readonly bugs: readonly unknown[]
}

/** Runs a query that was measured. */
export type Execute = (
  request: GraphqlRequest & { readonly read: ReadDocument },
  context: GraphqlContext,
) => Promise<{ readonly data?: unknown; readonly errors?: readonly unknown[] | undefined }>

interface Rights {
  readonly mayWrite: boolean
  readonly watch?: GraphqlContext['watch']
}

const queryLengthAtMost = 10_000

/** @source graphql.md 1 */
export function limitsOf({ actor }: Context): { readonly complexity: number; readonly depth: number } {
  if (actor.kind === 'anonymous') return { complexity: 200, depth: 15 }
  return { complexity: actor.isAdmin ? 300 : 250, depth: 20 }
}

/** The operation of a request, within the limits of who asks. @throws GraphQLError */
export function admit(
  weft: Context,
  { query, variables, operationName }: GraphqlRequest,
): { readonly read: ReadDocument; readonly operation: OperationDefinitionNode; readonly complexity: number } {
  const read = readDocument(query)
  const operation = operationOf(read, operationName)
  if (operation === undefined) {
    throw new GraphQLError(
      operationName === null || operationName === ''
        ? 'An operation name is required'
        : `No operation named ${JSON.stringify(operationName)}`,
    )
  }
  const limits = limitsOf(weft)
  const { complexity, depth } = measure(read, operation, variables)
  if (depth > limits.depth) {
    throw new GraphQLError(`Query has depth of ${depth}, which exceeds max depth of ${limits.depth}`)
  }
  if (complexity > limits.complexity) {
    throw new GraphQLError(
      `Query has complexity of ${complexity}, which exceeds max complexity of ${limits.complexity}`,
    )
  }
  return { read, operation, complexity }
}

/**
 * Answer one request.
 *
 * @param isGet  only queries come by GET
 * @param refuseMutation  asked before a mutation runs: an answer is what speaks against it
 */
export async function performGraphql(
  weft: Context,
  request: GraphqlRequest,
  execute: Execute,
  rights: Rights & { readonly isGet?: boolean; readonly refuseMutation?: () => GraphqlAnswer | null },
): Promise<GraphqlAnswer> {
  if (request.query.length > queryLengthAtMost) return refusal(422, 'Query too large')
  try {
    const { read, operation, complexity } = admit(weft, request)
    if (operation.operation === 'mutation') {
      if (rights.isGet) return refusal(422, 'Mutations are forbidden in GET requests')
      const refused = rights.refuseMutation?.() ?? null
      if (refused !== null) return refused
    }
    if (operation.operation === 'subscription') return refusal(200, 'Subscriptions come over the WebSocket')
    const context = createGraphqlContext({
      weft,
      mayWrite: rights.mayWrite,
      complexity: { score: complexity, limit: limitsOf(weft).complexity },
    })
    const result = await execute({ ...request, read }, context)
    if (result.errors === undefined || result.errors.length === 0) {
      return { status: 200, headers: {}, body: { data: result.data }, bugs: [] }
    }
    const { errors, ...presented } = presentErrors(result.errors)
    const hasData = result.data !== undefined && presented.status !== 500
    return { ...presented, body: hasData ? { data: result.data, errors } : { errors } }
  } catch (error) {
    const { errors, ...presented } = presentErrors([error])
    return { ...presented, body: { errors } }
  }
}

export const refusal = (status: number, message: string): GraphqlAnswer => ({
  status,
  headers: {},
  body: { errors: [{ message }] },
  bugs: [],
})

export const asRecord = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null

/** The variables of a request, given as an object or as JSON text; null when they are neither. */
export function readVariables(given: unknown): Readonly<Record<string, unknown>> | null {
  if (given === undefined || given === null || given === '') return {}
  if (typeof given !== 'string') return asRecord(given)
  try {
    const parsed: unknown = JSON.parse(given)
    return parsed === null ? {} : asRecord(parsed)
  } catch {
    return null
  }
}
