import { readFileSync } from 'node:fs'

/** One Ctrl-C can arrive three times: from the terminal, from npm and from tools/start.sh. */
const sameKeyPressMs = 1_000

interface Stopping {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP, or by the end of the process that started this one, or of npm. */
  readonly signal: AbortSignal
  /** Settles with it. */
  readonly requested: Promise<void>
  /** Aborted when a user waits at a terminal, or the parent is gone: there is no time to say good-bye to balancers. */
  readonly hurry: AbortSignal
}

/**
 * Listen for what ends a server.
 *
 * @param force  called for a second Ctrl-C, from a user who does not want to wait
 */
export function listenForStop(force: () => void): Stopping {
  const controller = new AbortController()
  let firstMs = 0
  const hurrying = new AbortController()
  const stop = (name: NodeJS.Signals) => {
    if (name !== 'SIGTERM') hurrying.abort()
    if (!controller.signal.aborted) {
      firstMs = performance.now()
      controller.abort()
    } else if (performance.now() - firstMs > sameKeyPressMs) force()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop)
  watchParent(() => {
    hurrying.abort()
    controller.abort()
  })
  const requested = new Promise<void>(resolve => controller.signal.addEventListener('abort', () => resolve()))
  return { signal: controller.signal, requested, hurry: hurrying.signal }
}

/** End a server that lost its terminal or its npm: it would keep the port. */
function watchParent(gone: () => void): void {
  const parent = Number(process.env.WEFT_PARENT)
  if (parent !== process.ppid) return
  const npm = process.env.npm_lifecycle_event === undefined ? null : parentOf(parent)
  const hasNewParent = () => {
    const now = parentOf(parent)
    return npm !== null && now !== null && now !== npm
  }
  setInterval(() => {
    if (process.ppid !== parent || hasNewParent()) gone()
  }, 250).unref()
}

/** @returns 'gone' if there is no such process; null if unknown, as without /proc or when too many files are open */
function parentOf(pid: number): string | 'gone' | null {
  try {
    return /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? null
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
    return isGone ? 'gone' : null
  }
}
