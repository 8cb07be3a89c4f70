import { GraphQLError, type OperationDefinitionNode } from 'graphql'
import type { Context } from '#server/context.ts'
import { createGraphqlContext, type GraphqlContext } from '#server/graphql/context.ts'
import { holdsUnstorable, isUnstorable } from '#server/platform/text/storable.ts'
import { isTooLong, measureOf, operationOf, type ReadDocument, readDocument } from './document.ts'
import { Budget, type Limits } from './measure.ts'
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

/** A parsed query that may be executed. */
export interface Admitted {
  readonly read: ReadDocument
  readonly operation: OperationDefinitionNode
  readonly variables: GraphqlRequest['variables']
  /** Estimated introspection values in the result. */
  readonly introspected: number
}

/** Runs a query that was measured. */
export type Execute = (
  query: Admitted,
  context: GraphqlContext,
) => Promise<{ readonly data?: unknown; readonly errors?: readonly unknown[] | undefined }>

interface Rights {
  readonly mayWrite: boolean
  readonly watch?: GraphqlContext['watch']
}

/** Cost limits of a request. @source graphql.md 1 */
export function limitsOf({ actor }: Context): Limits {
  if (actor.kind === 'anonymous') return { complexity: 200, depth: 15 }
  return { complexity: actor.isAdmin ? 300 : 250, depth: 20 }
}

/**
 * Admit the operation of a request within the caller's budget. Every document passes here, over HTTP and sockets.
 *
 * @throws GraphQLError
 */
export function admit(
  budget: Budget,
  { query, variables, operationName }: GraphqlRequest,
): Admitted & { readonly complexity: number } {
  if (isUnstorable(query) || isUnstorable(operationName ?? '') || holdsUnstorable(variables))
    throw new GraphQLError('The query or its variables contain a null character or an unpaired surrogate')
  const read = readDocument(query)
  const operation = operationOf(read, operationName)
  if (operation === undefined) {
    throw new GraphQLError(
      operationName === null || operationName === ''
        ? 'An operation name is required'
        : `No operation named ${JSON.stringify(operationName)}`,
    )
  }
  const measured = measureOf(read, operation, variables)
  budget.spend(measured)
  const { complexity, introspected } = measured
  return { read, operation, variables, introspected, complexity }
}

/**
 * Answer one query.
 *
 * @param budget  shared by all queries of the request
 * @param isGet  only queries come by GET
 * @param refuseMutation  called before a mutation runs: a reply is the reason to refuse it
 */
export async function performGraphql(
  weft: Context,
  request: GraphqlRequest,
  execute: Execute,
  rights: Rights & {
    readonly budget?: Budget
    readonly isGet?: boolean
    readonly refuseMutation?: () => Promise<GraphqlAnswer | null>
  },
): Promise<GraphqlAnswer> {
  if (isTooLong(request.query)) return refusal(422, 'Query too large')
  try {
    const budget = rights.budget ?? new Budget(limitsOf(weft))
    budget.checkTime()
    const { complexity, ...query } = admit(budget, request)
    if (query.operation.operation === 'mutation') {
      if (rights.isGet) return refusal(422, 'Mutations are forbidden in GET requests')
      const refused = (await rights.refuseMutation?.()) ?? null
      if (refused !== null) return refused
    }
    if (query.operation.operation === 'subscription')
      return refusal(200, 'Subscriptions require a WebSocket connection')
    const context = createGraphqlContext({
      weft,
      // A mutation is not interrupted once it has begun to write.
      ...(query.operation.operation === 'query' && { checkTime: () => budget.checkTime() }),
      mayWrite: rights.mayWrite,
      complexity: { score: complexity, limit: budget.limits.complexity },
    })
    const result = await execute(query, context)
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
