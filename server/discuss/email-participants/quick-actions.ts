import type { CommandOutcome, CommandPlan, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { addressesAtOnce, readAddresses } from './addresses.ts'
import { addAddresses, removeAddresses } from './change.ts'

const common = {
  aliases: [],
  parameter: 'email1@example.com email2@example.com',
  types: ['issue', 'incident', 'ticket'],
  ability: 'issuable:set-metadata',
} as const

export const emailActions: readonly QuickAction[] = [
  {
    ...common,
    name: 'add_email',
    description: 'Add email participants',
    isOffered: target => target.id !== 0,
    explain: async (_ctx, _target, argument) => plan('add_email', argument, names => `Adds ${names}.`),
    run: async (ctx, target, argument): Promise<CommandOutcome> => {
      const emails = addressesIn('add_email', argument)
      if ('refused' in emails) return emails
      const { come, unasked } = await addAddresses(ctx, target, emails)
      if (come.length === 0) return { refused: 'Could not apply add_email command. They are already participants.' }
      const added = `Added ${emails.join(', ')}.`
      return {
        done: unasked.length === 0 ? added : `${added} Comments are sent to ${unasked.join(', ')} once they confirm.`,
      }
    },
  },
  {
    ...common,
    name: 'remove_email',
    description: 'Remove email participants',
    isOffered: target => target.id !== 0,
    explain: async (_ctx, _target, argument) => plan('remove_email', argument, names => `Removes ${names}.`),
    run: async (ctx, target, argument): Promise<CommandOutcome> => {
      const emails = addressesIn('remove_email', argument)
      if ('refused' in emails) return emails
      const count = await removeAddresses(ctx, target, emails)
      return count === 0
        ? { refused: 'Could not apply remove_email command. They are not participants.' }
        : { done: `Removed ${emails.join(', ')}.` }
    },
  },
]

function addressesIn(name: string, argument: string): readonly string[] | { readonly refused: string } {
  const emails = readAddresses(argument)
  const refused = (why: string) => ({ refused: `Could not apply ${name} command. ${why}` })
  if (emails === null) return refused('Enter valid email addresses.')
  if (emails.length === 0) return refused('Enter at least one email address.')
  if (emails.length > addressesAtOnce) return refused(`Add at most ${addressesAtOnce} addresses at a time.`)
  return emails
}

function plan(name: string, argument: string, say: (names: string) => string): CommandPlan {
  const emails = addressesIn(name, argument)
  return 'refused' in emails ? emails : say(emails.join(', '))
}
