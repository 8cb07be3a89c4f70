import { isOfType } from '#contract/plan/attributes/plain-attributes.ts'
import { attempt, type Context } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, NotFound, Unprocessable } from '#server/errors.ts'
import { permitted } from '#server/plan/issuables/changes/normalize.ts'
import type { AttributeName } from '#server/plan/issuables/values.ts'
import type { Wanted } from './changer.ts'
import { both, type MadeChange, madeBy, nothingMade } from './made.ts'
import { refusals } from './messages.ts'

export type Outcome =
  | { readonly outcome: 'changed'; readonly change: MadeChange }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly reason: string }

export const refused = (reason: string): Outcome => ({ outcome: 'refused', reason })

/** The reason why no part of a wanted change can be made to an item; null when some part can. */
export function whyNone(ctx: Context, facts: Parameters<typeof permitted>[1], { changes, stateEvent }: Wanted) {
  const names = Object.keys(changes) as AttributeName[]
  if (stateEvent !== null || names.length === 0) return null
  if (names.every(name => !isOfType(name, changes.type ?? facts.type))) return refusals.notAvailable
  return Object.keys(permitted(ctx, facts, changes)).length === 0 ? refusals.notAllowed : null
}

/**
 * Turn an error that names a broken rule into a refusal: nothing of it is written. Any other error is a bug and is thrown on.
 *
 * @param canFailLate  whether it can fail after parts of it are written
 */
export async function refusedOr(ctx: Context, canFailLate: boolean, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await (canFailLate ? attempt(ctx, run) : run())
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refused(error instanceof Forbidden || error instanceof NotFound ? refusals.notAllowed : error.message)
  }
}

export const isRefusal = (error: unknown): error is Error =>
  [Invalid, Conflict, Unprocessable, Forbidden, NotFound].some(named => error instanceof named)

/**
 * Run a change of one item as part of a change set, and read its effect from its own events.
 *
 * @param changeSetId  marks the events: they are undone with the set, not one by one
 * @param run          the change; returns whether anything changed
 */
export async function observed(
  ctx: Context,
  changeSetId: number,
  run: (ctx: Context) => Promise<boolean>,
): Promise<Outcome> {
  let change = nothingMade
  const inner: Context = {
    ...ctx,
    events: {
      ...ctx.events,
      record: (name, payload, scope) => {
        const made = madeBy(name, payload, ctx.now)
        if (made === null) return ctx.events.record(name, payload, scope)
        change = both(change, made)
        return ctx.events.record(name, { ...payload, changeSetId }, scope)
      },
    },
  }
  return (await run(inner)) ? { outcome: 'changed', change } : { outcome: 'unchanged' }
}
