import { queryOptions } from '@tanstack/react-query'
import { CallError, type CallOptions, exchange, recovering } from './client.ts'
import type { GraphqlDocument } from './graphql-document.ts'
import { isNotAvailable, pageSentence, serverFailed } from './page-sentence.ts'
import { withCurrentPaths } from './refusal.ts'

interface GraphqlAnswer {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string }[]
}

/**
 * Ask the schema.
 *
 * @throws CallError  the server was not reached or refused, the query failed, or a mutation's payload tells an error:
 *   the first of them is the message
 */
export function query<Result, Variables>(
  document: GraphqlDocument<Result, Variables>,
  variables: Variables,
  options: CallOptions = {},
): Promise<Result> {
  const attempt = () => queryOnce(document, withCurrentPaths(variables), options)
  return recovering(attempt, variables, document.kind === 'query')
}

async function queryOnce<Result, Variables>(
  document: GraphqlDocument<Result, Variables>,
  variables: Variables,
  options: CallOptions,
): Promise<Result> {
  const body = JSON.stringify({ query: document.text, variables, operationName: document.name })
  const { response, data } = await exchange('/api/graphql', 'POST', body, options)
  const answer: GraphqlAnswer | null = typeof data === 'object' ? data : null
  const [problem] = answer?.errors ?? []
  if (problem !== undefined) {
    const { message } = problem
    throw new CallError(isNotAvailable(message) ? 404 : response.status, pageSentence(message), answer)
  }
  if (!response.ok || answer === null) throw new CallError(response.status, serverFailed, answer)
  const error = document.kind === 'mutation' ? firstError(answer.data) : null
  if (error !== null) throw new CallError(422, pageSentence(error), answer)
  // The server checked the document against the schema that the types were made from.
  return answer.data as Result
}

/** The first error in the payloads of a mutation; null when it succeeded. */
function firstError(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null
  for (const payload of Object.values(data)) {
    if (typeof payload !== 'object' || payload === null || !('errors' in payload)) continue
    const [first]: unknown[] = Array.isArray(payload.errors) ? payload.errors : []
    if (typeof first === 'string') return first
  }
  return null
}

/** A query for `useQuery`, prefetching and loaders. */
export function asking<Result, Variables>(document: GraphqlDocument<Result, Variables>, variables: Variables) {
  return queryOptions<Result, CallError>({
    queryKey: [document.name, variables],
    queryFn: ({ signal }) => query(document, variables, { signal }),
  })
}
