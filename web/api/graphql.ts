import { queryOptions } from '@tanstack/react-query'
import { readsHeader } from '#contract/carried-reads.ts'
import { setServerTime } from '#web/ui/text/clock.ts'
import { CallError } from './client.ts'
import type { GraphqlDocument } from './graphql-document.ts'
import type { Carried } from './own-writes.ts'
import { authenticityToken } from './page.ts'
import { noteReach, unreachable } from './reach.ts'
import { recover, withCurrentPaths } from './refusal.ts'

interface QueryOptions {
  readonly signal?: AbortSignal
  /** What the page reads in the answer of its own write. */
  readonly carried?: Carried
}

interface Answer {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string }[]
}

/**
 * Ask the schema.
 *
 * @throws CallError  the server was not reached or refused, the query failed, or a mutation's payload tells an error:
 *   the first of them is the message
 */
export async function query<Result, Variables>(
  document: GraphqlDocument<Result, Variables>,
  variables: Variables,
  options: QueryOptions = {},
): Promise<Result> {
  const attempt = () => queryOnce(document, withCurrentPaths(variables), options)
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof CallError) || !(await recover(error, variables, document.kind === 'query'))) throw error
    return attempt()
  }
}

async function queryOnce<Result, Variables>(
  document: GraphqlDocument<Result, Variables>,
  variables: Variables,
  options: QueryOptions,
): Promise<Result> {
  const response = await reach(document, variables, options)
  setServerTime(response.headers.get('date'))
  const answer = await read(response, options.carried)
  const [problem] = answer?.errors ?? []
  if (problem !== undefined) throw new CallError(response.status, problem.message, answer)
  if (!response.ok || answer === null) throw new CallError(response.status, failed, answer)
  const error = document.kind === 'mutation' ? firstError(answer.data) : null
  if (error !== null) throw new CallError(422, error, answer)
  // The server checked the document against the schema that the types were made from.
  return answer.data as Result
}

const failed = 'Something went wrong on the server. Try again in a moment.'

async function reach(
  document: GraphqlDocument<unknown, unknown>,
  variables: unknown,
  { signal, carried }: QueryOptions,
): Promise<Response> {
  try {
    const response = await fetch('/api/graphql', {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-csrf-token': authenticityToken(),
        ...carried?.headers,
      },
      body: JSON.stringify({ query: document.text, variables, operationName: document.name }),
      ...(signal === undefined ? {} : { signal }),
    })
    noteReach(true)
    return response
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    noteReach(false)
    throw new CallError(0, unreachable, null, { cause })
  }
}

async function read(response: Response, carried: Carried | undefined): Promise<Answer | null> {
  try {
    const body: unknown = await response.json()
    const answer = carried && response.headers.has(readsHeader) ? carried.unpack(body) : body
    return typeof answer === 'object' && answer !== null ? answer : null
  } catch {
    return null
  }
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
