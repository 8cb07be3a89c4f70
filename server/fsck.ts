import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from './context.ts'
import type { CheckGiven, Finding } from './slice.ts'
import { slices } from './slices.ts'

/** The time that a running server may need to record git's work in the database. */
const settleMs = 5_000
/** The age below which a running server may still be working on a row. */
const cutOffAfterMs = 60_000

interface FsckOptions {
  /** Repair the findings that can be repaired; the others are left for a person. */
  readonly repair: boolean
  /** A server runs on the same data. */
  readonly isServed: boolean
}

export interface Outcome {
  readonly place: string
  readonly text: string
  readonly repaired: boolean
}

/**
 * Whether repositories, rows and events say the same. A difference beside a running server may come from a change in
 * progress: it is checked again after a while, and counts if it is still there.
 */
export async function* fsck(ctx: Context, { repair, isServed }: FsckOptions): AsyncIterable<Outcome> {
  const before = new Set<string>()
  if (isServed) {
    for await (const finding of findings(ctx, { cutOffAfterMs })) before.add(nameOf(finding))
    if (before.size === 0) return
    await delay(settleMs)
  }
  for await (const finding of findings(ctx, { cutOffAfterMs: isServed ? cutOffAfterMs : 0 })) {
    if (isServed && !before.has(nameOf(finding))) continue
    const { place, text } = finding
    yield { place, text, repaired: repair && (await isRepaired(ctx, finding)) }
  }
}

/** A repair that fails, as on a broken repository, leaves its finding to a person and the others to be repaired. */
async function isRepaired(ctx: Context, { place, repair }: Finding): Promise<boolean> {
  if (repair === undefined) return false
  try {
    await repair()
    return true
  } catch (error) {
    ctx.services.log.error({ err: error, place }, 'a repair failed')
    return false
  }
}

/** The checks run from the upper floors down: a merge that is completed records the move of its branch. */
async function* findings(ctx: Context, given: CheckGiven): AsyncIterable<Finding> {
  for (const check of slices.toReversed().flatMap(slice => slice.checks ?? [])) yield* check(ctx, given)
}

const nameOf = ({ place, text }: Finding): string => `${place}: ${text}`
