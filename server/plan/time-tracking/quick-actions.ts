import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { CommandOutcome, CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { refusal } from '#server/discuss/quick-actions/refusal.ts'
import { issuableOfType } from '#server/plan/issuables/find.ts'
import { readEstimate, readSpent, resetSpent, setEstimate, spendTime, wordsOf } from './track.ts'

const common = {
  types: ['issue', 'incident', 'ticket', 'task', 'merge_request', 'epic'],
  ability: 'issuable:set-metadata',
  // A draft has no times.
  isOffered: (target: CommandTarget) => target.id !== 0,
} as const

const itemOf = (ctx: Context, target: CommandTarget) => load(ctx, 'issuable:set-metadata', issuableOfType, target)

/** @source TIME-003, product-rules.md 7 */
export const timeTrackingActions: readonly QuickAction[] = [
  {
    ...common,
    name: 'estimate',
    aliases: ['estimate_time'],
    parameter: '<1w 3d 2h 14m>',
    description: 'Set time estimate',
    explain: async (ctx, _target, argument) => {
      const words = await readingOf(ctx, 'estimate', () => readEstimate(argument))
      return typeof words === 'string' ? `Sets time estimate to ${words}.` : words
    },
    run: async (ctx, target, argument): Promise<CommandOutcome> => {
      const seconds = readEstimate(argument)
      await setEstimate(ctx, await itemOf(ctx, target), seconds)
      return {
        done: `Set time estimate to ${await wordsOf(ctx, seconds)}.`,
        changes: { time_estimate: seconds },
      }
    },
  },
  {
    ...common,
    name: 'remove_estimate',
    aliases: ['remove_time_estimate'],
    parameter: null,
    description: 'Remove time estimate',
    explain: async () => 'Removes time estimate.',
    run: async (ctx, target): Promise<CommandOutcome> => {
      await setEstimate(ctx, await itemOf(ctx, target), 0)
      return { done: 'Removed time estimate.', changes: { time_estimate: 0 } }
    },
  },
  {
    ...common,
    name: 'spend',
    aliases: ['spend_time'],
    parameter: '<1h 30m> <YYYY-MM-DD>',
    description: 'Add or subtract spent time',
    explain: async (ctx, _target, argument) => {
      const { duration } = partsOf(argument)
      const words = await readingOf(ctx, 'spend', () => readSpent(duration))
      if (typeof words !== 'string') return words
      return readSpent(duration) < 0 ? `Subtracts ${words} spent time.` : `Adds ${words} spent time.`
    },
    run: async (ctx, target, argument): Promise<CommandOutcome> => {
      const { duration, day } = partsOf(argument)
      const seconds = readSpent(duration)
      await spendTime(ctx, await itemOf(ctx, target), { seconds, day, noteId: target.noteId })
      const words = await wordsOf(ctx, Math.abs(seconds))
      return {
        done: seconds < 0 ? `Subtracted ${words} spent time.` : `Added ${words} spent time.`,
        changes: { spend_time: { duration: seconds, spent_at: day ?? ctx.now } },
      }
    },
  },
  {
    ...common,
    name: 'remove_time_spent',
    aliases: [],
    parameter: null,
    description: 'Remove spent time',
    explain: async () => 'Removes spent time.',
    run: async (ctx, target): Promise<CommandOutcome> => {
      await resetSpent(ctx, await itemOf(ctx, target))
      return { done: 'Removed spent time.', changes: { spend_time: { duration: 'reset' } } }
    },
  },
]

/** A duration with the day it was spent on, if one is named. */
function partsOf(argument: string): { readonly duration: string; readonly day: string | undefined } {
  const text = argument.trim()
  const day = /(?:^|\s)(\d{4}-\d\d-\d\d)$/.exec(text)?.[1]
  return { duration: day === undefined ? text : text.slice(0, -day.length).trimEnd(), day }
}

/** A duration as text, or why it is invalid. */
async function readingOf(ctx: Context, name: string, read: () => number) {
  try {
    return await wordsOf(ctx, Math.abs(read()))
  } catch (error) {
    return refusal(name, error)
  }
}
