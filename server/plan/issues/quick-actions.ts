import { kindWord } from '#contract/issuable-kinds.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { load } from '#server/access/load.ts'
import type { CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from './close.ts'
import { reopenIssue } from './reopen.ts'

const stateOf = (target: CommandTarget, state: string): CommandTarget => ({
  ...target,
  state,
  facts: { ...target.facts, state },
})

export const stateActions: readonly QuickAction[] = [
  {
    name: 'close',
    aliases: [],
    parameter: null,
    description: 'Close this issue',
    types: issuableTypes,
    ability: 'issuable:close',
    // A new one is not there to be closed.
    isOffered: target => target.id !== 0 && target.state === 'opened',
    leaves: target => stateOf(target, 'closed'),
    explain: async (_ctx, target) => `Closes this ${kindWord(target.type)}.`,
    run: async (ctx, target) => {
      await closeIssue(ctx, await load(ctx, 'issuable:close', issueById, { issueId: target.id }))
      return { done: `Closed this ${kindWord(target.type)}.` }
    },
  },
  {
    name: 'reopen',
    aliases: [],
    parameter: null,
    description: 'Reopen this issue',
    types: issuableTypes,
    ability: 'issuable:reopen',
    isOffered: target => target.state === 'closed',
    leaves: target => stateOf(target, 'opened'),
    explain: async (_ctx, target) => `Reopens this ${kindWord(target.type)}.`,
    run: async (ctx, target) => {
      await reopenIssue(ctx, await load(ctx, 'issuable:reopen', issueById, { issueId: target.id }))
      return { done: `Reopened this ${kindWord(target.type)}.` }
    },
  },
]
