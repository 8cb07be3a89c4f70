import type { Logger } from 'pino'

/** Requests of this process at once, and of one owner among them: slow receivers of one group do not hold up those of others. */
const atOnce = 20
const ofOneOwner = 5
/** The rest stays due in the database. */
const mostWaiting = 1_000
/**
 * The time that a job waits for its webhook; it does not wait while `mostSlow` are slow: jobs do more than call
 * webhooks.
 */
const patienceMs = 1_000
const mostSlow = 2

interface Turn {
  /** The topmost namespace of the webhook. */
  readonly ownerId: number
  readonly run: () => void
}

/** The turns that wait, in order. A webhook has one at a time, so that its requests leave one after the other. */
const waiting = new Set<Turn>()
const running = new Map<number, number>()
/** The webhooks with a turn, and whether they were requested again since it began. */
const active = new Map<number, { isAskedAgain: boolean }>()
let slow = 0

/**
 * Send the due requests of a webhook sequentially, one in each turn. A request that takes over a second continues in
 * the background.
 *
 * @param hookId  while it has a turn, asking again only makes it look once more
 * @param send  sends its next request; returns false when none is due
 * @throws  the error of `send` within that second; a later failure is logged, and the request is due again
 */
export async function sendSequentially(
  log: Logger,
  { hookId, ownerId }: { readonly hookId: number; readonly ownerId: number },
  send: () => Promise<boolean>,
): Promise<void> {
  const known = active.get(hookId)
  if (known !== undefined) {
    known.isAskedAgain = true
    return
  }
  if (waiting.size >= mostWaiting) return
  const done = sendAll(hookId, ownerId, send)
  const goesOn = () =>
    void done.catch((error: unknown) => log.warn({ err: error }, 'a webhook request could not be recorded'))
  if (slow >= mostSlow) return goesOn()
  let timer: NodeJS.Timeout | undefined
  const isOver = await Promise.race([
    done.then(() => true),
    new Promise<false>(resolve => {
      timer = setTimeout(() => resolve(false), patienceMs)
    }),
  ]).finally(() => clearTimeout(timer))
  if (isOver) return
  slow += 1
  void done
    .catch(() => undefined)
    .finally(() => {
      slow -= 1
    })
  goesOn()
}

/** Each request waits for a turn of its own, behind the webhooks that have waited longer. */
async function sendAll(hookId: number, ownerId: number, send: () => Promise<boolean>): Promise<void> {
  const state = { isAskedAgain: false }
  active.set(hookId, state)
  try {
    for (;;) {
      state.isAskedAgain = false
      const isMore = await takeTurn(ownerId, send)
      if (!isMore && !state.isAskedAgain) return
    }
  } finally {
    active.delete(hookId)
  }
}

function takeTurn(ownerId: number, send: () => Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const run = () => {
      count(ownerId, 1)
      send()
        .finally(() => {
          count(ownerId, -1)
          startNext()
        })
        .then(resolve, reject)
    }
    waiting.add({ ownerId, run })
    startNext()
  })
}

function startNext(): void {
  let total = [...running.values()].reduce((sum, count) => sum + count, 0)
  for (const turn of waiting) {
    if (total >= atOnce) return
    if ((running.get(turn.ownerId) ?? 0) >= ofOneOwner) continue
    waiting.delete(turn)
    total += 1
    turn.run()
  }
}

function count(ownerId: number, change: 1 | -1): void {
  const now = (running.get(ownerId) ?? 0) + change
  if (now > 0) running.set(ownerId, now)
  else running.delete(ownerId)
}
