import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallError } from '#web/api/client.ts'
import { beginWrite, type Carried, type Write } from '#web/api/own-writes.ts'
import { isReached, watchReach } from '#web/api/reach.ts'
import { type IssuableData, type Target, useIssuable } from './issuable-context.tsx'
import { type PageChange, type PageParts, type Preview, usePageCache } from './page-cache.ts'

interface SaveOptions<Value, Reply, Data> {
  readonly save: (target: Target, value: Value, carried: Carried) => Promise<Reply>
  /** The page as it will be, shown at once and taken back when the save fails. */
  readonly preview?: (now: PageParts<Data>, value: Value) => PageChange<Data>
  /** The sentence for a failure for which the server gives no reason of its own. */
  readonly failure: string | ((value: Value) => string)
  /** Show that sentence whatever the server's reason is. */
  readonly keepsReasons?: boolean
  /** Runs before the page shows what was saved. */
  readonly onSaved?: (reply: Reply, value: Value) => void
  readonly onFailed?: (error: CallError, value: Value) => void
}

export interface Save<Value> {
  /** @param onShown  runs when the page shows what was saved */
  readonly run: (value: Value, onShown?: () => void) => void
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly error: string | null
  readonly problem: CallError | null
  readonly forgetError: () => void
}

interface Begun<Value> {
  readonly value: Value
  readonly begun: Promise<Write>
}

/**
 * Save a part of the page's issuable: shown at once, taken back on failure. The answer brings the page as it is then.
 *
 * @source SIDE-014
 */
export function useSave<Value, Reply = unknown, Data extends IssuableData = IssuableData>({
  save,
  preview,
  failure,
  keepsReasons,
  onSaved,
  onFailed,
}: SaveOptions<Value, Reply, Data>): Save<Value> {
  const { target, topic } = useIssuable()
  const cache = usePageCache<Data>()
  const mutation = useMutation<Reply, CallError, Begun<Value>, Preview<Data> | null>({
    // One after the other, as they were made: on two connections the later one may be the first to arrive.
    scope: { id: `save ${topic}` },
    mutationFn: async ({ value, begun }) => (await begun).send(carried => save(target, value, carried)),
    onMutate: async ({ value, begun }) => {
      const previewed = preview ? cache.change(now => preview(now, value)) : null
      const page = cache.now()
      await begun
      // A read that was given up takes back what came after it began.
      if (previewed && cache.now() !== page) cache.change(() => previewed.shown)
      return previewed
    },
    onSuccess: (reply, { value }) => onSaved?.(reply, value),
    onError: (error, { value }, previewed) => {
      if (previewed) cache.takeBack(previewed)
      onFailed?.(error, value)
    },
    onSettled: async (_reply, _error, { begun }) => (await begun).end(),
  })
  const { error, reset } = mutation
  const isUnreached = error?.status === 0
  useEffect(
    () =>
      isUnreached
        ? watchReach(() => {
            if (isReached()) reset()
          })
        : undefined,
    [isUnreached, reset],
  )
  const sent = mutation.variables
  const sentence = typeof failure === 'string' ? failure : sent === undefined ? '' : failure(sent.value)
  return {
    run: (value, onShown) =>
      mutation.mutate({ value, begun: beginWrite(topic) }, onShown ? { onSuccess: onShown } : {}),
    isPending: mutation.isPending,
    isSuccess: mutation.isSuccess,
    error: error === null ? null : keepsReasons ? sentence : sentenceOf(error, sentence),
    problem: error,
    forgetError: reset,
  }
}

/** What the server did not do for a reason that it says. @source ERRMSG-057 */
const refusals: readonly number[] = [409, 422]

/** The connection's sentence, or the first of a mutation or of the server about a rule that was broken, else the widget's. @source ERRMSG-013, ERRMSG-020 */
function sentenceOf(error: Error, failure: string): string {
  if (error instanceof CallError && error.status === 0) return error.message
  if (error instanceof CallError && refusals.includes(error.status)) return firstOf(error.body) ?? error.message
  return failure
}

function firstOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return null
  const first: unknown = body.errors[0]
  return typeof first === 'string' ? first : null
}
