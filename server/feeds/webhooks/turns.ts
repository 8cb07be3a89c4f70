import type { Logger } from 'pino'

/** Requests of this process at once, and of one owner among them: slow receivers of one group do not hold up those of others. */
const atOnce = 20
const ofOneOwner = 5
/** The rest stays due in the database. */
const mostWaiting = 1_000
/** A job waits so long for its request, and for none while so many are slow: jobs do more than call webhooks. */
const patienceMs = 1_000
const mostSlow = 2

interface Waiting {
  /** The topmost namespace of the webhook. */
  readonly ownerId: number
  readonly run: () => void
}

const waiting = new Map<number, Waiting>()
const running = new Map<number, number>()
let slow = 0

/**
 * Send in turn. A request that is not over within a second goes on by itself.
 *
 * @param deliveryId  what is sent; while it waits for its turn, asking again does nothing
 * @throws  what `send` fails with within that second; a later failure is logged, and the delivery is due again
 */
export async function sendInTurn(
  log: Logger,
  { deliveryId, ownerId }: { readonly deliveryId: number; readonly ownerId: number },
  send: () => Promise<void>,
): Promise<void> {
  if (waiting.has(deliveryId) || waiting.size >= mostWaiting) return
  const done = new Promise<void>((resolve, reject) => {
    const run = () => {
      count(ownerId, 1)
      send()
        .finally(() => {
          count(ownerId, -1)
          startNext()
        })
        .then(resolve, reject)
    }
    waiting.set(deliveryId, { ownerId, run })
  })
  startNext()
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

function startNext(): void {
  let total = [...running.values()].reduce((sum, count) => sum + count, 0)
  for (const [deliveryId, { ownerId, run }] of waiting) {
    if (total >= atOnce) return
    if ((running.get(ownerId) ?? 0) >= ofOneOwner) continue
    waiting.delete(deliveryId)
    total += 1
    run()
  }
}

function count(ownerId: number, change: 1 | -1): void {
  const now = (running.get(ownerId) ?? 0) + change
  if (now > 0) running.set(ownerId, now)
  else running.delete(ownerId)
}
