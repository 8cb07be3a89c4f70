import { kindWord } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import type { CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'

const stateOf = (target: CommandTarget, state: string): CommandTarget => ({
  ...target,
  state,
  facts: { ...target.facts, state },
})

interface StateActions {
  readonly types: readonly string[]
  /** Inside a sentence: "issue". */
  readonly word: string
  readonly close: (ctx: Context, id: number) => Promise<void>
  readonly reopen: (ctx: Context, id: number) => Promise<void>
}

/** `/close` and `/reopen` on issuables of some types. */
export const stateActionsOf = ({ types, word, close, reopen }: StateActions): readonly QuickAction[] => [
  {
    name: 'close',
    aliases: [],
    parameter: null,
    description: `Close this ${word}`,
    types,
    ability: 'issuable:close',
    // A new one is not there to be closed.
    isOffered: target => target.id !== 0 && target.state === 'opened',
    leaves: target => stateOf(target, 'closed'),
    explain: async (_ctx, target) => `Closes this ${kindWord(target.type)}.`,
    run: async (ctx, target) => {
      await close(ctx, target.id)
      return { done: `Closed this ${kindWord(target.type)}.` }
    },
  },
  {
    name: 'reopen',
    aliases: [],
    parameter: null,
    description: `Reopen this ${word}`,
    types,
    ability: 'issuable:reopen',
    isOffered: target => target.state === 'closed',
    leaves: target => stateOf(target, 'opened'),
    explain: async (_ctx, target) => `Reopens this ${kindWord(target.type)}.`,
    run: async (ctx, target) => {
      await reopen(ctx, target.id)
      return { done: `Reopened this ${kindWord(target.type)}.` }
    },
  },
]
