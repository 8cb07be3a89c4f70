import { setTimeout as delay } from 'node:timers/promises'

/** Balancers look every 5 to 10 s, and most want to see a failure twice. */
const drainMs = 10_000
/** The time without requests after which a balancer counts as gone. */
const askedMs = 60_000

/** Whether balancers may send requests to this process. */
export class Readiness {
  #askedAt: number | null = null
  #isDraining = false

  /** @returns false while the process is about to stop */
  ask(): boolean {
    this.#askedAt = performance.now()
    return !this.#isDraining
  }

  /** Fail from now on, and wait until balancers have noticed, if any has asked lately. */
  async drain(hurry: AbortSignal): Promise<void> {
    this.#isDraining = true
    if (this.#askedAt === null || performance.now() - this.#askedAt > askedMs) return
    await delay(drainMs, undefined, { signal: hurry }).catch(() => undefined)
  }
}
