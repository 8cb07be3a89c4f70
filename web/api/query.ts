import {
  notifyManager,
  QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from './address.ts'
import { carriedQuery, refreshQuery } from './carried-query.ts'
import { toWire } from './case.ts'
import { CallError, call } from './client.ts'
import { polledQueries, useTopics } from './live/live.ts'
import { oncePerInput } from './once.ts'
import { isOwnWrite, registerReading } from './own-writes.ts'
import { atOpening, embedded } from './page.ts'

// By default TanStack Query notifies in a task of its own, so a frame with the old data could be drawn before it.
notifyManager.setScheduler(queueMicrotask)

/** The cache of server data. Live topics make entries stale; without a socket, shown queries are polled. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // Offline, a query fails at once and the page says so; `page-access` refetches it when the server is reachable again.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 2 && error instanceof CallError && (error.status === 0 ? navigator.onLine : error.status >= 502),
      retryDelay: attempt => 300 * 2 ** attempt,
    },
    // Offline, a write fails at once too, rather than going out hours later.
    mutations: { retry: false, networkMode: 'always' },
  },
})

export const keyOf = <Op extends Operation>(op: Address<Op>, input: InputOf<Op>): QueryKey => [op.name, input]

/** A read operation as a query, for `useQuery`, prefetching and loaders. */
export function reading<Op extends Operation>(op: Address<Op>, input: InputOf<Op>) {
  return queryOptions<ReplyOf<Op>, CallError>({
    queryKey: keyOf(op, input),
    queryFn: ({ signal }) => call(op, input, { signal }),
  })
}

/**
 * One observer for what hundreds of parts of a page read, as a store: a listener costs them next to nothing, an observer
 * of their own as much as the rest of a comment.
 */
export function sharedReading<Data, Failure extends Error, Key extends QueryKey>(
  options: QueryObserverOptions<Data, Failure, Data, Data, Key>,
) {
  const observer = new QueryObserver(queryClient, options)
  return {
    watch: (listener: () => void) => observer.subscribe(listener),
    now: (): Data | undefined => observer.getCurrentResult().data,
    /** The data with which the server drew the page. */
    first: (): Data | undefined => queryClient.getQueryData<Data>(options.queryKey as QueryKey),
  }
}

interface ReadingOptions<Data> {
  /** Live topics that make the answer stale, from the answer itself. */
  readonly topics?: (data: Data) => readonly string[]
  readonly enabled?: boolean
  /** Keep showing the last answer while a changed input is requested. */
  readonly keepPrevious?: boolean
}

/** Read an operation and keep it fresh by its live topics. */
export function useReading<Op extends Operation>(
  op: Address<Op>,
  input: InputOf<Op>,
  options: ReadingOptions<ReplyOf<Op>> = {},
): UseQueryResult<ReplyOf<Op>, CallError> {
  const client = useQueryClient()
  const result = useQuery({
    ...reading(op, input),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: (previous: ReplyOf<Op> | undefined) => previous } : {}),
  })
  const key = JSON.stringify(keyOf(op, input))
  const refresh = useCallback(
    (by?: string) => {
      if (!isOwnWrite(by, key)) void refreshQuery(client, key)
    },
    [client, key],
  )
  const topics = result.data === undefined || options.topics === undefined ? [] : options.topics(result.data)
  useTopics(topics, refresh)
  useOwnWrites(op, key, topics)
  const isWatched = topics.length > 0
  // No longer subscribed: mark it stale, so that the next visit refetches.
  useEffect(() => {
    if (!isWatched) return
    const polled = { client, key }
    polledQueries.add(polled)
    return () => {
      polledQueries.delete(polled)
      void client.invalidateQueries({ queryKey: JSON.parse(key), exact: true, refetchType: 'none' })
    }
  }, [client, key, isWatched])
  return result
}

/** Let the answers of the page's own writes bring the data, instead of a reading after them. */
function useOwnWrites<Op extends Operation>(operation: Address<Op>, key: string, topics: readonly string[]): void {
  const client = useQueryClient()
  const names = topics.join(' ')
  useEffect(
    () => registerReading(names === '' ? [] : names.split(' '), key, carriedQuery(client, operation, key)),
    [client, operation, key, names],
  )
}

interface WritingOptions<Op extends Operation> {
  readonly onSuccess?: (reply: ReplyOf<Op>, input: InputOf<Op>) => void
  readonly onError?: (error: CallError, input: InputOf<Op>) => void
  /** Operations whose answers this write makes stale, whatever their input. */
  readonly refreshes?: readonly { readonly name: string }[]
}

/** Mutation for an operation. A repeated call with the same input in flight is sent only once. */
export function useOperation<Op extends Operation>(
  op: Address<Op>,
  options: WritingOptions<Op> = {},
): UseMutationResult<ReplyOf<Op>, CallError, InputOf<Op>> {
  const client = useQueryClient()
  const send = useMemo(() => oncePerInput((input: InputOf<Op>) => call(op, input)), [op])
  const refresh = () => {
    for (const stale of options.refreshes ?? []) void client.invalidateQueries({ queryKey: [stale.name] })
  }
  return useMutation<ReplyOf<Op>, CallError, InputOf<Op>>({
    mutationKey: [op.name],
    mutationFn: send,
    onSuccess: (reply, input) => {
      refresh()
      options.onSuccess?.(reply, input)
    },
    onError: (error, input) => {
      // The other user's version is fetched, to be shown beside the refused one.
      if (error.status === 409) refresh()
      options.onError?.(error, input)
    },
  })
}

/** Put the data that came with the page into the store, under the key its route will ask for. */
export function adoptEmbedded(op: Address<Operation>, input: Readonly<Record<string, unknown>>): void {
  if (embedded.operation !== op.name || embedded.data === null || adopted) return
  const wanted = JSON.stringify(comparable(toWire(input)))
  if (wanted !== JSON.stringify(comparable(embedded.input))) return
  adopted = true
  queryClient.setQueryData([op.name, input], embedded.data)
}

let adopted = false

atOpening(() => {
  adopted = false
  queryClient.clear()
})

/** Query parameters are strings: both as sorted strings, without what is not given, or empty as `?search=`. */
function comparable(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(comparable)
  if (typeof input !== 'object' || input === null) return String(input)
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, comparable(value)]),
  )
}
