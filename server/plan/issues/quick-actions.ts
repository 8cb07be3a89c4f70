import { kindWord } from '#contract/issuable-kinds.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from './close.ts'
import { reopenIssue } from './reopen.ts'

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

export const stateActions: readonly QuickAction[] = stateActionsOf({
  types: issuableTypes,
  word: 'issue',
  close: async (ctx, issueId) => closeIssue(ctx, await load(ctx, 'issuable:close', issueById, { issueId })),
  reopen: async (ctx, issueId) => reopenIssue(ctx, await load(ctx, 'issuable:reopen', issueById, { issueId })),
})
