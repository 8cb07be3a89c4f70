import type { Look, Watch } from '#server/graphql/context.ts'
import { accessScope } from '#server/platform/events/access-topic.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'

/** Whether a topic may affect every subscriber: missed events, and permission changes of a namespace or the site. */
function isWide(topic: string): boolean {
  const scope = accessScope(topic)
  return topic === '*' || (scope !== null && scope.kind !== 'user' && scope.kind !== 'issue')
}

/** Live topics as something to wait for. Several changes while there is no waiter are one look. */
export function watching(hub: LiveHub): Watch {
  return <T>(topics: readonly string[], look: () => Promise<Look<T>>): AsyncIterableIterator<T> => {
    let isDue = false
    let isOver = false
    let wake: (() => void) | null = null
    const stir = () => {
      wake?.()
      wake = null
    }
    const unsubscribe = hub.subscribe(changed => {
      if (!topics.some(topic => changed.includes(topic)) && !changed.some(isWide)) return
      isDue = true
      stir()
    })
    // This is not a generator: one that waits could not be ended before the next change.
    const end = async (): Promise<IteratorResult<T>> => {
      isOver = true
      unsubscribe()
      stir()
      return { done: true, value: undefined }
    }
    const iterator: AsyncIterableIterator<T> = {
      [Symbol.asyncIterator]: () => iterator,
      next: async () => {
        while (!isOver) {
          if (!isDue) {
            await new Promise<void>(resolve => {
              wake = resolve
            })
            continue
          }
          isDue = false
          const found = await look()
          if (found === 'gone') return end()
          if (found !== 'same' && !isOver) return { done: false, value: found.value }
        }
        return { done: true, value: undefined }
      },
      return: end,
      throw: end,
    }
    return iterator
  }
}
