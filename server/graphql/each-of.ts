/** The items of lists, one after the other. Ending the iterator ends the source of the lists, also while it waits. */
export function eachOf<T>(lists: AsyncIterableIterator<readonly T[]>): AsyncIterableIterator<T> {
  const waiting: T[] = []
  // This is not a generator: one that waits could not be ended before the next list.
  const end = async (): Promise<IteratorResult<T>> => {
    waiting.length = 0
    await lists.return?.()
    return { done: true, value: undefined }
  }
  const iterator: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]: () => iterator,
    next: async () => {
      while (waiting.length === 0) {
        const next = await lists.next()
        if (next.done) return { done: true, value: undefined }
        waiting.push(...next.value)
      }
      // The loop ends only when something waits.
      return { done: false, value: waiting.shift() as T }
    },
    return: end,
    throw: end,
  }
  return iterator
}
