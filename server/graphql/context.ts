import type { Context } from '#server/context.ts'

/** The context that the resolvers of one request share. */
export interface GraphqlContext {
  readonly weft: Context
  /** Batched look-ups of this request, by their functions. A mutation begins with none. */
  readonly loaders: Map<unknown, unknown>
  /** Whether the request may change anything: a token that only reads may not. */
  readonly mayWrite: boolean
  /** Nodes of lists that were sent so far. */
  readonly spent: { nodes: number }
  /** The cost of the query and its limit, for `queryComplexity`. */
  readonly complexity: { readonly score: number; readonly limit: number } | null
  /** Null where nothing is live. */
  readonly watch: Watch | null
}

/** The error for a subscriber to something that they may not read. @source graphql.md 11 */
export const unauthorizedSubscription = 'Unauthorized subscription'

/** The result of a look at something that may have changed. `gone` ends the subscription. */
export type Look<T> = { readonly value: T } | 'same' | 'gone'

/** Look again whenever one of some live topics changed. */
export type Watch = <T>(topics: readonly string[], look: () => Promise<Look<T>>) => AsyncIterableIterator<T>

type Parts = Pick<GraphqlContext, 'weft'> &
  Partial<GraphqlContext> & {
    /** Asked before each step that reads. @throws GraphQLError  the time is up */
    readonly checkTime?: () => void
  }

export function createGraphqlContext({
  weft,
  checkTime = () => {},
  mayWrite = true,
  complexity = null,
  watch = null,
}: Parts): GraphqlContext {
  return {
    get weft() {
      checkTime()
      return weft
    },
    ...{ loaders: new Map(), mayWrite, spent: { nodes: 0 }, complexity, watch },
  }
}
