import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'

export type StateEvent = 'close' | 'reopen'

/** The change wanted of each item. */
export interface Wanted {
  readonly changes: Changes
  readonly stateEvent: StateEvent | null
}

/** The function that changes items of a series: the use case of its slice, with its own rules. */
export interface Changer {
  readonly series: IssuableSeries
  /**
   * Changes that the actor may not make are left out.
   *
   * @returns whether anything changed
   * @throws NamedError  a rule is broken
   */
  readonly update: (ctx: Context, id: number, wanted: Wanted) => Promise<boolean>
}

declare module '#server/context.ts' {
  interface Plugs {
    readonly changers: readonly Changer[]
  }
}

export function changerOf(ctx: Context, series: IssuableSeries): Changer {
  const found = ctx.services.plugs.changers.find(changer => changer.series === series)
  if (found === undefined) throw new Error(`Items of ${series} have no changer`)
  return found
}
