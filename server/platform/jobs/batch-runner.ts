import type { Logger } from 'pino'

/** Processes queued events in batches, shortly after one arrives. */
interface BatchRunner {
  /** Call when events may be waiting. */
  wake(): void
  /** Resolves when the running batch is done. */
  stop(): Promise<void>
}

/** Long enough to handle a burst in one batch, too short to notice. */
const debounceMs = 50
/** Finds events whose process ended before it announced them. */
const pollMs = 2_000

/**
 * Start a runner, which calls `work` until nothing is waiting.
 *
 * @param work  processes one batch; returns whether more events may be waiting
 */
export function startBatchRunner(log: Logger, work: () => Promise<boolean>): BatchRunner {
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const run = async (): Promise<void> => {
    try {
      while (!isStopped && (await work()));
    } catch (error) {
      log.error({ err: error }, 'a batch of events failed')
    }
  }
  const schedule = (delayMs: number): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(begin, delayMs)
  }
  let isAwake = true
  const begin = (): void => {
    isAwake = false
    running = run().finally(() => {
      running = null
      if (!isStopped) schedule(isAwake ? debounceMs : pollMs)
    })
  }
  begin()
  return {
    wake: () => {
      if (isAwake || isStopped) return
      isAwake = true
      if (running === null) schedule(debounceMs)
    },
    stop: async () => {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}
