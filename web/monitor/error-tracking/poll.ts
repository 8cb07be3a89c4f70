import type { Answered } from '#web/api/client.ts'

const usualIntervalMs = 1_000
const shortestIntervalMs = 250

/**
 * The pause before the next request: after a success without data, the interval that the answer names.
 *
 * @returns null where there is nothing more to ask for
 * @source ERRTRK-020, ERRTRK-021
 */
export function pollAfterMs({ status, headers, data }: Answered<unknown>): number | null {
  const isWaiting = status >= 200 && status < 300 && data === null
  if (!isWaiting) return null
  const named = Number(headers.get('poll-interval') ?? usualIntervalMs)
  return Number.isFinite(named) ? Math.max(shortestIntervalMs, named) : usualIntervalMs
}

/**
 * Ask until there are data. It ends when the signal is aborted, as it is when a filter changes.
 *
 * @source ERRTRK-019
 */
export async function pollUntilData<T>(ask: () => Promise<Answered<T>>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const answer = await ask()
    const afterMs = pollAfterMs(answer)
    if (afterMs === null) return answer.data
    await pause(afterMs, signal)
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
