import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { CallError } from '#web/api/client.ts'
import { beginWrite, type Carried, type Write } from '#web/api/own-writes.ts'
import { isReached, watchReach } from '#web/api/reach.ts'
import { messages } from '#web/plan/messages.ts'
import { offerUndo, showToast, type UndoOffer } from '#web/ui/overlays/toasts.ts'
import { fieldText } from './field-text.ts'
import { type IssuableData, type Target, useIssuable } from './issuable-context.tsx'
import { type PageChange, type PageParts, type Preview, usePageCache } from './page-cache.ts'

interface SaveOptions<Value, Reply, Data> {
  readonly save: (target: Target, value: Value, carried: Carried) => Promise<Reply>
  /** The page as it will be, shown at once and taken back when the save fails. */
  readonly preview?: (now: PageParts<Data>, value: Value) => PageChange<Data>
  /** Lets the key for undo take the change back while its page is open. */
  readonly undo?: Undo<Value, Data>
  /** The sentence for a failure for which the server gives no reason of its own. */
  readonly failure: string | ((value: Value) => string)
  /** Show that sentence whatever the server's reason is. */
  readonly keepsReasons?: boolean
  /** Runs before the page shows what was saved. */
  readonly onSaved?: (reply: Reply, value: Value) => void
  readonly onFailed?: (error: CallError, value: Value) => void
}

export interface Undo<Value, Data> {
  /** The changed attribute: "due date". */
  readonly what: string
  /** @param former  the properties that the preview changed, as they were */
  readonly back: (former: Partial<Data>, value: Value) => Value
  /** The message of a toast about the change, which can be undone there. */
  readonly says?: (value: Value) => string
  /** Changes of a list leave alone what others have added or removed since; anything else is not taken back then. */
  readonly isOfList?: true
}

export interface Save<Value> {
  /** @param onShown  runs when the page shows what was saved */
  readonly run: (value: Value, onShown?: () => void) => void
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly error: string | null
  readonly problem: CallError | null
  readonly forgetError: () => void
  /** The state of the save that a field of the sidebar shows. */
  readonly field: {
    readonly busy: boolean
    readonly error: string | null
    readonly onErrorDismiss: () => void
    /** Saves what could not be saved: the choice is not lost with the attempt. */
    readonly onRetry: (() => void) | undefined
  }
}

interface SavedView<Data> {
  readonly previewed: Preview<Data> | null
  readonly offer: UndoOffer | null
}

interface Begun<Value> {
  readonly value: Value
  readonly begun: Promise<Write>
  readonly isUndo: boolean
}

/**
 * Save a part of the page's issuable: shown at once, taken back on failure. The answer brings the page as it is then.
 *
 * @source SIDE-014
 */
export function useSave<Value, Reply = unknown, Data extends IssuableData = IssuableData>({
  save,
  preview,
  undo,
  failure,
  keepsReasons,
  onSaved,
  onFailed,
}: SaveOptions<Value, Reply, Data>): Save<Value> {
  const { target, topic, issuable } = useIssuable()
  const cache = usePageCache<Data>()
  const mutation = useMutation<Reply, CallError, Begun<Value>, SavedView<Data>>({
    // One after the other, as they were made: on two connections the later one may be the first to arrive.
    scope: { id: `save ${topic}` },
    mutationFn: async ({ value, begun }) => (await begun).send(carried => save(target, value, carried)),
    onMutate: async ({ value, begun, isUndo }) => {
      const previewed = preview ? cache.change(now => preview(now, value)) : null
      const offer = isUndo ? null : offerBack(value, previewed)
      const page = cache.now()
      await begun
      // A read that was given up takes back what came after it began.
      if (previewed && cache.now() !== page) cache.change(() => previewed.shown)
      return { previewed, offer }
    },
    onSuccess: (reply, { value, isUndo }, { offer }) => {
      onSaved?.(reply, value)
      if (offer && undo?.says && isOpen.current) showToast(undo.says(value), { offer })
      if (isUndo && undo) showToast(fieldText(undo.what, issuable, 'restored'))
    },
    onError: (error, { value }, shown) => {
      shown?.offer?.withdraw()
      if (shown?.previewed) cache.takeBack(shown.previewed)
      onFailed?.(error, value)
    },
    onSettled: async (_reply, _error, { begun }) => (await begun).end(),
  })
  const offers = useRef<UndoOffer[]>([])
  const isOpen = useRef(false)
  // The undo offers are outside of React, and last only as long as the page is open.
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      for (const offer of offers.current.splice(0)) offer.withdraw()
    }
  }, [])
  const begin = (value: Value, isUndo: boolean): Begun<Value> => ({ value, begun: beginWrite(topic), isUndo })
  /** Offer the undo from the moment of the change: the saves wait for each other. */
  function offerBack(value: Value, previewed: Preview<Data> | null): UndoOffer | null {
    if (undo === undefined) return null
    const { what, back, isOfList } = undo
    const offer = offerUndo(() => {
      if (isOfList || cache.stillShows(previewed?.shown.issuable))
        mutation.mutate(begin(back(previewed?.former.issuable ?? {}, value), true))
      else showToast(messages.changedSince(what), { tone: 'info' })
    })
    offers.current.push(offer)
    return offer
  }
  const { error, reset, variables: sent } = mutation
  const isUnreached = error?.status === 0
  const onReached = useEffectEvent(() => {
    // A part of the page that shows the value at once can be set to it twice.
    if (sent !== undefined && preview !== undefined) mutation.mutate(begin(sent.value, sent.isUndo))
    else reset()
  })
  useEffect(() => (isUnreached ? watchReach(() => isReached() && onReached()) : undefined), [isUnreached])
  const sentence = typeof failure === 'string' ? failure : sent === undefined ? '' : failure(sent.value)
  const told = error === null ? null : keepsReasons ? sentence : sentenceOf(error, sentence)
  // A change that was refused for a reason would be refused again.
  const canRetry = error !== null && sent !== undefined && (isUnreached || error.status === 429 || error.status >= 500)
  return {
    run: (value, onShown) => mutation.mutate(begin(value, false), onShown ? { onSuccess: onShown } : {}),
    isPending: mutation.isPending,
    isSuccess: mutation.isSuccess,
    error: told,
    problem: error,
    forgetError: reset,
    field: {
      busy: mutation.isPending,
      error: told,
      onErrorDismiss: reset,
      onRetry: canRetry ? () => mutation.mutate(begin(sent.value, sent.isUndo)) : undefined,
    },
  }
}

/** The statuses by which the server refuses a change with a reason. @source ERRMSG-057 */
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
