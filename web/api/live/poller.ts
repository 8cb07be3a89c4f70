/** The outcome of a poll. */
export type Looked = 'ok' | 'failed'

interface PollerParts {
  readonly look: () => Promise<Looked>
  readonly isVisible: () => boolean
  /** The pause between the end of one look and the next. */
  readonly intervalMs?: number
  /** The factor by which each failure in a row lengthens the pause. */
  readonly growth?: number
  /** The pause between looks while the page is hidden; null stops them until it is seen again. */
  readonly hiddenIntervalMs?: number | null
}

export interface Poller {
  start(): void
  stop(): void
  /** While something is being sent, its own answer tells what is new. Pauses nest. */
  pause(): void
  resume(): void
  /** The page came into sight or went out of it. */
  visibilityChanged(): void
}

/** @source POLL-014, POLL-015 */
export const pollIntervalMs = 6_000
/** @source POLL-009 */
const firstWhenHiddenMs = 2_500
/** The longest pause of a growing or hidden interval. @source POLL-019 */
export const longestIntervalMs = 120_000

/**
 * Look at the server again and again: immediately when the page is seen, a little later when it is hidden; then at a
 * steady interval, longer after failures, and not at all where the page is never seen.
 */
export function createPoller(parts: PollerParts): Poller {
  const { look, isVisible, intervalMs = pollIntervalMs, growth = 1, hiddenIntervalMs = null } = parts
  let timer: ReturnType<typeof setTimeout> | null = null
  let isRunning = false
  let isLooking = false
  let pauses = 0
  let failures = 0

  function cancel() {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function lookIn(delayMs: number) {
    cancel()
    if (!isRunning || isLooking || pauses > 0) return
    if (delayMs === 0) void lookNow()
    else timer = setTimeout(() => void lookNow(), Math.min(delayMs, longestIntervalMs))
  }

  async function lookNow() {
    timer = null
    isLooking = true
    try {
      failures = (await look()) === 'ok' ? 0 : failures + 1
    } finally {
      isLooking = false
      next()
    }
  }

  function next() {
    if (isVisible()) lookIn(intervalMs * growth ** Math.max(failures - 1, 0))
    else if (hiddenIntervalMs !== null) lookIn(hiddenIntervalMs)
  }

  return {
    start() {
      if (isRunning) return
      isRunning = true
      lookIn(isVisible() ? 0 : firstWhenHiddenMs)
    },
    stop() {
      isRunning = false
      cancel()
    },
    pause() {
      pauses += 1
      cancel()
    },
    resume() {
      pauses = Math.max(pauses - 1, 0)
      if (pauses === 0) next()
    },
    visibilityChanged() {
      if (isVisible()) lookIn(0)
      else {
        cancel()
        next()
      }
    },
  }
}

/** Several calls within a while are one, at its end. @source POLL-007 */
export function collapsed(run: () => void, withinMs = 750): { (): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  const ask = () => {
    timer ??= setTimeout(() => {
      timer = null
      run()
    }, withinMs)
  }
  return Object.assign(ask, {
    cancel: () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  })
}
