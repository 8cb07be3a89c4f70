import type { RawBuilder } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'

/** The target of a to-do for issuables of a series, where it is more than the title. */
interface TodoTarget {
  readonly series: IssuableSeries
  /** Their JSON in the API, for SQL over `todos t`, `issuables i`, `namespaces n` and the joins of `issueJoins`. */
  readonly json: (ctx: Context) => RawBuilder<unknown>
}

declare module '#server/context.ts' {
  interface Plugs {
    readonly todoTargets: readonly TodoTarget[]
  }
}
