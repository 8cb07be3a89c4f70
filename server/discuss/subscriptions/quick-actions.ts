import type { Context } from '#server/context.ts'
import type { CommandOutcome, CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { setSubscription } from './subscribe.ts'

const common = {
  aliases: [],
  parameter: null,
  ability: 'issuable:subscribe',
  isOffered: () => true,
} as const

export const subscriptionActions: readonly QuickAction[] = [
  {
    ...common,
    name: 'subscribe',
    description: 'Subscribe',
    explain: async () => 'Subscribes to notifications.',
    run: (ctx, target) => change(ctx, target, true),
  },
  {
    ...common,
    name: 'unsubscribe',
    description: 'Unsubscribe',
    explain: async () => 'Unsubscribes from notifications.',
    run: (ctx, target) => change(ctx, target, false),
  },
]

async function change(ctx: Context, target: CommandTarget, subscribed: boolean): Promise<CommandOutcome> {
  if (!(await setSubscription(ctx, target, subscribed)))
    return { refused: subscribed ? 'You are already subscribed.' : 'You are not subscribed.' }
  return { done: subscribed ? 'Subscribed to notifications.' : 'Unsubscribed from notifications.' }
}
