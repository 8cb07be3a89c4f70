import { setTimeout as delay } from 'node:timers/promises'
import { Conflict, Invalid } from '#server/errors.ts'
import { type Lane, lane } from '#server/platform/limits/lane.ts'
import { messages } from './messages.ts'

/**
 * The turns by repository and branch: writers of this process take turns, so that none of them is overtaken again and
 * again.
 */
const turns = new Map<string, { readonly lane: Lane; writers: number }>()

const maxTries = 8
/** A push or another process got in between; each try waits longer for it, up to so long a step. */
const pauseStepMs = 50

/**
 * Move a branch when no other writer of this process does, and once more from its new tip when a push came in between.
 *
 * @param run  reads the tip anew and checks its conditions against it; fails with Conflict when the branch moved
 * @throws Invalid  the branch moved each time · @throws Unavailable  too many writers wait for the branch
 */
export async function moveBranch<T>(dir: string, branch: string, run: () => Promise<T>): Promise<T> {
  const key = `${dir}\0${branch}`
  const turn = turns.get(key) ?? {
    lane: lane({ what: 'Commits to this branch', atOnce: 1, waiting: 200, waitMs: 30_000 }),
    writers: 0,
  }
  turns.set(key, turn)
  turn.writers += 1
  try {
    const release = await turn.lane.enter()
    try {
      return await trying(run)
    } finally {
      release()
    }
  } finally {
    turn.writers -= 1
    if (turn.writers === 0) turns.delete(key)
  }
}

async function trying<T>(run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
      if (tried === maxTries) throw new Invalid(messages.branchMoved, { cause: error })
      await delay(Math.random() * pauseStepMs * tried)
    }
  }
}
