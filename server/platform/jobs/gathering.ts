import type { Logger } from 'pino'

/** Works on what is gathered, soon after there is something. */
export interface Gathering {
  /** There may be something. */
  wake(): void
  /** Let go when what runs is done. */
  stop(): Promise<void>
}

/** Long enough for a burst to be worked on as one, too short for anybody to notice. */
const gatherMs = 50
/** What no word came of: another process ended before it said so. */
const looksEveryMs = 2_000

/** @param work  takes a part of what is gathered, and says whether more may be there */
export function startGathering(log: Logger, work: () => Promise<boolean>): Gathering {
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const run = async (): Promise<void> => {
    try {
      while (!isStopped && (await work()));
    } catch (error) {
      log.error({ err: error }, 'what is gathered waits')
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
      if (!isStopped) schedule(isAwake ? gatherMs : looksEveryMs)
    })
  }
  begin()
  return {
    wake: () => {
      if (isAwake || isStopped) return
      isAwake = true
      if (running === null) schedule(gatherMs)
    },
    stop: async () => {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}
